import { createStore, type StoreApi } from 'zustand'
import type { CompactionOutcome } from '../../../shared/compact/event.ts'
import { AppError } from '../../../shared/ipc/errors.ts'
import type { CheckpointEntry, Mark, MessageMark, SendOutcome, TurnDelta } from '../../../shared/ipc/turn.ts'
import type { Client } from '../../bridge/client.ts'
import { withPieces, withWhole } from './live-pieces.ts'
import { FIRST_STATE, type RuntimeState, withTurn } from './runtime-state.ts'

/** The runtime of one open thread: its state and everything a person can ask of it. */
export interface RuntimeStore extends StoreApi<RuntimeState> {
  readonly thread: string
  readonly client: Client
  /** Follows main until the answer is called. */
  start(): () => void
  /** The thread shows this many messages now: a live reply among them leaves, and what still comes of it. */
  settle(messages: number): void
  send(text: string): Promise<SendOutcome>
  stop(): Promise<unknown>
  retry(): Promise<unknown>
  goOn(): Promise<unknown>
  answer(id: string, decision: 'once' | 'thread' | 'never'): Promise<unknown>
  unqueue(id: string): Promise<unknown>
  sendNow(id: string): Promise<unknown>
  compact(focus: string): Promise<CompactionOutcome>
  answerAsk(answer: 'compact' | 'later'): Promise<unknown>
  undo(id: string): Promise<void>
  restore(id: string): Promise<void>
  rename(id: string, name: string): Promise<void>
  /** The checkpoints as main has just told them. */
  showCheckpoints(entries: readonly CheckpointEntry[]): void
  mark(index: number, kind: MessageMark, isOn: boolean): Promise<void>
  /** Takes the result of a call out of what the model sees, or puts it back. */
  clearResult(index: number, call: number, isOn: boolean): Promise<void>
  setProvider(providerId: string | null): Promise<void>
  fork(index: number, text: string | null): Promise<{ readonly thread: string }>
  startNew(): Promise<{ readonly thread: string }>
  closeNotice(id: string): void
}

/** Runs a function once before the next paint. Given by tests. */
export type Schedule = (run: () => void) => void

const onFrame: Schedule = (run) => void requestAnimationFrame(run)

