// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { SearchAnswer } from '../../shared/search/answer.ts'
import { createFakeBridge } from '../testing/fake-bridge.ts'
import { renderInApp } from '../testing/render-app.tsx'
import { SearchView } from './search-view.tsx'

afterEach(cleanup)
vi.setConfig({ testTimeout: 30_000 })

const FOUND: SearchAnswer = {
  groups: [
    {
      thread: 'work/a.json',
      title: { text: 'a walrus', marks: [[2, 8]] },
      folder: 'work',
      sameOutside: null,
      modifiedMs: 0,
      hits: [
        {
          index: 41,
          role: 'assistant',
          place: 'tool',
          snippet: { text: 'the walrus sleeps', marks: [[4, 10]] },
          atMs: null,
        },
      ],
      count: 12,
      isCountComplete: false,
    },
  ],
  hasMore: false,
  isNarrowed: false,
  bound: null,
  progress: { indexed: 10, total: 10, isRunning: false },
}

function show(answer: (text: string) => SearchAnswer, language: 'en' | 'zh-CN' = 'en') {
  const settings = { ...createFakeBridge().workspace.settings, language }
  const bridge = createFakeBridge({
    workspace: { settings },
    requests: {
      'search.query': ({ text }) => answer(text),
      'search.progress': () => ({ indexed: 10, total: 10, isRunning: false }),
      'search.recent': () => ['otter'],
      'search.remember': ({ text }) => [text, 'otter'],
      'search.forgetRecent': () => [],
    },
  })
  const onOpenHit = vi.fn()
  const view = renderInApp(<SearchView focusKey={0} onOpenHit={onOpenHit} />, { bridge })
  const field = screen.getByRole<HTMLInputElement>('searchbox')
  return {
    ...view,
    field,
    onOpenHit,
    type: (text: string) => fireEvent.change(field, { target: { value: text } }),
    asked: () => bridge.calls.filter(({ route }) => route === 'search.query').map(({ input }) => input),
  }
}

test('before typing there are recent searches, and one of them is asked again', async () => {
  const { field, asked } = show(() => FOUND)
  expect(field.matches(':focus')).toBe(true)
  fireEvent.click(await screen.findByRole('button', { name: 'otter' }))
  expect(field.value).toBe('otter')
  await waitFor(() => expect(asked()).toMatchObject([{ text: 'otter', hasTools: true, hasThinking: false }]))
})

test('a hit is opened by the keyboard with its message and words, and the search is remembered', async () => {
  const { type, field, onOpenHit, bridge } = show(() => FOUND)
  type('walrus role:assistant')
  await screen.findByText('sleeps', { exact: false })
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  const title = screen.getByRole('button', { name: /a walrus/ })
  expect(title.matches(':focus')).toBe(true)
  fireEvent.keyDown(title, { key: 'ArrowDown' })
  const hit = screen.getByRole('button', { name: /sleeps/ })
  expect(hit.matches(':focus')).toBe(true)
  expect(hit.textContent).toContain('Message 42')
  fireEvent.click(hit)
  expect(onOpenHit).toHaveBeenCalledWith({ thread: 'work/a.json', index: 41, find: 'walrus' })
  expect(bridge.calls.some(({ route }) => route === 'search.remember')).toBe(true)
  expect(screen.getByText('12+ messages')).toBeTruthy()
})

test('a thread is told by its title and by the file it has in the sidebar; of one outside it says so', async () => {
  const { type } = show(() => ({
    ...FOUND,
    groups: FOUND.groups.map((group) => ({ ...group, sameOutside: '/elsewhere/a.jsonl' })),
  }))
  type('walrus')
  const title = await screen.findByRole('button', { name: /a walrus/ })
  expect(title.textContent).toContain('a.json')
  expect(title.textContent).toContain('also outside the workspace')
})

test('a filter that says nothing is underlined and told, with its fix', async () => {
  const { type, field, container } = show(() => FOUND)
  type('role:asistant walrus')
  expect(container.querySelector('u')?.textContent).toBe('role:asistant')
  fireEvent.click(await screen.findByRole('button', { name: 'Use role:assistant' }))
  expect(field.value).toBe('role:assistant walrus')
  await waitFor(() => expect(container.querySelector('u')).toBeNull())
})

test('where nothing is found the scope can be widened', async () => {
  const { type, asked, field } = show((text) => (text === 'x' ? FOUND : { ...FOUND, groups: [] }))
  type('x tool:grep')
  await screen.findByRole('heading', { name: 'No results for “x tool:grep”.' })
  fireEvent.click(screen.getByRole('button', { name: 'Look in thinking too' }))
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ hasThinking: true }))
  fireEvent.click(await screen.findByRole('button', { name: 'Search without filters' }))
  expect(field.value).toBe('x')
  await screen.findByText('sleeps', { exact: false })
})

test('a filter that cannot be read names both forms of a date, and nothing is offered that finds no more', async () => {
  const { type } = show(() => ({ ...FOUND, groups: [] }))
  type('before:2026-13')
  await screen.findByRole('heading', { name: 'No results for “before:2026-13”.' })
  expect(screen.getByText(/2026-04-01 \(day\) or 2026-04 \(month\)/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Look in thinking too' })).toBeNull()
})

test('an answer to words that were changed meanwhile is not shown', async () => {
  const { type, asked } = show((text) => (text === 'walrus' ? FOUND : { ...FOUND, groups: [] }))
  type('wal')
  type('walrus')
  await screen.findByText('sleeps', { exact: false })
  expect(asked()).toHaveLength(1)
})

test('while the index is made it says how far it is, and asks again at the end', async () => {
  const { type, asked, bridge } = show(() => FOUND)
  type('walrus')
  await waitFor(() => expect(asked()).toHaveLength(1))
  bridge.send('search.progress', { indexed: 12_400, total: 80_000, isRunning: true })
  await screen.findByText('12,400 of 80,000 messages indexed. Results may be incomplete.')
  bridge.send('search.progress', { indexed: 80_000, total: 80_000, isRunning: false })
  await waitFor(() => expect(asked().length).toBeGreaterThan(1))
  expect(screen.queryByText(/messages indexed/)).toBeNull()
})

test('a search that failed says so and can be tried again', async () => {
  let isBroken = true
  const { type } = show(() => {
    if (isBroken) throw new Error('no')
    return FOUND
  })
  type('walrus')
  const again = await screen.findByRole('button', { name: 'Try again' })
  isBroken = false
  fireEvent.click(again)
  await screen.findByText('sleeps', { exact: false })
})
