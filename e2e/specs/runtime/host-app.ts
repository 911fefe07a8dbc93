import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test as base, type ElectronApplication, type Page } from '@playwright/test'
import { closeApp } from '../../close-app.ts'
import { LAUNCH_TIMEOUT_MS, launchApp } from '../../hosts.ts'

/** A small app that uses Electron as the product does, without the product's screens. */
export const TEST_APP = resolve(import.meta.dirname, '../../../runtime/testing/app')

/** What its preload exposes; see `runtime/testing/app/preload.cjs`. */
export interface TestApi {
  readonly platform: string
  readonly nested: { readonly list: readonly unknown[]; readonly version: string }
  invoke(channel: string, ...values: unknown[]): Promise<unknown>
  onTick(listener: (count: number, at: Date) => void): () => void
  upper(text: string): string
  same(value: unknown): unknown
  later(value: unknown): Promise<unknown>
  fails(): never
  rejects(): Promise<never>
  callBack(listener: (...values: never[]) => unknown, ...values: unknown[]): unknown
  hasNode(): string
}

declare global {
  interface Window {
    readonly test: TestApi
  }
}

/** What its main module leaves on `globalThis` for `app.evaluate`. */
export interface MainGlobals {
  keepOpen?: boolean
  letNavigate?: boolean
  chosen?: string
  hostEvents: readonly string[]
  wishes?: readonly { readonly url: string; readonly disposition: string }[]
  navigations?: readonly string[]
  second?: { readonly argv: readonly string[]; readonly cwd: string; readonly data: unknown }
}

interface Fixtures {
  readonly hostArgs: readonly string[]
  readonly dataDir: string
  readonly app: ElectronApplication
  readonly page: Page
}

export async function connected(app: ElectronApplication): Promise<Page> {
  const page = await app.firstWindow({ timeout: LAUNCH_TIMEOUT_MS })
  await page.getByText('connected').waitFor({ timeout: LAUNCH_TIMEOUT_MS })
  return page
}

export const test = base.extend<Fixtures>({
  hostArgs: [[], { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to learn what is needed
  dataDir: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'host-test-'))
    await use(folder)
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  },
  app: [
    async ({ dataDir, hostArgs }, use) => {
      const app = await launchApp({ dataDir, appFolder: TEST_APP, args: hostArgs })
      await use(app)
      await closeApp(app)
    },
    { scope: 'test', timeout: 2 * LAUNCH_TIMEOUT_MS },
  ],
  page: [async ({ app }, use) => use(await connected(app)), { scope: 'test', timeout: LAUNCH_TIMEOUT_MS }],
})
