import { AppError, toErrorValue } from '../../shared/ipc/errors.ts'
import { IDLE_TURN } from '../../shared/ipc/idle-turn.ts'
import type { ActivityEntry } from '../../shared/ipc/turn.ts'
import {
  fakeCheckpoint,
  fakeEvent,
  fakeNotice,
  fakeReport,
  piece,
  replyRow,
  userRow,
} from './fake-runtime.ts'
import type { RuntimeBridge } from './runtime-bridge.ts'

/** States of a running thread that are worth looking at. */
export const SCENES = [
  'idle',
  'checkpoints',
  'streaming',
  'approval',
  'compacting',
  'failed',
  'asks',
  'unknown-window',
  'suspect',
  'live',
] as const

export type Scene = (typeof SCENES)[number]

const WORDS =
  'The fake store answers `listParts()` from a stale cache.\n\n1. **Journal before send.** A part is marked `inflight` before its first byte leaves.\n2. **Ask the store once.** On resume, `listParts()` decides about every `inflight` part.\n\n```ts\nexport async function resume(session: Session): Promise<void> {\n  const known = new Set(await listParts(session.id))\n}\n```\n\nI will clear it in `openSession()`.'

function activity(): readonly ActivityEntry[] {
  const kinds = ['request', 'reduction', 'error', 'compaction', 'repair', 'request', 'tool'] as const
  return kinds.map((kind, at) => ({
    id: 100 - at,
    atMs: Date.now() - at * 311_000,
    kind,
    thread: '',
    result: kind === 'error' ? 'rate-limit' : 'completed',
    tokens: kind === 'repair' ? null : 32_000 - at * 1900,
    costUsd: kind === 'request' ? 0.04 : null,
    durationMs: 14_000 - at * 1200,
    details: {},
  }))
}

/** Puts the fake main into a state, before the app starts. */
export function playScene(bridge: RuntimeBridge, scene: Scene, thread: string): void {
  const { runtime } = bridge
  const total = runtime.rows(thread).length
  const now = Date.now()
  runtime.activity = activity()
  if (scene === 'checkpoints' || scene === 'compacting' || scene === 'live') {
    const cutoff = Math.max(2, total - 6)
    runtime.checkpoints = [
      fakeCheckpoint(2, { cutoffIndex: cutoff, summarizedMessages: cutoff, name: 'Journal before send' }),
      fakeCheckpoint(1, {
        state: 'superseded',
        kind: 'manual',
        cutoffIndex: Math.max(1, cutoff - 5),
        summarizedMessages: Math.max(1, cutoff - 5),
        tokensBefore: 149_000,
        tokensAfter: 33_000,
        createdMs: now - 9_000_000,
      }),
      fakeCheckpoint(0, {
        id: 'old',
        state: 'undone',
        kind: 'overflow',
        tokensAfter: 24_000,
        createdMs: now - 9e7,
      }),
    ]
    const mark = (index: number, kind: 'pin' | 'exclude' | 'star') => ({
      index,
      messageId: `m${index}`,
      kind,
      tokens: 640,
      label: 'Never rewrite index.json in place: write a sibling, flush, rename.',
    })
    runtime.marks = [mark(cutoff, 'pin'), mark(total - 3, 'exclude'), mark(cutoff - 2, 'star')]
    runtime.report = fakeReport(31_200)
  }
  if (scene === 'streaming')
    runtime.turn = { ...IDLE_TURN, phase: 'streaming', startedMs: now - 7000, replyIndex: total }
  if (scene === 'approval')
    runtime.turn = {
      ...IDLE_TURN,
      phase: 'approval',
      replyIndex: total - 1,
      startedMs: now - 3000,
      approval: {
        id: 'a1',
        index: total - 1,
        call: 0,
        tool: 'run_command',
        subject: 'pnpm vitest run test/resume.spec.ts',
        arguments: '{\n  "command": "pnpm vitest run test/resume.spec.ts",\n  "timeoutMs": 120000\n}',
        covers: 'run',
      },
    }
  if (scene === 'compacting') {
    runtime.turn = {
      ...IDLE_TURN,
      phase: 'compacting',
      startedMs: now - 12_000,
      notice: fakeNotice('checkpoint-3'),
      queue: [
        {
          id: 'q1',
          text: 'Also cover the case where the server already forgot the session.',
          waitsFor: 'compaction',
        },
        { id: 'q2', text: '然后再跑一遍全部测试。', waitsFor: 'turn' },
      ],
    }
    runtime.report = fakeReport(162_400)
  }
  if (scene === 'failed')
    runtime.turn = {
      ...IDLE_TURN,
      failure: toErrorValue(new AppError('rate-limit', 'Too many requests.')),
      notice: fakeNotice('checkpoint-3', {
        outcome: { kind: 'failed', stage: 'summary', code: 'rate-limit', retryAtMs: now + 600_000 },
      }),
    }
  if (scene === 'asks') {
    runtime.turn = { ...IDLE_TURN, asksToCompact: true }
    runtime.report = fakeReport(152_000)
  }
  if (scene === 'unknown-window')
    runtime.report = fakeReport(124_300, {
      windowTokens: null,
      windowSource: null,
      triggerTokens: null,
      basis: 'estimate',
    })
  if (scene === 'suspect') runtime.report = fakeReport(212_000, { isWindowSuspect: true })
  if (scene === 'streaming' || scene === 'live')
    setTimeout(() => stream(bridge, thread, scene === 'live'), 700)
}

function stream(bridge: RuntimeBridge, thread: string, ends: boolean): void {
  const { runtime } = bridge
  const change = (turn: Partial<typeof runtime.turn>) => {
    runtime.turn = { ...runtime.turn, ...turn }
    bridge.send('turn.changed', { thread, state: runtime.turn })
  }
  let rows = runtime.rows(thread)
  const add = (row: (typeof rows)[number]) => {
    rows = [...rows, row]
    runtime.setRows(thread, rows)
    bridge.send('thread.appended', { thread, from: rows.length - 1, total: rows.length })
  }
  if (ends) add(userRow(rows.length, 'Why does part 3 come twice?'))
  const index = rows.length
  change({ phase: 'streaming', startedMs: Date.now(), replyIndex: index })
  bridge.send('turn.delta', {
    thread,
    delta: piece(index, '', {
      thinking:
        'The queue is rebuilt on start. I should look at where a part changes state before I touch anything. The journal is the place.',
    }),
  })
  let at = 0
  const timer = setInterval(() => {
    const text = WORDS.slice(at, at + 6)
    at += 6
    if (text !== '') return bridge.send('turn.delta', { thread, delta: piece(index, text) })
    clearInterval(timer)
    if (!ends) {
      bridge.send('turn.delta', {
        thread,
        delta: piece(index, '', {
          calls: [{ name: 'edit_file', argumentsText: '{"path":"src/resume.ts","old' }],
        }),
      })
      return
    }
    add(replyRow(index, WORDS))
    change({
      phase: 'compacting',
      replyIndex: null,
      notice: fakeNotice('checkpoint-3', { startedMs: Date.now() }),
    })
    setTimeout(() => {
      const entry = fakeCheckpoint(3, { cutoffIndex: index - 1, summarizedMessages: index - 1 })
      runtime.checkpoints = [
        entry,
        ...runtime.checkpoints.map((other) =>
          other.state === 'active' ? { ...other, state: 'superseded' as const } : other,
        ),
      ]
      const event = fakeEvent(entry)
      change({
        phase: 'idle',
        startedMs: null,
        notice: fakeNotice(event.id, { outcome: { kind: 'completed', event } }),
      })
    }, 1500)
  }, 16)
}
