import { readFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import type { StreamMessage } from '../shared/ipc/bridge.ts'
import { createPreloadBridge } from './preload-bridge.ts'

function setUp() {
  const log: unknown[] = []
  let message: (id: string, message: StreamMessage<unknown>) => void = () => undefined
  let event: (name: string, payload: unknown) => void = () => undefined
  const bridge = createPreloadBridge({
    invoke: async (route, input) => ({ ok: true, data: [route, input] }),
    startStream: (...args) => log.push(['start', ...args]),
    cancelStream: (...args) => log.push(['cancel', ...args]),
    onMessage: (listener) => {
      message = listener
    },
    onEvent: (listener) => {
      event = listener
    },
  })
  return {
    bridge,
    log,
    message: (id: string, value: StreamMessage<unknown>) => message(id, value),
    event: (name: string, payload: unknown) => event(name, payload),
  }
}

it('offers three functions and nothing else', () => {
  expect(Object.keys(setUp().bridge).sort()).toEqual(['on', 'request', 'stream'])
})

it('requires only electron outside the program', () => {
  const source = readFileSync(new URL('./index.ts', import.meta.url), 'utf8')
  const imports = [...source.matchAll(/from '([^']+)'/g)].map((match) => match[1])
  expect(imports.filter((name) => !name?.startsWith('.'))).toEqual(['electron'])
  expect(source).not.toMatch(/sendSync|process\b|require\(/)
})

it('hands over the messages of a stream until its ending', () => {
  const { bridge, log, message } = setUp()
  const heard: unknown[] = []
  const cancel = bridge.stream('compact.start', { a: 1 }, (value) => heard.push(value))
  message('s0', { seq: 0, kind: 'frames', frames: [1] })
  message('other', { seq: 0, kind: 'done' })
  message('s0', { seq: 1, kind: 'done' })
  message('s0', { seq: 2, kind: 'frames', frames: [2] })
  expect(heard).toEqual([
    { seq: 0, kind: 'frames', frames: [1] },
    { seq: 1, kind: 'done' },
  ])
  cancel()
  expect(log).toEqual([['start', 's0', 'compact.start', { a: 1 }]])
})

it('cancels by the stream’s id, and leaves the ending to main', () => {
  const { bridge, log, message } = setUp()
  const heard: unknown[] = []
  const cancel = bridge.stream('compact.start', null, (value) => heard.push(value))
  cancel()
  cancel()
  message('s0', { seq: 0, kind: 'cancelled' })
  cancel()
  expect(log.filter((entry) => Array.isArray(entry) && entry[0] === 'cancel').length).toBe(2)
  expect(heard).toEqual([{ seq: 0, kind: 'cancelled' }])
})

it('gives listeners the payload only, each subscription by itself', () => {
  const { bridge, event } = setUp()
  const heard: unknown[][] = []
  const listener = (...args: unknown[]) => void heard.push(args)
  const first = bridge.on('theme.changed', listener)
  bridge.on('theme.changed', listener)
  event('theme.changed', { isDark: true })
  first()
  first()
  event('theme.changed', { isDark: false })
  event('settings.changed', {})
  expect(heard).toEqual([[{ isDark: true }], [{ isDark: true }], [{ isDark: false }]])
})

it('keeps a command that comes before anybody listens, until the page has set itself up', async () => {
  const { bridge, event } = setUp()
  event('app.command', { command: 'thread.open', argument: '/a' })
  event('theme.changed', { isDark: true })
  const heard: unknown[] = []
  bridge.on('theme.changed', (payload) => heard.push(payload))
  bridge.on('app.command', (payload) => heard.push(payload))
  expect(heard).toEqual([])
  await vi.waitFor(() => expect(heard.length).toBeGreaterThan(0))
  expect(heard).toEqual([{ command: 'thread.open', argument: '/a' }])
})
