import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SHORTCUTS } from '../../shared/shortcuts.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createFileRequests } from './file-requests.ts'
import { createHostPort, type SystemPort } from './host-port.ts'
import { filesToOpen, parseHandover } from './launch-arguments.ts'
import { openLog } from './log.ts'
import { menuTemplate } from './menu.ts'
import { menuTexts } from './menu-texts.ts'
import { guardContents, guardSession, type NavigationAttempt } from './navigation.ts'
import { pageOrigin } from './origin.ts'
import { createPageQueue } from './page-queue.ts'
import type { Secrets } from './secrets.ts'
import { openingBackground, themeSource } from './theme.ts'
import { MINIMUM_SIZE, openingBounds, parseWindowState } from './window-bounds.ts'

describe('window', () => {
  const screen = { x: 0, y: 25, width: 1920, height: 1055 }
  const second = { x: 1920, y: 0, width: 1280, height: 1024 }

  it('opens where it was left, also on a second screen', () => {
    const saved = { x: 2000, y: 100, width: 1000, height: 700 }
    expect(openingBounds(saved, [screen, second])).toEqual(saved)
  })

  it('opens centred on the first screen when its own is gone', () => {
    const saved = { x: 2000, y: 100, width: 1000, height: 700 }
    expect(openingBounds(saved, [screen])).toEqual({ x: 460, y: 203, width: 1000, height: 700 })
    expect(openingBounds(null, [screen])).toEqual({ x: 320, y: 133, width: 1280, height: 840 })
  })

  it('always lies where its title bar can be reached, and fits', () => {
    const whole = fc.integer({ min: -5000, max: 5000 })
    const size = fc.integer({ min: -100, max: 9000 })
    fc.assert(
      fc.property(whole, whole, size, size, fc.boolean(), (x, y, width, height, hasSecond) => {
        const screens = hasSecond ? [screen, second] : [screen]
        const bounds = openingBounds({ x, y, width, height }, screens)
        const onto = screens.filter(
          (one) =>
            bounds.x + bounds.width >= one.x + 100 &&
            bounds.x <= one.x + one.width - 100 &&
            bounds.y >= one.y &&
            bounds.y <= one.y + one.height - 30,
        )
        expect(onto.length).toBeGreaterThan(0)
        expect(bounds.width).toBeGreaterThanOrEqual(MINIMUM_SIZE.width)
        expect(bounds.height).toBeGreaterThanOrEqual(MINIMUM_SIZE.height)
        expect(bounds.width).toBeLessThanOrEqual(1920)
      }),
    )
  })

  it('takes no stored state that is none', () => {
    const state = { bounds: { x: 1, y: 2, width: 3, height: 4 }, isMaximized: true }
    expect(parseWindowState(state)).toEqual(state)
    for (const bad of [null, {}, { bounds: { x: '1' } }, { ...state, bounds: { ...state.bounds, x: 1e9 } }]) {
      expect(parseWindowState(bad)).toBe(null)
    }
  })

  it('has the theme’s colour before its first paint', () => {
    expect(openingBackground('system', true)).toBe('#101514')
    expect(openingBackground('system', false)).toBe('#F2F4F3')
    expect(openingBackground('light', true)).toBe('#F2F4F3')
    expect(openingBackground('high-contrast', false)).toBe('#000000')
    expect(themeSource('high-contrast')).toBe('dark')
  })
})

describe('command line', () => {
  it('finds files behind the app folder and switches', () => {
    const argv = ['/bin/electron', '--no-sandbox', '.', '--app-data=/d', 'a.json', '/abs/b.json', 'a.json']
    expect(filesToOpen(argv, '/home/w', false)).toEqual(['/home/w/a.json', '/abs/b.json'])
    expect(filesToOpen(['/opt/palimpsest', 'a.json', '--x'], '/home/w', true)).toEqual(['/home/w/a.json'])
    expect(filesToOpen(['/bin/electron', '.'], '/home/w', false)).toEqual([])
  })

  it('parses what a second start hands over', () => {
    expect(parseHandover({ files: ['/a.json'] })).toEqual(['/a.json'])
    for (const bad of [
      null,
      undefined,
      [],
      { files: 'x' },
      { files: [1] },
      { files: [''] },
      { files: Array(99).fill('a') },
    ]) {
      expect(parseHandover(bad)).toEqual([])
    }
  })
})

