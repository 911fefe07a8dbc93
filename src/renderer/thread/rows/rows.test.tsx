// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Row, RowPart } from '../../../shared/thread/row.ts'
import { createClient } from '../../bridge/client.ts'
import { createFakeBridge } from '../../testing/fake-bridge.ts'
import { renderInApp } from '../../testing/render-app.tsx'
import { sampleRows } from '../../testing/sample-rows.ts'
import { ThreadContext } from '../thread-context.ts'
import { createThreadStore } from '../thread-store.ts'
import { RowView } from './row-view.tsx'

afterEach(cleanup)

const T = 'one.json'

async function show(
  rows: readonly Row[],
  index: number,
  more: { readonly language?: 'zh-CN'; readonly isUnread?: boolean } = {},
) {
  const base = createFakeBridge()
  const bridge = createFakeBridge({
    workspace: {
      threads: new Map([[T, rows]]),
      settings: { ...base.workspace.settings, language: more.language ?? 'en' },
    },
  })
  const store = createThreadStore(createClient(bridge), T)
  await store.open()
  if (more.isUnread !== true) {
    store.need(index, index)
    await waitFor(() => expect(store.getState().rows.has(index)).toBe(true))
  }
  const actions = { store, showText: vi.fn(), showImage: vi.fn(), showRaw: vi.fn(), openSource: vi.fn() }
  const checkpointIndex = rows.find((row) => row.kind === 'checkpoint')?.index ?? null
  renderInApp(
    <ThreadContext value={actions}>
      <RowView index={index} total={rows.length} checkpointIndex={checkpointIndex} />
    </ThreadContext>,
    { bridge },
  )
  return { bridge, actions }
}
function prompt(text: string, more: readonly RowPart[] = []): Row {
  return {
    kind: 'user',
    index: 0,
    id: 'm0',
    tokens: 1,
    turn: 1,
    role: 'prompt',
    parts: [{ kind: 'text', body: { text, totalChars: text.length, isCut: false } }, ...more],
  }
}
const ROWS = sampleRows({ turns: 12, hasMeta: true, hasCheckpoint: true, endsWithDraft: true })
const find = (wanted: (row: Row) => boolean) => ROWS.findIndex(wanted)
const withCall = (state: string) =>
  find((row) => row.kind === 'assistant' && row.calls.some((call) => call.state === state))

