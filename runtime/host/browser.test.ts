import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Browser } from './browser.ts'
import type { BrowserOptions } from './browser-flags.ts'
import { findBrowser } from './find-browser.js'
import { textOf } from './inject.ts'
import type { PageTarget } from './page-gate.ts'

const folders: string[] = []

function options(): BrowserOptions {
  const profile = mkdtempSync(join(tmpdir(), 'browser-'))
  folders.push(profile)
  const { path } = findBrowser()
  if (path === null) throw new Error('These tests need a browser; npm test installs one.')
  return {
    executable: path,
    profile,
    isHeadless: true,
    debugPort: null,
    isSandboxed: false,
    language: 'en-US',
  }
}

let browser: Browser
let page: PageTarget

async function evaluate(expression: string, contextId?: number): Promise<unknown> {
  const context = contextId === undefined ? {} : { contextId }
  const call = { expression, awaitPromise: true, returnByValue: true, ...context }
  const { result, exceptionDetails } = await browser.cdp.send('Runtime.evaluate', call, page.sessionId)
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
  return result.value
}

beforeAll(async () => {
  browser = new Browser(options())
  await browser.start()
  page = await browser.openWindow({ width: 800, height: 600 }, '')
  await browser.cdp.send('Page.enable', {}, page.sessionId)
  const loaded = Promise.withResolvers<void>()
  browser.cdp.on('Page.loadEventFired', () => loaded.resolve(), page.sessionId)
  await browser.cdp.send('Page.navigate', { url: 'data:text/html,<p>two worlds' }, page.sessionId)
  await loaded.promise
})

afterAll(async () => {
  await browser.close()
  for (const folder of folders)
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
})

describe('the bridge between two worlds of a real page', () => {
  let isolated: number

  beforeAll(async () => {
    const { frameTree } = await browser.cdp.send('Page.getFrameTree', {}, page.sessionId)
    const world = { frameId: frameTree.frame.id, worldName: 'preload' }
    const made = await browser.cdp.send('Page.createIsolatedWorld', world, page.sessionId)
    isolated = made.executionContextId
    const expose = '(key, api) => { window[key] = api }'
    const ends = "secret: 'it', mine: ':page', theirs: ':preload'"
    await evaluate(`${textOf('bridge.js')}; makeBridge({ ${ends}, onExpose: ${expose} }); 0`)
    const other = "secret: 'it', mine: ':preload', theirs: ':page'"
    await evaluate(
      `${textOf('bridge.js')}; globalThis.freed = 0
       makeBridge({ ${other} }).expose('api', {
         add: (a, b) => a + b,
         later: async (value) => value,
         kinds: (value) => Object.prototype.toString.call(value),
         own: (value) => Object.getPrototypeOf(value) === Object.prototype,
         deep: { list: [1, { two: 2n }] },
         throwing: () => { throw new RangeError('far') },
         each: (list, call) => list.map((item) => call(item)),
         keeps: (value) => value,
       }); 0`,
      isolated,
    )
  })

  test('returns at once, and later where a promise is given', async () => {
    expect(await evaluate('api.add(2, 3)')).toBe(5)
    expect(await evaluate("api.later('x')")).toBe('x')
    expect(await evaluate('api.each([1, 2, 3], (n) => n * 10).join()')).toBe('10,20,30')
  })

  test('makes objects of the world that receives them', async () => {
    expect(await evaluate('api.own({ a: 1 }) && api.kinds(new Map()) + api.kinds(new Uint8Array(2))')).toBe(
      '[object Map][object Uint8Array]',
    )
    const seen = 'const back = api.keeps({ when: new Date(5), list: [[]] })'
    expect(await evaluate(`${seen}; back.when instanceof Date && Array.isArray(back.list[0])`)).toBe(true)
    expect(await evaluate("Object.hasOwn(api.keeps(JSON.parse('{\"__proto__\": 1}')), '__proto__')")).toBe(
      true,
    )
  })

  test('freezes what is exposed, and keeps its values', async () => {
    expect(await evaluate('Object.isFrozen(api.deep.list[1]) && String(api.deep.list[1].two)')).toBe('2')
  })

  test('carries errors with name and message', async () => {
    const caught =
      '(() => { try { api.throwing() } catch (e) { return [e instanceof Error, e.name, e.message].join() } })()'
    expect(await evaluate(caught)).toBe('true,RangeError,far')
  })

  test('refuses nesting without end instead of overflowing', async () => {
    const endless = '(() => { const a = {}; a.a = a; try { api.keeps(a) } catch (e) { return e.message } })()'
    expect(await evaluate(endless)).toContain('recursion depth exceeded')
  })

  test('gives the preload no handle on the page and the page none on the preload', async () => {
    expect(await evaluate('typeof globalThis.freed')).toBe('undefined')
    expect(await evaluate('typeof globalThis.api', isolated)).toBe('undefined')
    const constructed = "api.add.constructor('return typeof freed')()"
    expect(await evaluate(constructed)).toBe('undefined')
  })
})

test('a page that nobody announced is closed before it asks anything', async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const gone = new Promise<string>((resolve) =>
    browser.cdp.on('Target.targetDestroyed', ({ targetId }) => resolve(targetId)),
  )
  const { targetId } = await browser.cdp.send('Target.createTarget', { url })
  expect(await gone).toBe(targetId)
  const { targetInfos } = await browser.cdp.send('Target.getTargets')
  expect(targetInfos.filter(({ type }) => type === 'page').map((each) => each.targetId)).toEqual([
    page.targetId,
  ])
  expect(asked).toEqual([])
  server.close()
})

test('the browser ends when the process that started it is killed', async () => {
  const script = `
    import { Browser } from ${JSON.stringify(join(import.meta.dirname, 'browser.ts'))}
    const browser = new Browser(${JSON.stringify(options())})
    await browser.start()
    console.log(browser.pid)
    setInterval(() => undefined, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const pid = await new Promise<number>((resolve) =>
    child.stdout.once('data', (text: Buffer) => resolve(Number(text))),
  )
  const isAlive = (): boolean => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }
  expect(isAlive()).toBe(true)
  child.kill('SIGKILL')
  await vi.waitUntil(() => !isAlive(), { timeout: 15_000, interval: 100 })
})

test('a browser that cannot start says why in one line', async () => {
  const broken = new Browser({ ...options(), executable: '/bin/false' })
  await expect(broken.start()).rejects.toMatchObject({ code: 'failed', message: '/bin/false did not start.' })
  const absent = new Browser({ ...options(), executable: '/nowhere/chromium' })
  await expect(absent.start()).rejects.toMatchObject({
    code: 'failed',
    message: expect.stringContaining('ENOENT'),
  })
})

test('a window that is only opening fails at once when the browser ends', async () => {
  const other = new Browser(options())
  await other.start()
  const { page: opening } = other.gate.expectPage('')
  const failed = expect(opening).rejects.toThrow('The browser ended before it opened the window.')
  await other.close()
  await failed
})

test('a browser that is only starting is ended by closing it', async () => {
  const other = new Browser(options())
  const started = expect(other.start()).rejects.toMatchObject({ code: 'failed' })
  await other.close()
  await started
})
