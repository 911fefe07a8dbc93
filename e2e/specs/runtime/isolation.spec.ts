import { expect } from '@playwright/test'
import { test } from './host-app.ts'

test('a page sees no Node, no IPC and nothing of the host', async ({ page }) => {
  const seen = await page.evaluate(() => {
    const suspicious =
      /^(require|process|module|exports|global|Buffer|setImmediate|ipcRenderer)$|electron|^host|^__/i
    const fresh = document.createElement('iframe')
    document.body.append(fresh)
    const usual = new Set(Object.getOwnPropertyNames(fresh.contentWindow))
    fresh.remove()
    const own = Object.getOwnPropertyNames(window)
    return {
      suspicious: own.filter((name) => suspicious.test(name)),
      added: own.filter((name) => !usual.has(name)),
    }
  })
  expect(seen.suspicious).toEqual([])
  expect(seen.added.filter((name) => name !== 'test')).toEqual([])
})

test('the preload sees no Node either', async ({ page }) => {
  expect(await page.evaluate(() => window.test.hasNode())).toBe('undefined,undefined,undefined')
  expect(await page.evaluate(() => window.test.platform)).toBe(process.platform)
})

test('the exposed API is frozen through and through, and cannot be replaced', async ({ page }) => {
  const seen = await page.evaluate(() => {
    const api = window.test
    const slot = Object.getOwnPropertyDescriptor(window, 'test')
    const inner = api.nested.list[1]
    return {
      frozen: [api, api.nested, api.nested.list, inner, api.upper].map((each) => Object.isFrozen(each)),
      slot: [slot?.writable, slot?.configurable],
      list: JSON.stringify(api.nested.list),
    }
  })
  expect(seen).toEqual({
    frozen: [true, true, true, true, true],
    slot: [false, false],
    list: '[1,{"deep":true}]',
  })
})

test('inline script and eval are blocked by the policy', async ({ page }) => {
  const violated = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective))
        const script = document.createElement('script')
        script.textContent = 'window.hacked = 1'
        document.body.append(script)
      }),
  )
  expect(violated).toMatch(/^script-src/)
  // Code of `evaluate` itself may use eval; a timer's callback runs as the page would.
  const outcome = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        setTimeout(() => {
          try {
            resolve(String(new Function('return 1')()))
          } catch (error) {
            resolve(error instanceof Error ? error.name : 'other')
          }
        })
      }),
  )
  expect(outcome).toBe('EvalError')
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
})

test('a page that patches built-ins learns nothing of the bridge and does not break it', async ({ page }) => {
  const seen = await page.evaluate(async () => {
    const caught: string[] = []
    const targets: readonly (readonly [object, string])[] = [
      [EventTarget.prototype, 'dispatchEvent'],
      [EventTarget.prototype, 'addEventListener'],
      [Event.prototype, 'stopImmediatePropagation'],
      [Map.prototype, 'get'],
      [Map.prototype, 'set'],
      [Array.prototype, 'map'],
      [Array.prototype, 'push'],
      [CustomEvent.prototype, 'detail'],
    ]
    const kept = targets.map(([object, name]) => Object.getOwnPropertyDescriptor(object, name))
    for (const [object, name] of targets) {
      const spy = (): never => {
        caught[caught.length] = name
        throw new Error(`patched ${name}`)
      }
      Object.defineProperty(object, name, { get: spy, configurable: true })
    }
    Object.defineProperty(Object.prototype, 'kind', { get: () => 'call', configurable: true })
    let upper = ''
    let echoed: unknown
    try {
      upper = window.test.upper('still')
      echoed = await window.test.invoke('echo', ['a', { b: 1 }])
    } finally {
      // What carries this function's answer to the spec uses them too.
      for (let at = 0; at < targets.length; at += 1) {
        const [object, name] = targets[at] ?? [{}, '']
        Object.defineProperty(object, name, kept[at] ?? {})
      }
      Reflect.deleteProperty(Object.prototype, 'kind')
    }
    return { caught, upper, echoed: JSON.stringify(echoed) }
  })
  expect(seen).toEqual({ caught: [], upper: 'STILL', echoed: '["a",{"b":1}]' })
})

test('a request outside the bundle, or up from it, is refused by the handler', async ({ page }) => {
  const statuses = await page.evaluate(async () => {
    const paths = ['/page.js', '/missing.js', '/..%2fpreload.cjs', '/%2e%2e/main.js']
    return Promise.all(paths.map(async (path) => (await fetch(path)).status))
  })
  expect(statuses).toEqual([200, 404, 403, 404])
})

test('main sees app:// addresses', async ({ app, page }) => {
  await page.getByRole('heading', { name: 'Host test' }).waitFor()
  expect(
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getURL()),
  ).toBe('app://bundle/index.html')
})