test('a row tells its place and how many there are', async () => {
  await show(ROWS, 3)
  const row = screen.getByRole('article')
  expect(row.getAttribute('aria-posinset')).toBe('4')
  expect(row.getAttribute('aria-setsize')).toBe(String(ROWS.length))
})
test('B-50 a checkpoint is a checkpoint and nothing that a person said', async () => {
  const { actions } = await show(ROWS, 1)
  expect(screen.getByRole('article', { name: 'Checkpoint' })).toBeTruthy()
  expect(screen.queryByText('You')).toBeNull()
  expect(screen.getByText('214 messages beneath')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Rules from you' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Open original' }))
  expect(actions.openSource).toHaveBeenCalledWith('nightly-backup.json', false)
})
test('a copy of a copy leads to the one before and to the thread that all began with', async () => {
  const rows = ROWS.map((row) =>
    row.kind === 'checkpoint' && row.origin !== null
      ? { ...row, origin: { ...row.origin, sourceName: 'nightly-backup-compact-1.json' } }
      : row,
  )
  const { actions } = await show(rows, 1)
  fireEvent.click(screen.getByRole('button', { name: 'Open compact-1' }))
  fireEvent.click(screen.getByRole('button', { name: 'Open original' }))
  expect(actions.openSource.mock.calls).toEqual([
    ['nightly-backup-compact-1.json', false],
    ['nightly-backup-compact-1.json', true],
  ])
})
test('a failed call opens by itself and shows its result, a good one only when asked', async () => {
  const { bridge } = await show(ROWS, withCall('failed'))
  expect(await screen.findByText(/AssertionError/)).toBeTruthy()
  expect(screen.getByRole('button', { name: /bash.*failed/ }).getAttribute('aria-expanded')).toBe('true')
  cleanup()
  const good = await show(
    ROWS,
    find((row) => row.kind === 'assistant' && row.calls[0]?.name === 'grep'),
  )
  expect(good.bridge.calls.some((call) => call.route === 'thread.call')).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: /grep/ }))
  expect(await screen.findByText(/part-3\.spec\.ts/)).toBeTruthy()
  expect(bridge.calls.some((call) => call.route === 'thread.call')).toBe(true)
})
test('a call without a result says so in words', async () => {
  await show(ROWS, withCall('missing'))
  expect(screen.getByRole('button', { name: /web_search.*no result/ })).toBeTruthy()
})
test('a result that was cut offers the rest with its size', async () => {
  const { actions } = await show(
    ROWS,
    find((row) => row.kind === 'assistant' && row.calls[0]?.tokens === 18_230),
  )
  fireEvent.click(screen.getByRole('button', { name: /pnpm test/ }))
  fireEvent.click(await screen.findByRole('button', { name: /Show all \(3\.2\sMB\)/ }))
  expect(actions.showText).toHaveBeenCalledWith(expect.objectContaining({ kind: 'output', call: 0 }), 'bash')
})
test('thinking is folded; encrypted reasoning says what it is', async () => {
  await show(
    ROWS,
    find((row) => row.kind === 'assistant' && row.thinking !== null),
  )
  expect(screen.queryByText(/queue is rebuilt on start/)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Thinking' }))
  expect(screen.getByText(/queue is rebuilt on start/)).toBeTruthy()
  cleanup()
  await show(
    ROWS,
    find((row) => row.kind === 'assistant' && row.hasPrivateReasoning),
  )
  expect(screen.getByText(/Kept encrypted by the provider/)).toBeTruthy()
})
test('a signature beside readable thinking is not called encrypted', async () => {
  const row = ROWS.find((each) => each.kind === 'assistant' && each.thinking !== null)
  if (row?.kind !== 'assistant') throw new Error('no thinking')
  const signed = { ...row, hasPrivateReasoning: true }
  await show(ROWS.with(row.index, signed), row.index)
  expect(screen.getByText('Thinking')).toBeTruthy()
  expect(screen.queryByText(/Kept encrypted by the provider/)).toBeNull()
})
test('a last line that was cut off is told as such, not as something a program put in', async () => {
  const text = '{"type":"unreadable"}'
  const line: Row = {
    kind: 'user',
    index: 1,
    id: 'm1',
    tokens: 1,
    turn: null,
    role: 'context',
    parts: [{ kind: 'other', type: 'unreadable', body: { text, totalChars: text.length, isCut: false } }],
  }
  await show([prompt('Go on.'), line], 1)
  expect(screen.getByText('the last line is not complete; it may still be being written')).toBeTruthy()
  cleanup()
  await show([prompt('Go on.'), line, { ...line, index: 2, id: 'm2' }], 1)
  expect(screen.getByText('of the source, no message')).toBeTruthy()
  expect(screen.queryByText('put in by a program, not typed')).toBeNull()
})
test('a broken record shows itself and the way to its bytes', async () => {
  const { actions } = await show(
    ROWS,
    find((row) => row.kind === 'broken'),
  )
  fireEvent.click(screen.getByRole('button', { name: 'Show raw' }))
  expect(actions.showRaw).toHaveBeenCalled()
})
test('a draft and the meta prompt are no turns', async () => {
  await show(ROWS, ROWS.length - 1)
  expect(screen.getByRole('article', { name: /Draft/ })).toBeTruthy()
  cleanup()
  await show(ROWS, 0)
  expect(screen.getByRole('article', { name: /Meta prompt/ })).toBeTruthy()
})
test('B-86 B-87 Markdown loads no picture, runs no HTML and names where a picture would come from', async () => {
  await show(
    [prompt('![chart](https://evil.example/x.png) <img src=x onerror=alert(1)><script>1</script>')],
    0,
  )
  const row = screen.getByRole('article')
  expect(row.querySelector('img, script, iframe')).toBeNull()
  expect(row.textContent).toContain('<img src=x onerror=alert(1)>')
  expect(screen.getByRole('link', { name: 'picture not loaded: chart' })).toBeTruthy()
})
test.each(['javascript:alert(1)', 'file:///etc/passwd', 'http://example.org', 'data:text/html,x'])(
  'B-86 a link to %s is no link',
  async (url) => {
    await show([prompt(`[press](${url})`)], 0)
    expect(screen.getByText('press')).toBeTruthy()
    expect(screen.queryByRole('link')).toBeNull()
  },
)
test('B-86 a link shows its host before it leaves the program', async () => {
  const { bridge } = await show([prompt('[docs](https://docs.example.org/a)')], 0)
  fireEvent.click(screen.getByRole('link', { name: 'docs' }))
  expect(bridge.calls.some((call) => call.route === 'link.open')).toBe(false)
  const dialog = await screen.findByRole('dialog', { hidden: true })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Open docs.example.org', hidden: true }))
  await waitFor(() =>
    expect(bridge.calls).toContainEqual({ route: 'link.open', input: { url: 'https://docs.example.org/a' } }),
  )
})
test('pictures come by address, lazily, and enlarge on a click', async () => {
  const image = { kind: 'image', url: '/media/a', mimeType: 'image/png', bytes: 2048 } as const
  const { actions } = await show([prompt('see', [image])], 0)
  const picture = screen.getByRole('img')
  expect(picture.getAttribute('loading')).toBe('lazy')
  fireEvent.click(screen.getByRole('button', { name: /Enlarge picture/ }))
  expect(actions.showImage).toHaveBeenCalledWith(image)
})
test('Chinese text is marked as Chinese, whatever the language of the window', async () => {
  await show([prompt('还原之后顺序不能变，请先写一个失败的测试。')], 0)
  expect(document.querySelector('.prose')?.getAttribute('lang')).toBe('zh-CN')
})
test('the words around a row are Chinese in the Chinese window', async () => {
  await show([prompt('hello')], 0, { language: 'zh-CN' })
  expect(screen.getByRole('article', { name: '你 第 1 轮' })).toBeTruthy()
})
test('a row whose page has not come yet is a grey place-holder', async () => {
  await show(sampleRows({ turns: 60 }), 2, { isUnread: true })
  expect(screen.getByRole('img', { name: 'Reading message 3' })).toBeTruthy()
})
