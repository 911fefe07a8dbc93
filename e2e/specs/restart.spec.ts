import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type ElectronApplication, expect, type Page } from '@playwright/test'
import { test as base } from '../fixture.ts'
import { launchApp, runtime } from '../hosts.ts'
import { FramePage } from '../pages/frame.ts'
import { ThreadPage } from '../pages/thread.ts'
import { WizardPage } from '../pages/wizard.ts'
import { plainTurns, threadText } from '../threads.ts'

const test = base.extend<{ readonly folder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to learn what is needed
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'palimpsest-restart-'))
    await writeFile(join(folder, 'long.json'), threadText(plainTurns(200)))
    await use(folder)
    await rm(folder, { recursive: true, force: true })
  },
})

test.setTimeout(180_000)

async function shown(app: ElectronApplication): Promise<Page> {
  const page = await app.firstWindow()
  await page.locator('#root > *').first().waitFor()
  return page
}

async function kill(app: ElectronApplication): Promise<void> {
  const child = app.process()
  const gone = new Promise((done) => child.once('exit', done))
  child.kill('SIGKILL')
  await gone
}

test('tabs, place, sidebar, theme and folder come back', async ({ app, page, dataDir, folder }) => {
  await app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] })
  }, folder)
  await writeFile(join(folder, 'short.json'), threadText(plainTurns(2)))
  await page.keyboard.press('Control+o')
  const frame = new FramePage(page)
  await frame.openThread('short')
  await frame.openThread('long')
  const thread = new ThreadPage(page)
  await thread.goToStart()
  await expect(thread.rows.first()).toHaveAttribute('aria-posinset', '1')
  await page.evaluate(() =>
    window.palimpsest.request('settings.set', { theme: 'dark', sidebarWidthPx: 333, textSizePx: 17 }),
  )
  await page.waitForTimeout(900)
  await app.close()

  const next = await launchApp({ dataDir })
  try {
    const window = await shown(next)
    const again = new FramePage(window)
    await expect(again.activeTab).toHaveAccessibleName('long')
    await expect(again.tab('short')).toBeVisible()
    await expect(again.entry('short')).toBeVisible()
    await expect(new ThreadPage(window).rows.first()).toHaveAttribute('aria-posinset', '1')
    await expect(window.locator('html')).toHaveAttribute('data-theme', 'dark')
    const width = await window.locator('.side').evaluate((side) => side.getBoundingClientRect().width)
    expect(Math.round(width)).toBe(333)
  } finally {
    await next.close()
  }
})

test('a second start hands its file to the first', async ({ page, dataDir, folder }) => {
  const child = spawn(
    runtime().executablePath,
    [resolve(import.meta.dirname, '../..'), `--app-data=${dataDir}`, join(folder, 'long.json')],
    { env: { ...process.env, HOST_HEADLESS: '1' }, stdio: 'ignore' },
  )
  expect(await new Promise((done) => child.once('exit', done))).toBe(0)
  await expect(new FramePage(page).activeTab).toHaveAccessibleName('long', { timeout: 30_000 })
})

test('killed in the middle of a preview or of Apply, everything is whole and the next start works', async ({
  dataDir,
  folder,
}) => {
  const path = join(folder, 'long.json')
  const before = await readFile(path)
  for (const moment of ['preview', 'apply'] as const) {
    const app = await launchApp({ dataDir, args: [path] })
    const page = await shown(app)
    const wizard = new WizardPage(page)
    await wizard.open()
    await wizard.next()
    await wizard.start()
    if (moment === 'apply') {
      await wizard.waitForPreview()
      await wizard.apply()
    }
    await kill(app)
    expect(await readFile(path)).toEqual(before)
    for (const name of await readdir(folder)) {
      if (!name.endsWith('.json')) continue
      // Whatever stands under the name of a thread is a whole one.
      expect(JSON.parse(await readFile(join(folder, name), 'utf8'))).toHaveProperty('context')
    }
  }
  const last = await launchApp({ dataDir, args: [path] })
  try {
    await expect(new ThreadPage(await shown(last)).rows.last()).toBeInViewport()
  } finally {
    await last.close()
  }
})

test('damaged files of its own do not stop the app, and it says where they are', async ({ dataDir }) => {
  for (const name of ['palimpsest.db', 'settings.json', 'providers.json', 'window.json', 'secrets.json'])
    await writeFile(join(dataDir, name), 'no database and no JSON either, but some text '.repeat(50))
  const app = await launchApp({ dataDir })
  try {
    const page = await shown(app)
    const notices = page.getByRole('region', { name: 'Notifications' })
    for (const text of [
      /database of tabs and drafts was damaged/,
      /settings file was damaged/,
      /list of providers/,
    ])
      await expect(notices.getByText(text)).toBeVisible()
    await expect(notices.getByText(/palimpsest\.db\.damaged-\d+/)).toBeVisible()
    await expect(notices.getByRole('alert')).toHaveCount(0)
    for (let left = 3; left > 0; left -= 1) {
      await expect(notices.getByRole('button', { name: 'Close' })).toHaveCount(left)
      await notices.getByRole('button', { name: 'Close' }).first().click()
    }
    await new FramePage(page).openSample()
    expect((await readdir(dataDir)).filter((name) => name.includes('.damaged-')).length).toBeGreaterThan(2)
  } finally {
    await app.close()
  }
})
