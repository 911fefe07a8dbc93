import { expect, test, vi } from 'vitest'
import { createClient } from '../bridge/client.ts'
import { createFakeBridge } from '../testing/fake-bridge.ts'
import { sampleRows } from '../testing/sample-rows.ts'
import { createThreadStore } from './thread-store.ts'

const THREAD = 'long.json'
const ROWS = sampleRows({ turns: 900 })

function make(more: Parameters<typeof createFakeBridge>[0] = {}) {
  const bridge = createFakeBridge({ workspace: { threads: new Map([[THREAD, ROWS]]) }, ...more })
  return { bridge, store: createThreadStore(createClient(bridge), THREAD) }
}
const pages = (bridge: ReturnType<typeof createFakeBridge>) =>
  bridge.calls.filter((call) => call.route === 'thread.page').length

test('opening asks once and shows the last rows', async () => {
  const { bridge, store } = make()
  await store.open()
  expect(bridge.calls.map((call) => call.route)).toEqual(['thread.open'])
  expect(store.getState().rows.has(ROWS.length - 1)).toBe(true)
  store.need(ROWS.length - 10, ROWS.length - 1)
  expect(pages(bridge)).toBe(0)
})
test('rows near the reader are read once, in pages', async () => {
  const { bridge, store } = make()
  await store.open()
  store.need(100, 130)
  store.need(101, 131)
  await vi.waitFor(() => expect(store.getState().rows.has(130)).toBe(true))
  expect(pages(bridge)).toBe(2)
})
test('a walk through the whole thread keeps few rows', async () => {
  const { store } = make()
  await store.open()
  let most = 0
  for (let at = ROWS.length - 1; at > 0; at -= 30) {
    store.need(Math.max(0, at - 20), at)
    await vi.waitFor(() => expect(store.getState().rows.has(Math.max(0, at - 20))).toBe(true))
    most = Math.max(most, store.getState().rows.size)
  }
  expect(ROWS.length).toBeGreaterThan(2000)
  expect(most).toBeLessThanOrEqual(420)
})
test('a page that fails can be asked for again and does not take the rest along', async () => {
  let fails = true
  const { store } = make({
    requests: {
      'thread.page': ({ from, limit }) => {
        if (fails) throw new Error('disk')
        return { from, total: ROWS.length, rows: ROWS.slice(from, from + limit) }
      },
    },
  })
  await store.open()
  store.need(80, 90)
  await vi.waitFor(() => expect(store.getState().failedPages.has(80)).toBe(true))
  expect(store.getState().phase.kind).toBe('ready')
  fails = false
  store.retryPages()
  await vi.waitFor(() => expect(store.getState().rows.has(85)).toBe(true))
})
test('a page asked for before the file was read again does not mix in', async () => {
  let release: (() => void) | null = null
  const { store } = make({
    requests: {
      'thread.page': async ({ from, limit }) => {
        await new Promise<void>((resolve) => {
          release = resolve
        })
        return { from, total: ROWS.length, rows: ROWS.slice(from, from + limit) }
      },
    },
  })
  await store.open()
  store.need(0, 5)
  await vi.waitFor(() => expect(release).not.toBeNull())
  const answer: (() => void) | null = release
  await store.open()
  // The promise above set it; the compiler cannot see that.
  ;(answer as unknown as () => void)()
  await Promise.resolve()
  await new Promise((resolve) => setTimeout(resolve))
  expect(store.getState().rows.has(0)).toBe(false)
})
test('a thread that cannot be opened says why', async () => {
  const bridge = createFakeBridge()
  const store = createThreadStore(createClient(bridge), 'gone.json')
  await store.open()
  expect(store.getState().phase).toMatchObject({ kind: 'failed', error: { code: 'file-not-found' } })
})
test('rows that are there are never replaced, so that nothing settled is drawn again', async () => {
  const { store } = make()
  await store.open()
  store.need(80, 90)
  await vi.waitFor(() => expect(store.getState().rows.has(119)).toBe(true))
  const before = store.getState().rows.get(100)
  // The row above it is let go of and asked for again; the page is the same.
  store.setState((state) => {
    const rows = new Map(state.rows)
    rows.delete(85)
    return { rows }
  })
  store.need(80, 95)
  await vi.waitFor(() => expect(store.getState().rows.has(85)).toBe(true))
  expect(store.getState().rows.get(100)).toBe(before)
})
test('a page that comes in several answers is read to its end', async () => {
  const { bridge, store } = make({
    requests: {
      'thread.page': ({ from, limit }) => ({
        from,
        total: ROWS.length,
        rows: ROWS.slice(from, from + Math.min(limit, 15)),
      }),
    },
  })
  await store.open()
  store.need(80, 119)
  await vi.waitFor(() => expect(store.getState().rows.has(119)).toBe(true))
  expect(pages(bridge)).toBe(3)
})
test('tokens and notes that arrive later join what is known, and closing is told', async () => {
  const { bridge, store } = make()
  store.setMeasured({ messages: 1, tokens: 1, notes: [] })
  expect(store.getState().phase.kind).toBe('loading')
  await store.open()
  const rows = store.getState().rows
  store.setMeasured({ messages: ROWS.length, tokens: 4_321, notes: [{ code: 'missing-blobs', count: 2 }] })
  expect(store.getState().phase).toMatchObject({ opened: { tokens: 4_321, notes: [{ count: 2 }] } })
  expect(store.getState().rows).toBe(rows)
  store.close()
  expect(bridge.calls.at(-1)).toMatchObject({ route: 'thread.close', input: { thread: THREAD } })
})

