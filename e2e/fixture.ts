import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, type ElectronApplication, type Page } from '@playwright/test'
import { closeApp } from './close-app.ts'
import { LAUNCH_TIMEOUT_MS, launchApp } from './hosts.ts'

interface AppOptions {
  /** Arguments after the app's folder, for example a thread file. */
  readonly appArgs: readonly string[]
  readonly appEnv: Readonly<Record<string, string>>
}

interface AppFixtures {
  /** A fresh data folder; removed after the test. */
  readonly dataDir: string
  readonly app: ElectronApplication
  /** The first window, once its page has mounted something. */
  readonly page: Page
}

/** Specs of the product. A spec sets `test.use({ appArgs: [...] })` to start it otherwise. */
export const test = base.extend<AppOptions & AppFixtures>({
  appArgs: [[], { option: true }],
  appEnv: [{}, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to learn what is needed
  dataDir: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'palimpsest-e2e-'))
    await use(folder)
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  },
  app: [
    async ({ dataDir, appArgs, appEnv }, use) => {
      const app = await launchApp({ dataDir, args: appArgs, env: appEnv })
      await use(app)
      await closeApp(app)
    },
    // Of its own, so that a slow start takes nothing from the test.
    { scope: 'test', timeout: 2 * LAUNCH_TIMEOUT_MS },
  ],
  page: [
    async ({ app }, use) => {
      const page = await app.firstWindow({ timeout: LAUNCH_TIMEOUT_MS })
      // The first window begins as an empty page in the host, so its `load` says nothing.
      await page.locator('#root > *').first().waitFor({ timeout: LAUNCH_TIMEOUT_MS })
      await use(page)
    },
    { scope: 'test', timeout: LAUNCH_TIMEOUT_MS },
  ],
})