/** One per open thread. Nothing is asked until `start`. */
export function createRuntimeStore(
  client: Client,
  thread: string,
  schedule: Schedule = onFrame,
): RuntimeStore {
  const store = createStore<RuntimeState>(() => FIRST_STATE)
  const { setState } = store
  let pieces: TurnDelta[] = []
  let isFollowing = false
  let isScheduled = false
  /** That many messages are shown as rows: their replies are over. */
  let settled = 0
  /** Replies whose missing pieces could not be had: they show what there is. */
  let given = -1
  const running = new Map<string, Promise<unknown>>()

  /** All pieces since the last frame in one commit (B-81). */
  function flush() {
    isScheduled = false
    if (pieces.length === 0) return
    const { live, waiting } = withPieces(store.getState().live, pieces, settled)
    pieces = [...waiting]
    if (live !== store.getState().live) setState({ live })
    if (waiting.length > 0) void catchUp()
  }
  /** A piece is missing: the whole is asked for. What cannot be mended that way is not asked for again and again. */
  async function catchUp() {
    const wanted = pieces.at(-1)?.request ?? given
    if (wanted <= given) {
      pieces = []
      return
    }
    try {
      const { reply } = await once('state', () => client.request('turn.state', { thread }))
      if (!isFollowing) return
      takeWhole(reply)
      if (pieces.some(({ request }) => request === wanted)) given = wanted
    } catch {
      given = wanted
    }
  }
  function takeWhole(reply: TurnDelta | null) {
    const live = withWhole(store.getState().live, reply, settled)
    if (live !== store.getState().live) setState({ live })
    flush()
  }
  /**
   * The same request twice at once is one request: a double click does nothing more (B-61). Another
   * choice made meanwhile is another request, unless the first one decides, as between Retry and Continue.
   */
  function once<T>(key: string, ask: () => Promise<T>): Promise<T> {
    const known = running.get(key)
    // The same key always stands for the same request, hence for the same answer.
    if (known !== undefined) return known as Promise<T>
    const asked = ask().finally(() => running.delete(key))
    running.set(key, asked)
    return asked
  }
  function takeCheckpoints(checkpoints: readonly CheckpointEntry[]) {
    setState((state) => ({ checkpoints, revision: state.revision + 1 }))
  }
  function takeMarks(marks: readonly Mark[]) {
    setState((state) => ({ marks, revision: state.revision + 1 }))
  }
  /** A refusal that the end of the conversation shows already is not told a second time. */
  async function unlessShown(ask: Promise<unknown>): Promise<unknown> {
    try {
      return await ask
    } catch (error) {
      if (error instanceof AppError && store.getState().turn.failure?.code === error.code) return null
      throw error
    }
  }
  /** A part that cannot be read leaves its corner of the screen empty, never the thread. */
  async function read<T>(ask: Promise<T>, take: (value: T) => void, isCurrent: () => boolean) {
    try {
      const value = await ask
      if (isCurrent()) take(value)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  }

  return {
    ...store,
    thread,
    client,
    start() {
      let isOn = true
      isFollowing = true
      const isCurrent = () => isOn
      const readReport = () =>
        read(client.request('context.get', { thread }), (report) => setState({ report }), isCurrent)
      const readStrata = () => {
        void read(client.request('checkpoint.list', { thread }), takeCheckpoints, isCurrent)
        void read(client.request('mark.list', { thread }), (marks) => setState({ marks }), isCurrent)
      }
      const readProvider = () =>
        void read(
          client.request('turn.provider', { thread }),
          (provider) => setState({ provider }),
          isCurrent,
        )
      let heard = 0
      async function open() {
        const before = heard
        try {
          const { reply, ...turn } = await once('state', () => client.request('turn.state', { thread }))
          if (!isOn) return
          // An event that came meanwhile is newer than the answer.
          if (heard === before) setState((state) => withTurn(state, turn))
          setState({ presence: 'present' })
          takeWhole(reply)
        } catch (error) {
          const code = error instanceof AppError ? error.code : 'internal'
          const isAbsent = code === 'unknown-route' || code === 'not-found'
          if (isOn) setState({ presence: isAbsent ? 'absent' : 'present' })
          if (isAbsent) return
        }
        void readReport()
        readStrata()
        readProvider()
      }
      void open()
      const stops = [
        client.on('turn.changed', (event) => {
          if (event.thread !== thread) return
          heard += 1
          flush()
          setState((state) => ({ ...withTurn(state, event.state), presence: 'present' }))
        }),
        client.on('turn.delta', (event) => {
          if (event.thread !== thread) return
          pieces.push(event.delta)
          if (isScheduled) return
          isScheduled = true
          schedule(() => {
            if (isOn) flush()
          })
        }),
        client.on('context.changed', (event) => {
          if (event.thread === thread)
            setState((state) => ({ report: event.report, revision: state.revision + 1 }))
        }),
        client.on('turn.provider', (event) => {
          if (event.thread !== thread) return
          setState({ provider: event.provider })
          // Its window may be another one.
          void readReport()
        }),
        client.on('providers.changed', () => {
          if (store.getState().presence !== 'present') return
          readProvider()
          // Its window may be another one.
          void readReport()
        }),
        client.on('checkpoints.changed', (event) => {
          if (event.thread === thread) readStrata()
        }),
      ]
      return () => {
        isOn = false
        isFollowing = false
        pieces = []
        for (const stop of stops) stop()
      }
    },
    settle(messages) {
      settled = messages
      pieces = pieces.filter(({ index }) => index >= messages)
      setState((state) => ({
        live: state.live !== null && state.live.index < messages ? null : state.live,
        revision: state.revision + 1,
      }))
    },
    send: (text) => once(`send:${text}`, () => client.request('turn.send', { thread, text })),
    stop: () => once('stop', () => client.request('turn.stop', { thread })),
    retry: () => once('retry', () => unlessShown(client.request('turn.retry', { thread }))),
    goOn: () => once('retry', () => unlessShown(client.request('turn.continue', { thread }))),
    answer: (id, decision) =>
      once(`answer:${id}`, () => client.request('turn.answer', { thread, id, decision })),
    unqueue: (id) => once(`queue:${id}`, () => client.request('turn.unqueue', { thread, id })),
    sendNow: (id) => once(`queue:${id}`, () => client.request('turn.sendNow', { thread, id })),
    compact: (focus) => once(`compact:${focus}`, () => client.request('context.compact', { thread, focus })),
    answerAsk: (answer) =>
      once('ask', async () => {
        await client.request('context.answerAsk', { thread, answer })
        setState((state) => ({ turn: { ...state.turn, asksToCompact: false } }))
      }),
    undo: (id) =>
      once(`undo:${id}`, async () =>
        takeCheckpoints(await client.request('checkpoint.undo', { thread, id })),
      ),
    restore: (id) =>
      once(`restore:${id}`, async () =>
        takeCheckpoints(await client.request('checkpoint.restore', { thread, id })),
      ),
    rename: (id, name) =>
      once(`rename:${id}:${name}`, async () =>
        takeCheckpoints(await client.request('checkpoint.rename', { thread, id, name })),
      ),
    showCheckpoints: takeCheckpoints,
    mark: (index, kind, isOn) =>
      once(`mark:${index}:${kind}:${isOn}`, async () => {
        takeMarks(await client.request('mark.set', { thread, index, kind, isOn }))
      }),
    clearResult: (index, call, isOn) =>
      once(`clear:${index}:${call}:${isOn}`, async () => {
        takeMarks(await client.request('mark.clearResult', { thread, index, call, isOn }))
      }),
    setProvider: (providerId) =>
      once(`provider:${providerId}`, async () => {
        await client.request('turn.setProvider', { thread, providerId })
        setState({ provider: await client.request('turn.provider', { thread }) })
      }),
    fork: (index, text) =>
      once(`fork:${index}:${text}`, () => client.request('thread.fork', { thread, index, text })),
    startNew: () => once('start-new', () => client.request('context.startNew', { thread })),
    closeNotice: (id) => setState((state) => ({ closedNotices: new Set([...state.closedNotices, id]) })),
  }
}