test('messages that come to the end appear with their facts in one commit; a row whose call was answered is read anew', async () => {
  const { bridge, store } = make()
  await store.open()
  const grown = [...ROWS, ...sampleRows({ turns: 2 }).map((row, at) => ({ ...row, index: ROWS.length + at }))]
  bridge.workspace.threads.set(THREAD, grown)
  const last = store.getState().rows.get(ROWS.length - 1)
  const lengths: number[] = []
  store.subscribe(({ phase, rows }) => {
    if (phase.kind !== 'ready') return
    const { messages } = phase.opened
    lengths.push(messages)
    // Never a row that is only a grey bar at the end.
    expect(rows.has(messages - 1)).toBe(true)
  })
  await store.append(ROWS.length - 1, grown.length)
  expect(lengths).toEqual([grown.length])
  expect(store.getState().phase).toMatchObject({ opened: { messages: grown.length, turns: 902 } })
  expect(store.getState().rows.get(ROWS.length - 1)).toEqual(last)
})
test('news that comes while earlier news is being read is not lost', async () => {
  const { bridge, store } = make()
  await store.open()
  const more = (count: number) => [
    ...ROWS,
    ...sampleRows({ turns: 9 })
      .slice(0, count)
      .map((row, at) => ({ ...row, index: ROWS.length + at })),
  ]
  bridge.workspace.threads.set(THREAD, more(1))
  const first = store.append(ROWS.length, ROWS.length + 1)
  bridge.workspace.threads.set(THREAD, more(4))
  await Promise.all([first, store.append(ROWS.length + 1, ROWS.length + 4)])
  expect(store.getState().phase).toMatchObject({ opened: { messages: ROWS.length + 4 } })
  expect(store.getState().rows.has(ROWS.length + 3)).toBe(true)
})
test('a long jump of the end reads one page, not everything between', async () => {
  const { bridge, store } = make()
  await store.open()
  const grown = sampleRows({ turns: 1800 })
  bridge.workspace.threads.set(THREAD, grown)
  await store.append(ROWS.length, grown.length)
  expect(pages(bridge)).toBeLessThanOrEqual(2)
  expect(store.getState().rows.has(grown.length - 1)).toBe(true)
})