it('files asked for before the app is up are opened first, once', () => {
  const requests = createFileRequests()
  requests.add(['/early.json'])
  const opened: (readonly string[])[] = []
  requests.connect((paths) => opened.push(paths))
  requests.add([])
  requests.add(['/late.json'])
  expect(opened).toEqual([['/early.json'], ['/late.json']])
})

describe('navigation', () => {
  function guarded() {
    const listeners = new Map<string, (event: NavigationAttempt, url?: string) => void>()
    let open: ((details: { readonly url: string }) => { readonly action: string }) | null = null
    guardContents(
      {
        setWindowOpenHandler: (handler) => {
          open = handler
        },
        on: (name, listener) => listeners.set(name, listener),
      },
      pageOrigin(undefined),
    )
    const isRefused = (name: string, url: string, isMainFrame?: boolean): boolean => {
      let refused = false
      const frame = isMainFrame === undefined ? {} : { isMainFrame }
      listeners.get(name)?.({ url, ...frame, preventDefault: () => (refused = true) }, url)
      return refused
    }
    return { isRefused, open: (url: string) => open?.({ url }) }
  }

  it('refuses every address but the page’s own, in frames and by redirect too', () => {
    const { isRefused } = guarded()
    for (const name of ['will-navigate', 'will-redirect', 'will-frame-navigate']) {
      for (const url of [
        'https://example.com/',
        'file:///etc/passwd',
        'app://bundle/other.html',
        'javascript:1',
        '',
      ]) {
        expect(isRefused(name, url)).toBe(true)
      }
    }
    expect(isRefused('will-navigate', 'app://bundle/index.html#a')).toBe(false)
    // The page's own reload is told under both names; a frame in it may not even show the page.
    expect(isRefused('will-frame-navigate', 'app://bundle/index.html', true)).toBe(false)
    expect(isRefused('will-frame-navigate', 'app://bundle/index.html', false)).toBe(true)
    expect(isRefused('will-redirect', 'app://bundle/index.html')).toBe(true)
  })

  it('opens no window for any address', () => {
    const { open } = guarded()
    for (const url of ['https://example.com/', 'app://bundle/index.html', 'about:blank']) {
      expect(open(url)).toEqual({ action: 'deny' })
    }
  })

  it('refuses every permission and device', () => {
    const answers: boolean[] = []
    guardSession({
      setPermissionRequestHandler: (handler) => {
        for (const name of ['media', 'clipboard-read', 'notifications', 'openExternal']) {
          handler(null, name, (isGranted) => answers.push(isGranted))
        }
      },
      setPermissionCheckHandler: (handler) => answers.push(handler()),
      setDevicePermissionHandler: (handler) => answers.push(handler()),
    })
    expect(answers).toEqual([false, false, false, false, false, false])
  })
})

describe('host', () => {
  function host(more: Partial<SystemPort> = {}) {
    const opened: string[] = []
    const system: SystemPort = {
      askForPaths: async () => [],
      trashItem: async () => undefined,
      showItemInFolder: () => undefined,
      openExternal: async (url) => void opened.push(url),
      writeText: async () => undefined,
      ...more,
    }
    // No secret is asked for in these tests.
    return { opened, port: createHostPort(system, {} as Secrets, () => undefined) }
  }

  it('looks at an address once more before the system gets it', async () => {
    const { opened, port } = host()
    for (const url of [
      'http://example.com/',
      'file:///x',
      'javascript:1',
      'https://a:b@c.example/',
      'https://x\u0000.example',
    ]) {
      await expect(port.openExternal(url)).rejects.toMatchObject({ code: 'link-refused' })
    }
    await port.openExternal('https://Example.com')
    expect(opened).toEqual(['https://example.com/'])
  })

  it('tells a closed dialog from a chosen folder', async () => {
    expect(await host().port.chooseFolder()).toBe(null)
    expect(await host({ askForPaths: async ({ kind }) => [`/${kind}`] }).port.chooseFolder()).toBe('/folder')
    expect(await host({ askForPaths: async () => ['/a', '/b'] }).port.chooseFiles()).toEqual(['/a', '/b'])
  })

  it('says that there is no trash', async () => {
    const { port } = host({ trashItem: () => Promise.reject(new Error('no gio')) })
    await expect(port.trashItem('/a')).rejects.toMatchObject({
      code: 'trash-unavailable',
      params: { path: '/a' },
    })
  })
})

