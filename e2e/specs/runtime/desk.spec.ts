import { existsSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { type MainGlobals, test } from './host-app.ts'

/** The question stands in a closed shadow root, so that no script of the page can answer it. */
async function asked(page: Page): Promise<void> {
  const focused = () => page.evaluate(() => document.activeElement?.tagName ?? '')
  await expect.poll(focused).toBe('DIV')
}

test('a message box is a modal in the page; Escape is its cancel button', async ({ page }) => {
  const answer = page.evaluate(() => window.test.invoke('confirm'))
  await asked(page)
  expect(await page.evaluate(() => document.activeElement?.shadowRoot)).toBeNull()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  expect(await answer).toEqual({ response: 1, checkboxChecked: false })

  const refused = page.evaluate(() => window.test.invoke('confirm'))
  await asked(page)
  await page.keyboard.press('Escape')
  expect(await refused).toEqual({ response: 0, checkboxChecked: false })
  expect(await page.evaluate(() => document.documentElement.lastElementChild?.tagName)).toBe('BODY')
})

test('where no desktop tool can ask for a file, a path is typed in the page', async ({ page }) => {
  const answer = page.evaluate(() => window.test.invoke('choose'))
  await asked(page)
  await page.keyboard.type('~/threads/a.json')
  await page.keyboard.press('Enter')
  expect(await answer).toEqual({ canceled: false, filePaths: [join(homedir(), 'threads/a.json')] })

  const empty = page.evaluate(() => window.test.invoke('choose'))
  await asked(page)
  await page.keyboard.press('Escape')
  expect(await empty).toEqual({ canceled: true, filePaths: [] })
})

test('a spec can replace a dialog, and reach the window of a page', async ({ app, page }) => {
  await app.evaluate(({ dialog }) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: ['/x/y.json'] })
  })
  expect(await page.evaluate(() => window.test.invoke('choose'))).toEqual({
    canceled: false,
    filePaths: ['/x/y.json'],
  })
  const handle = await app.browserWindow(page)
  await expect.poll(() => handle.evaluate((each) => each.getTitle())).toBe('Host test')
  await expect.poll(() => handle.evaluate((each) => each.isVisible())).toBe(true)
})

test('a shortcut of the menu chooses its command, after the page had its turn', async ({ app, page }) => {
  const chosen = () => app.evaluate(() => (globalThis as unknown as MainGlobals).chosen)
  await page.evaluate(() => {
    const take = (event: KeyboardEvent) => {
      if (event.key !== 'N') return
      event.preventDefault()
      window.removeEventListener('keydown', take, { capture: true })
    }
    window.addEventListener('keydown', take, { capture: true })
  })
  await page.keyboard.press('Control+Shift+N')
  expect(await page.evaluate(() => window.test.invoke('echo', 1))).toBe(1)
  expect(await chosen()).toBeUndefined()
  await page.keyboard.press('Control+Shift+N')
  await expect.poll(chosen).toBe('new')

  await app.evaluate(({ Menu }) => {
    Object.assign(globalThis, { chosen: '' })
    Menu.getApplicationMenu()?.getMenuItemById('new')?.click()
  })
  expect(await chosen()).toBe('new')
})

test('the theme of main drives the page, also after a reload', async ({ page }) => {
  const isDark = () => page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  expect(await page.evaluate(() => window.test.invoke('theme', 'dark'))).toBe(true)
  await expect.poll(isDark).toBe(true)
  await page.reload()
  await expect.poll(isDark).toBe(true)
  expect(await page.evaluate(() => window.test.invoke('theme', 'light'))).toBe(false)
  await expect.poll(isDark).toBe(false)
})

test('the page has the size that main asked for', async ({ app, page }) => {
  const size = () => page.evaluate(() => [innerWidth, innerHeight])
  await expect.poll(size).toEqual([900, 650])
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setSize(1200, 800))
  await expect.poll(size).toEqual([1200, 800])
})

