import { expect } from '@playwright/test'
import { test } from './host-app.ts'

test('values keep their types on the way to main and back', async ({ page }) => {
  const seen = await page.evaluate(async () => {
    const sent = {
      date: new Date(7),
      map: new Map<unknown, unknown>([['a', 1n]]),
      set: new Set([1]),
      bytes: new Uint8Array([1, 2]),
      floats: new Float32Array([1.5]),
      nan: Number.NaN,
      nothing: undefined,
      expression: /a.b/giu,
      error: new TypeError('kept'),
      deep: { $: ['x'] },
      text: 'é\u2028"\n😀',
    }
    const back = (await window.test.invoke('echo', sent)) as typeof sent
    return [
      back.date.getTime(),
      back.map.get('a') === 1n,
      back.set.has(1),
      back.bytes instanceof Uint8Array && back.bytes[1],
      back.floats instanceof Float32Array && back.floats[0],
      Number.isNaN(back.nan),
      'nothing' in back,
      String(back.expression),
      back.error instanceof Error && back.error.message,
      back.deep.$[0],
      back.text === sent.text,
      Object.getPrototypeOf(back) === Object.prototype,
    ]
  })
  expect(seen).toEqual([7, true, true, 2, 1.5, true, true, '/a.b/giu', 'kept', 'x', true, true])
})

test('values, functions and promises cross to the preload and back at once', async ({ page }) => {
  const seen = await page.evaluate(async () => {
    const api = window.test
    const same = api.same({ when: new Date(3), list: [1, [2]], call: (n: number) => n + 1 }) as {
      when: Date
      list: unknown
      call: (n: number) => number
    }
    return [
      api.upper('abc'),
      same.when.getTime(),
      JSON.stringify(same.list),
      same.call(4),
      await api.later('soon'),
      api.callBack((a: number, b: number) => a * b, 6, 7),
      api.callBack(() => api.callBack(() => api.upper('nested'))),
      await (api.callBack(async () => 'promised') as Promise<string>),
    ]
  })
  expect(seen).toEqual(['ABC', 3, '[1,[2]]', 5, 'soon', 42, 'NESTED', 'promised'])
})

test('errors have the texts of Electron', async ({ page }) => {
  const seen = await page.evaluate(async () => {
    const caught = async (act: () => unknown): Promise<string> => {
      try {
        await act()
        return 'no error'
      } catch (error) {
        return error instanceof Error ? error.message : String(error)
      }
    }
    const api = window.test
    return [
      await caught(() => api.invoke('fail')),
      await caught(() => api.invoke('nowhere')),
      await caught(() => api.invoke('echo', () => 1)),
      await caught(() => api.invoke('function')),
      await caught(() => api.fails()),
      await caught(() => api.rejects()),
    ]
  })
  expect(seen).toEqual([
    "Error invoking remote method 'fail': TypeError: boom",
    "Error invoking remote method 'nowhere': Error: No handler registered for 'nowhere'",
    'An object could not be cloned.',
    "Error invoking remote method 'function': Error: An object could not be cloned.",
    'too far',
    'not today',
  ])
})

test('main pushes to the page until it unsubscribes', async ({ page }) => {
  const seen = await page.evaluate(async () => {
    const heard: number[] = []
    const stop = window.test.onTick((count, at) => heard.push(count, at.getTime()))
    await window.test.invoke('ticks', 2)
    stop()
    await window.test.invoke('ticks', 5)
    return heard
  })
  expect(seen).toEqual([0, 0, 1, 1])
})

test('a large answer arrives whole', async ({ page }) => {
  const length = await page.evaluate(async () => {
    const text = 'é"\\\n😀'.repeat(400_000)
    const back = (await window.test.invoke('echo', text)) as string
    return back === text ? back.length : -1
  })
  expect(length).toBe(2_400_000)
})

test('an answer for the page that was there before does not reach the next one', async ({ page, app }) => {
  await app.evaluate(({ ipcMain }) => {
    ipcMain.handle('slow', () => new Promise((resolve) => Object.assign(globalThis, { finish: resolve })))
  })
  await page.evaluate(() => {
    window.test.invoke('slow')
  })
  await expect.poll(() => app.evaluate(() => 'finish' in globalThis)).toBe(true)
  await page.reload()
  await page.getByText('connected').waitFor()
  const first = page.evaluate(async () => {
    // The same number as the call before the reload.
    const answer = window.test.invoke('echo', 'mine')
    return Promise.race([answer, new Promise((resolve) => setTimeout(resolve, 3000, 'nothing'))])
  })
  await app.evaluate(() => (globalThis as unknown as { finish: (value: string) => void }).finish('theirs'))
  expect(await first).toBe('mine')
})