describe('menu', () => {
  const flat = (
    items: readonly Electron.MenuItemConstructorOptions[],
  ): Electron.MenuItemConstructorOptions[] =>
    items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flat(item.submenu) : [])])

  it('repeats commands of the shortcut table only, and takes no keys itself', () => {
    const sent: string[] = []
    for (const isMac of [true, false]) {
      const items = flat(menuTemplate(menuTexts('en', []), isMac, (command) => sent.push(command)))
      const commands = items.filter((item) => item.click !== undefined)
      expect(commands.length).toBe(9)
      for (const item of commands) {
        expect(SHORTCUTS.some(({ command }) => command === item.id)).toBe(true)
        expect(item.registerAccelerator).toBe(false)
        expect(item.label).not.toBe('')
      }
      expect(
        items.every(
          (item) => item.click !== undefined || item.role || item.submenu || item.type === 'separator',
        ),
      ).toBe(true)
    }
    const compact = flat(menuTemplate(menuTexts('en', []), false, (command) => sent.push(command))).find(
      (item) => item.id === 'compact',
    )
    expect(compact?.accelerator).toBe('CmdOrCtrl+Shift+K')
    compact?.click?.(undefined as never, undefined, undefined as never)
    expect(sent).toEqual(['compact'])
  })

  it('leaves the keys of closing to tabs where the system would close the window', () => {
    const items = flat(menuTemplate(menuTexts('en', []), false, () => undefined))
    expect(items.some((item) => item.role === 'close' || item.role === 'windowMenu')).toBe(false)
  })

  it('speaks the page’s language', () => {
    expect(menuTexts('zh-CN', ['en-US']).commands.compact).toBe('压缩会话…')
    expect(menuTexts('system', ['zh-Hans-CN', 'en']).file).toBe('文件')
    expect(menuTexts('system', ['de-DE']).file).toBe('File')
    expect(menuTexts('en', ['zh-CN']).file).toBe('File')
  })
})

it('commands wait for the page to load; states do not', () => {
  const delivered: [string, unknown][] = []
  const queue = createPageQueue((name, payload) => delivered.push([name, payload]))
  queue.send('app.command', { command: 'open-thread', argument: '/a.json' })
  queue.send('theme.changed', { isDark: true })
  expect(delivered).toEqual([])
  queue.release()
  expect(delivered).toEqual([['app.command', { command: 'open-thread', argument: '/a.json' }]])
  queue.send('theme.changed', { isDark: false })
  expect(delivered.length).toBe(2)
  queue.hold()
  queue.send('app.command', { command: 'x', argument: null })
  expect(delivered.length).toBe(2)
})

it('cuts a long line of the log behind its redaction: no half of a key is left at the end', async () => {
  const file = join(await temporaryFolder(), 'main.log')
  const key = 'planted-key-of-some-length'
  const log = openLog(
    file,
    (text) => text.replaceAll(key, '[key removed]'),
    () => new Date(0),
  )
  for (let shift = 0; shift < key.length; shift += 1) log('failed', `${'x'.repeat(4000 - shift)}${key}`)
  expect(await readFile(file, 'utf8')).not.toContain('planted')
})

it('keeps the log small, and goes on when it cannot be written', async () => {
  const folder = await temporaryFolder()
  const file = join(folder, 'logs', 'main.log')
  const log = openLog(
    file,
    (text) => text,
    () => new Date(0),
  )
  for (let n = 0; n < 600; n += 1) log('failed', 'x'.repeat(10_000))
  expect((await readFile(file)).length).toBeLessThan(1_010_000)
  expect((await readFile(`${file}.1`)).length).toBeLessThan(1_010_000)
  openLog(
    join(file, 'below', 'a-file.log'),
    (text) => text,
    () => new Date(0),
  )('lost')
})
