import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ElectronApplication, expect, type Page } from '@playwright/test'
import { test as base } from '../fixture.ts'
import { launchApp } from '../hosts.ts'
import { SettingsPage } from '../pages/settings.ts'
import { WizardPage } from '../pages/wizard.ts'
import { type ScriptedProvider, startScriptedProvider } from '../provider/server.ts'
import { plainTurns, threadText } from '../threads.ts'

/** Of no shape that a scrubber would know by itself. */
const KEY = 'Planted.Quince7/Lantern+Harbour0042'

const test = base.extend<{ readonly folder: string; readonly provider: ScriptedProvider }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to learn what is needed
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'palimpsest-keys-'))
    await writeFile(join(folder, 'long.json'), threadText(plainTurns(8)))
    await use(folder)
    await rm(folder, { recursive: true, force: true })
  },
  // Another key is the right one, so that every answer is a refusal that echoes what it was given.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to learn what is needed
  provider: async ({}, use) => {
    const provider = await startScriptedProvider({ key: 'the-right-one' })
    await use(provider)
    await provider.close()
  },
  appArgs: async ({ folder }, use) => use([join(folder, 'long.json')]),
})

/** Everything main sends to its pages, as text; answers of requests and events of streams alike. */
async function recordMessages(app: ElectronApplication, page: Page): Promise<() => Promise<string>> {
  await app.evaluate(({ BrowserWindow }) => {
    const sent: string[] = []
    Object.assign(globalThis, { sent })
    for (const window of BrowserWindow.getAllWindows()) {
      const contents = window.webContents
      const send = contents.send.bind(contents)
      contents.send = (channel: string, ...values: unknown[]) => {
        sent.push(JSON.stringify([channel, values]))
        send(channel, ...values)
      }
    }
  })
  await page.evaluate(() => undefined)
  return () => app.evaluate(() => (globalThis as unknown as { sent: string[] }).sent.join('\n'))
}

async function filesWith(folder: string, texts: readonly string[]): Promise<readonly string[]> {
  const found: string[] = []
  for (const name of await readdir(folder, { recursive: true })) {
    const path = join(folder, name)
    const bytes = await stat(path).then(
      (entry) => (entry.isFile() ? readFile(path) : null),
      () => null,
    )
    if (bytes === null) continue
    for (const text of texts)
      if (bytes.includes(text) || bytes.includes(Buffer.from(text, 'utf16le'))) found.push(path)
  }
  return found
}

const FORMS = [KEY, encodeURIComponent(KEY), Buffer.from(KEY).toString('base64'), 'Quince7/Lantern']

async function plant(page: Page, provider: ScriptedProvider): Promise<SettingsPage> {
  const settings = new SettingsPage(page)
  await settings.open()
  await settings.section('Providers')
  await settings.addProvider('OpenAI-compatible server')
  await settings.fill('Base URL', `${provider.url}/v1`)
  await settings.fill('Model', 'scripted-1')
  await settings.giveKey(KEY)
  return settings
}

for (const hasStore of [true, false]) {
  test.describe(hasStore ? 'with a key store' : 'without a key store', () => {
    test.use({ appEnv: hasStore ? { HOST_KEYSTORE: 'test' } : {} })

    test('a planted key is in no file, no log, no message and nowhere in the page', async ({
      app,
      page,
      dataDir,
      folder,
      provider,
    }) => {
      test.setTimeout(150_000)
      const messages = await recordMessages(app, page)
      const settings = await plant(page, provider)
      const kept = hasStore ? /Kept in the system's key store/ : /Kept for this session only/
      await expect(settings.dialog.getByText(kept)).toBeVisible()
      await settings.test()
      await expect(settings.dialog.getByText(/did not accept the key/).first()).toBeVisible()
      // What the settings' screen could copy.
      for (const details of await settings.dialog.getByText('Copy details').all()) await details.click()
      expect(await page.content()).not.toContain('Quince7')
      await settings.close()

      const wizard = new WizardPage(page)
      await wizard.open()
      await wizard.next()
      await wizard.dialog.getByRole('radio', { name: /scripted-1/ }).check({ force: true })
      await wizard.start()
      await expect(
        wizard.dialog.getByText('The summary could not be created.', { exact: true }),
      ).toBeVisible()
      await expect(wizard.dialog.getByText(/The thread is unchanged\./).first()).toBeVisible()
      await expect(wizard.dialog.getByRole('button', { name: 'Retry' })).toBeVisible()
      await expect(wizard.dialog.getByRole('button', { name: 'Other summarizer' })).toBeVisible()
      expect(await page.content()).not.toContain('Quince7')
      // It was really sent, and really echoed.
      expect(provider.requests.some(({ headers }) => headers.authorization === `Bearer ${KEY}`)).toBe(true)

      const raw = await page.evaluate(async () => {
        const ask = window.palimpsest.request
        return JSON.stringify([
          await ask('provider.list', undefined),
          await ask('provider.test', { id: 'compatible' }),
          await ask('provider.setKey', { id: 'none', key: 'x' }),
          await ask('settings.get', undefined),
          await ask('app.notices', undefined),
        ])
      })
      expect(raw).toContain('"auth"')
      const seen = `${raw}\n${await messages()}\n${await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))}`
      for (const form of FORMS) expect(seen).not.toContain(form)
      await app.close()
      expect(await filesWith(dataDir, FORMS)).toEqual([])
      expect(await filesWith(folder, FORMS)).toEqual([])
      // The search itself finds what is there.
      await writeFile(join(dataDir, 'planted.txt'), KEY)
      expect((await filesWith(dataDir, FORMS)).length).toBeGreaterThan(0)
    })
  })
}

test('without a key store the key is gone after a restart, and the screen says so', async ({
  app,
  page,
  dataDir,
  provider,
  appArgs,
}) => {
  test.setTimeout(120_000)
  const settings = await plant(page, provider)
  await expect(settings.dialog.getByText(/Kept for this session only/)).toBeVisible()
  await app.close()
  const next = await launchApp({ dataDir, args: appArgs })
  try {
    const window = await next.firstWindow()
    await window.locator('#root > *').first().waitFor()
    const again = new SettingsPage(window)
    await again.open()
    await again.section('Providers')
    await again.dialog.getByText('OpenAI-compatible').first().click()
    await expect(again.dialog.getByText(/^No key/)).toBeVisible()
  } finally {
    await next.close()
  }
})
