import { afterEach, expect, it, vi } from 'vitest'
import { AppError } from '../../shared/ipc/errors.ts'
import type { HostPort } from '../ports.ts'
import { testHost } from '../testing/test-host.ts'
import { type CoreWorker, startCoreWorker } from './core-worker.ts'
import type { StreamEnding } from './messages.ts'

const script = new URL('../testing/test-core-worker.ts', import.meta.url)
const started: CoreWorker[] = []

afterEach(async () => {
  for (const core of started.splice(0)) await core.stop(500)
})

function start(host: Partial<HostPort> = {}, resourcesDir = '/resources') {
  const events: [string, unknown][] = []
  const crashes: { error: AppError; isFinal: boolean }[] = []
  const core = startCoreWorker({
    script,
    start: { dataDir: '/data', resourcesDir },
    host: testHost(host),
    onEvent: (event, payload) => events.push([event, payload]),
    onCrash: (error, isFinal) => crashes.push({ error, isFinal }),
    now: () => 0,
  })
  started.push(core)
  return { core, events, crashes }
}

/** A worker starts in a moment, on a busy machine in some seconds. */
function waitFor(check: () => void): Promise<void> {
  return vi.waitFor(check, { timeout: 100_000, interval: 20 })
}

const never = new AbortController().signal
const options = (instructions: string) => ({
  thread: 't.json',
  options: {
    keepTurns: 1,
    instructions,
    summarizerId: 'built-in',
    detail: 'standard',
    language: 'same',
    budgetChars: null,
  },
})

it('keeps an AppError of the worker whole', async () => {
  const { core } = start()
  await expect(core.request('thread.open', { thread: 'a.json' }, never)).rejects.toMatchObject({
    code: 'file-not-found',
    params: { name: 'a.json', bytes: 12 },
    details: 'ENOENT',
  })
})

it('lets the worker use the host, and brings the host’s refusal back with its code', async () => {
  const written: string[] = []
  const { core } = start({
    chooseFolder: async () => '/home/work',
    writeClipboard: async (text) => void written.push(text),
    trashItem: async () => {
      throw new AppError('trash-unavailable', 'There is no trash here.', { params: { name: 'a' } })
    },
  })
  expect(await core.request('workspace.choose', undefined, never)).toMatchObject({ root: '/home/work' })
  await core.request('clipboard.write', { text: 'copied' }, never)
  expect(written).toEqual(['copied'])
  await expect(core.request('workspace.trash', { path: 'a' }, never)).rejects.toMatchObject({
    code: 'trash-unavailable',
    params: { name: 'a' },
  })
})

it('refuses names that are no route, also those of the prototype', async () => {
  const { core } = start()
  for (const name of [
    'nothing.here',
    'constructor',
    '__proto__',
    'toString',
    'compact.start',
    'chooseFolder',
  ]) {
    await expect(core.request(name, undefined, never)).rejects.toMatchObject({ code: 'unknown-route' })
  }
})

it('serves pictures and granted files', async () => {
  const { core } = start()
  expect(await core.media('/media/dot.png')).toEqual({
    mimeType: 'image/png',
    bytes: new Uint8Array([1, 2, 3]),
  })
  expect(await core.media('/media/none.png')).toBe(null)
  await core.grantFiles(['/tmp/x.json'])
  expect(await core.request('workspace.list', { folder: '' }, never)).toMatchObject([{ path: '/tmp/x.json' }])
})

it('carries an abort into the worker', async () => {
  const { core, events } = start()
  const abort = new AbortController()
  const waiting = core.request('provider.test', { id: 'p' }, abort.signal)
  await waitFor(() => expect(events).toContainEqual(['app.command', { command: 'waiting', argument: 'p' }]))
  abort.abort()
  await expect(waiting).rejects.toMatchObject({ code: 'cancelled' })
  await waitFor(() => expect(events).toContainEqual(['app.command', { command: 'aborted', argument: 'p' }]))
})

function collect(core: CoreWorker, instructions: string) {
  const frames: unknown[] = []
  const endings: StreamEnding[] = []
  const cancel = core.stream('compact.start', options(instructions), {
    frames: (some) => frames.push(...some),
    end: (ending) => endings.push(ending),
  })
  return { frames, endings, cancel }
}

it('streams frames to one ending: done, failed or cancelled', async () => {
  const { core, events } = start()
  const done = collect(core, '500 done')
  const failed = collect(core, '3 fail')
  const stopped = collect(core, '2 wait')
  await waitFor(() => expect(stopped.frames.length).toBe(2))
  stopped.cancel()
  stopped.cancel()
  await waitFor(() => expect(done.endings.length + failed.endings.length + stopped.endings.length).toBe(3))
  expect(done.frames.length).toBe(500)
  expect(done.endings).toEqual([{ kind: 'done' }])
  expect(failed.frames.length).toBe(3)
  expect(failed.endings).toEqual([{ kind: 'failed', error: expect.objectContaining({ code: 'stream-cut' }) }])
  expect(stopped.endings).toEqual([{ kind: 'cancelled' }])
  await waitFor(() =>
    expect(events).toContainEqual(['app.command', { command: 'stream-aborted', argument: 'built-in' }]),
  )
})

it('rejects everything in flight when the worker dies, and starts a new one', async () => {
  const { core, crashes } = start()
  const stream = collect(core, '1 wait')
  await waitFor(() => expect(stream.frames.length).toBe(1))
  const waiting = core.request('provider.test', { id: 'p' }, never)
  const crashing = core.request('workspace.list', { folder: 'throw' }, never)
  await expect(crashing).rejects.toMatchObject({ code: 'internal' })
  await expect(waiting).rejects.toMatchObject({ code: 'internal' })
  expect(stream.endings).toMatchObject([{ kind: 'failed', error: { code: 'internal' } }])
  expect(crashes).toMatchObject([{ isFinal: false }])
  expect(crashes[0]?.error.details).toContain('a bug in the core')
  expect(await core.media('/media/none.png')).toBe(null)
})

it('tells the core that follows a dead one so, and the first one not', async () => {
  const { core } = start()
  expect(await core.request('app.notices', undefined, never)).toEqual([])
  await core.request('workspace.list', { folder: 'crash' }, never).catch(() => undefined)
  expect(await core.request('app.notices', undefined, never)).toMatchObject([{ code: 'core-restarted' }])
})

it('stays down after the third crash within a minute and says so', async () => {
  const { core, crashes } = start()
  for (let n = 0; n < 3; n += 1) {
    await core.request('workspace.list', { folder: 'crash' }, never).catch(() => undefined)
  }
  expect(crashes.map((crash) => crash.isFinal)).toEqual([false, false, true])
  await expect(core.media('/media/dot.png')).rejects.toMatchObject({ code: 'internal' })
})

it('reports a core that cannot be built', async () => {
  const { crashes } = start({}, 'refuse')
  await waitFor(() => expect(crashes.at(-1)?.isFinal).toBe(true))
  expect(crashes[0]?.error.details).toContain('the core cannot be built')
})