test('the clipboard of main and the paste of the page are one', async ({ app, page }) => {
  await app.evaluate(({ clipboard }) => clipboard.writeText('copied é😀\nsecond line'))
  await page.evaluate(() => {
    const field = document.createElement('textarea')
    field.id = 'paste'
    document.body.append(field)
    field.focus()
  })
  // The field has the focus before the keys are pressed: a busy machine must not turn the two around.
  await page.keyboard.press('Control+V')
  await expect(page.locator('#paste')).toHaveValue('copied é😀\nsecond line')
  expect(await app.evaluate(({ clipboard }) => clipboard.readText())).toBe('copied é😀\nsecond line')
})

test('a page gets no permission that the app does not give', async ({ page }) => {
  const states = await page.evaluate(async () => {
    const names = [
      'geolocation',
      'notifications',
      'camera',
      'microphone',
      'clipboard-read',
    ] as PermissionName[]
    return Promise.all(names.map(async (name) => (await navigator.permissions.query({ name })).state))
  })
  expect(states).toEqual(['denied', 'denied', 'denied', 'denied', 'denied'])
})

test('without a key store no key is kept; the test store keeps one', async ({ app, page }) => {
  await expect(page.getByText('connected')).toBeVisible()
  const seen = await app.evaluate(async ({ safeStorage }) => {
    const refusal = await safeStorage.encryptStringAsync('secret').then(
      () => 'encrypted',
      (error: Error) => error.message,
    )
    const state = [
      await safeStorage.isAsyncEncryptionAvailable(),
      safeStorage.getSelectedStorageBackend(),
      refusal,
    ]
    process.env.HOST_KEYSTORE = 'test'
    const encrypted = await safeStorage.encryptStringAsync('secret é')
    const { result } = await safeStorage.decryptStringAsync(encrypted)
    const kept = [
      await safeStorage.isAsyncEncryptionAvailable(),
      safeStorage.getSelectedStorageBackend(),
      result,
    ]
    return { state, kept, isHidden: !encrypted.includes('secret') }
  })
  expect(seen.state.slice(0, 2)).toEqual([false, 'basic_text'])
  expect(seen.state[2]).toContain('no system key store')
  expect(seen.kept).toEqual([true, 'gnome_libsecret', 'secret é'])
  expect(seen.isHidden).toBe(true)
})

test('an item goes to the trash, from where it can come back', async ({ app, page, dataDir }) => {
  test.skip(process.platform !== 'linux', "only Linux's trash can be reached from the host")
  await app.evaluate(
    (_electron, folder) => {
      process.env.XDG_DATA_HOME = folder
    },
    join(dataDir, 'xdg'),
  )
  const file = join(dataDir, 'old thread.json')
  writeFileSync(file, '{}')
  await page.evaluate((path) => window.test.invoke('trash', path), file)
  expect(existsSync(file)).toBe(false)
  expect(await readFile(join(dataDir, 'xdg/Trash/files/old thread.json'), 'utf8')).toBe('{}')
})

test('what the host lacks says so by name', async ({ app, page }) => {
  await expect(page.getByText('connected')).toBeVisible()
  const said = await app.evaluate((electron) => {
    const read = (object: object, name: string): string => {
      try {
        return String(Reflect.get(object, name))
      } catch (error) {
        return error instanceof Error ? error.message : ''
      }
    }
    const [window] = electron.BrowserWindow.getAllWindows()
    return [
      read(electron, 'Notification'),
      read(electron.app, 'setBadgeCount'),
      window ? read(window, 'setVibrancy') : '',
      window ? read(window.webContents, 'printToPDF') : '',
    ]
  })
  expect(said).toEqual([
    'electron.Notification is not provided by the Chromium host',
    'app.setBadgeCount is not provided by the Chromium host',
    'BrowserWindow.setVibrancy is not provided by the Chromium host',
    'webContents.printToPDF is not provided by the Chromium host',
  ])
})

test('a crashed page is reported, and comes back on reload', async ({ app, page }) => {
  await app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    contents?.once('render-process-gone', () => {
      Object.assign(globalThis, { crashed: contents.isCrashed() })
      contents.reload()
    })
  })
  await page.goto('chrome://crash').catch(() => undefined)
  await expect.poll(() => app.evaluate(() => (globalThis as { crashed?: boolean }).crashed)).toBe(true)
  await expect
    .poll(() =>
      app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
          "document.querySelector('#state')?.textContent",
        ),
      ),
    )
    .toBe('connected')
})
