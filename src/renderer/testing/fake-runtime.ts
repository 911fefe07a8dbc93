import type { ContextReport } from '../../shared/compact/context.ts'
import type { CompactionEvent } from '../../shared/compact/event.ts'
import type { Policy } from '../../shared/compact/policy.ts'
import type { ProjectionItem } from '../../shared/compact/preview.ts'
import { AppError } from '../../shared/ipc/errors.ts'
import type { AppEvents, EventName } from '../../shared/ipc/events.ts'
import type {
  ActivityEntry,
  CheckpointEntry,
  CompactionNotice,
  Mark,
  TurnDelta,
  TurnState,
} from '../../shared/ipc/turn.ts'
import type { Row } from '../../shared/thread/row.ts'
import { rowText } from '../app/row-text.ts'
import type { FakeRequests } from './fake-bridge.ts'
import { fakeComparison } from './fake-comparison.ts'
import { FAKE_POLICY } from './fake-policy.ts'

type Send = <K extends EventName>(event: K, payload: AppEvents[K]) => void

/** A report whose categories add up to its number. */
export function fakeReport(usedTokens: number, more: Partial<ContextReport> = {}): ContextReport {
  const fixed = { system: 2140, tools: 3980, pins: 1804, summary: 6912, attachments: 4400 }
  const rest = Math.max(0, usedTokens - Object.values(fixed).reduce((sum, tokens) => sum + tokens, 0))
  const triggerTokens = more.triggerTokens === undefined ? 150_000 : more.triggerTokens
  return {
    usedTokens,
    basis: 'usage',
    triggerTokens,
    windowTokens: 200_000,
    windowSource: 'catalog',
    percent: triggerTokens === null ? null : (usedTokens / triggerTokens) * 100,
    isWindowSuspect: false,
    categories: [
      { category: 'system', tokens: fixed.system },
      { category: 'tools', tokens: fixed.tools },
      { category: 'pins', tokens: fixed.pins },
      { category: 'summary', tokens: fixed.summary },
      { category: 'messages', tokens: Math.floor(rest * 0.4) },
      { category: 'tool-results', tokens: rest - Math.floor(rest * 0.4) },
      { category: 'attachments', tokens: fixed.attachments },
    ],
    biggest: [
      { label: 'pnpm test --reporter verbose', index: 17, category: 'tool-results', tokens: 18_230 },
      { label: 'upload-session.ts', index: 2, category: 'tool-results', tokens: 9731 },
      { label: 'Checkpoint 2', index: null, category: 'summary', tokens: 6912 },
      { label: 'trace-0412.log', index: 12, category: 'attachments', tokens: 4400 },
      { label: 'Assistant, turn 44', index: 6, category: 'messages', tokens: 3904 },
    ],
    spent: { tokens: 3_400_000, costUsd: 12.4, summaryTokens: 146_000, summaryCostUsd: 0.78 },
    nextCostUsd: 0.31,
    ...more,
  }
}

/** A checkpoint as the panel lists it. */
export function fakeCheckpoint(number: number, more: Partial<CheckpointEntry> = {}): CheckpointEntry {
  return {
    id: `checkpoint-${number}`,
    number,
    name: '',
    createdMs: Date.now() - 8 * 60_000,
    kind: 'automatic',
    state: 'active',
    strategy: 'partial',
    tokensBefore: 162_400,
    tokensAfter: 31_200,
    summarizer: 'claude-sonnet-4-5',
    costUsd: 0.41,
    isEdited: false,
    focus: '',
    cutoffIndex: 8,
    summarizedMessages: 8,
    restoredFiles: [],
    historyFile: '.palimpsest/history/nightly-backup.md',
    secrets: 0,
    isDamaged: false,
    ...more,
  }
}

/** The event of the same checkpoint, as a finished compaction carries it. */
export function fakeEvent(entry: CheckpointEntry): CompactionEvent {
  return {
    cutoffIndex: entry.cutoffIndex,
    cutoffMessageId: `m${entry.cutoffIndex}`,
    summaryMessage: { text: 'Goal: each part once.', sections: [] },
    filePath: entry.historyFile,
    strategy: entry.strategy,
    tokensBefore: entry.tokensBefore,
    tokensAfter: entry.tokensAfter,
    id: entry.id,
    number: entry.number,
    kind: entry.kind,
    state: 'active',
    createdMs: entry.createdMs,
    prefixHash: 'a'.repeat(64),
    segment: null,
    restoration: { files: [], plan: null },
    focus: entry.focus,
    summarizer: entry.summarizer,
    costUsd: entry.costUsd,
    durationMs: 36_000,
    requestStyle: { kind: 'suffix', reason: 'same model and tools' },
    isEdited: entry.isEdited,
    name: entry.name,
  }
}

/** A compaction that runs. */
export function fakeNotice(id: string, more: Partial<CompactionNotice> = {}): CompactionNotice {
  return {
    id,
    kind: 'automatic',
    startedMs: Date.now() - 12_000,
    messageCount: 214,
    tokensBefore: 162_400,
    reason: 'threshold',
    progress: { pass: 1, passes: 2 },
    outcome: null,
    ...more,
  }
}

/** What the fake runtime of every thread holds. Tests may change it between requests. */
export interface FakeRuntime {
  turn: TurnState
  report: ContextReport
  checkpoints: readonly CheckpointEntry[]
  marks: readonly Mark[]
  activity: readonly ActivityEntry[]
  providerId: string | null
  /** Name of the chosen provider when it was removed. */
  missingProvider: string | null
  missingSummarizer: string | null
  policies: Map<string, Policy>
  /** Rows of a thread; what is sent is added to them. */
  rows: (thread: string) => readonly Row[]
  setRows: (thread: string, rows: readonly Row[]) => void
  /** Set it to make the next `turn.send` fail. */
  refuseSend: AppError | null
}

/** Answers of the runtime's routes over one `FakeRuntime`, with its events. */
export function fakeRuntimeRequests(state: FakeRuntime, send: Send): FakeRequests {
  let lastQueued = 0
  function change(thread: string, turn: Partial<TurnState>) {
    state.turn = { ...state.turn, ...turn }
    send('turn.changed', { thread, state: state.turn })
  }
  function append(thread: string, row: Row) {
    const rows = [...state.rows(thread), row]
    state.setRows(thread, rows)
    send('thread.appended', { thread, from: rows.length - 1, total: rows.length })
  }
  function changeStates(id: string, own: CheckpointEntry['state']) {
    const target = state.checkpoints.find((entry) => entry.id === id)
    if (target === undefined) throw new AppError('bad-input', 'No such checkpoint.')
    const former =
      own === 'undone'
        ? state.checkpoints.find((entry) => entry.state === 'superseded' && entry.number < target.number)
        : undefined
    state.checkpoints = state.checkpoints.map((entry) => {
      if (entry.id === id) return { ...entry, state: own }
      if (entry.id === former?.id) return { ...entry, state: 'active' }
      return own === 'active' && entry.state === 'active' ? { ...entry, state: 'superseded' } : entry
    })
    return state.checkpoints
  }
  const scope = (name: string, thread: string | null) => (name === 'thread' ? `thread:${thread}` : name)

  return {
    'turn.state': () => ({ ...state.turn, reply: null }),
    'turn.send': ({ thread, text }) => {
      if (state.refuseSend !== null) {
        const refusal = state.refuseSend
        state.refuseSend = null
        throw refusal
      }
      if (state.turn.phase !== 'idle') {
        lastQueued += 1
        const id = `queued-${lastQueued}`
        const waitsFor = state.turn.phase === 'compacting' ? 'compaction' : 'turn'
        change(thread, { queue: [...state.turn.queue, { id, text, waitsFor }] })
        return { kind: 'queued', id }
      }
      const index = state.rows(thread).length
      append(thread, userRow(index, text))
      change(thread, { phase: 'waiting', startedMs: Date.now(), replyIndex: index + 1, failure: null })
      return { kind: 'started' }
    },
    'turn.stop': ({ thread }) => {
      const stopped = {
        code: 'cancelled',
        message: 'Stopped.',
        details: null,
        params: {},
      } as const
      change(thread, { phase: 'idle', startedMs: null, replyIndex: null, approval: null, failure: stopped })
      return null
    },
    'turn.retry': ({ thread }) => {
      change(thread, { phase: 'waiting', startedMs: Date.now(), failure: null })
      return null
    },
    'turn.continue': ({ thread }) => {
      change(thread, { phase: 'waiting', startedMs: Date.now(), failure: null })
      return null
    },
    'turn.answer': ({ thread }) => {
      change(thread, { phase: 'tools', approval: null })
      return null
    },
    'turn.unqueue': ({ thread, id }) => {
      change(thread, { queue: state.turn.queue.filter((message) => message.id !== id) })
      return null
    },
    'turn.sendNow': ({ thread, id }) => {
      change(thread, { queue: state.turn.queue.filter((message) => message.id !== id) })
      return null
    },
    'turn.provider': () => ({
      providerId: state.providerId,
      model: state.providerId === null ? 'claude-sonnet-4-5' : state.providerId,
      isDefault: state.providerId === null,
      missing: state.missingProvider,
    }),
    'turn.setProvider': ({ providerId }) => {
      state.providerId = providerId
      state.missingProvider = null
      return null
    },
    'thread.fork': ({ thread, index, text }) => {
      const fork = thread.replace(/(\.json)?$/, '-fork-1.json')
      const before = state.rows(thread).slice(0, index)
      state.setRows(fork, text === null ? before : [...before, userRow(index, text)])
      return { thread: fork }
    },
    'context.get': () => state.report,
    'context.compact': ({ thread }) => {
      const entry = fakeCheckpoint(state.checkpoints.length + 1, { kind: 'manual' })
      const event = fakeEvent(entry)
      state.checkpoints = [
        entry,
        ...state.checkpoints.map((other) =>
          other.state === 'active' ? { ...other, state: 'superseded' as const } : other,
        ),
      ]
      change(thread, {
        phase: 'idle',
        notice: fakeNotice(event.id, { outcome: { kind: 'completed', event } }),
      })
      return { kind: 'completed', event }
    },
    'context.startNew': ({ thread }) => ({ thread: thread.replace(/(\.json)?$/, '-new-1.json') }),
    'context.answerAsk': ({ thread }) => {
      change(thread, { asksToCompact: false })
      return null
    },
    'projection.page': ({ thread, from, limit }) => {
      const items = projectionOf(state, state.rows(thread))
      return {
        items: items.slice(from, from + limit),
        total: items.length,
        tokens: items.reduce((sum, item) => (item.isSent ? sum + item.tokens : sum), 0),
      }
    },
    'projection.text': ({ thread, at, offset, limit }) => {
      const { text = '' } = projectionOf(state, state.rows(thread))[at] ?? {}
      return { text: text.slice(offset, offset + limit), totalChars: text.length }
    },
    'projection.copy': () => ({ chars: 412_000 }),
    'checkpoint.list': () => state.checkpoints,
    'checkpoint.get': ({ id }) => {
      const entry = state.checkpoints.find((other) => other.id === id)
      if (entry === undefined) throw new AppError('bad-input', 'No such checkpoint.')
      return {
        entry,
        sections: [
          {
            key: 'goal',
            lane: 'narrative',
            text: 'A resumed backup must send each part once and keep the order of parts.',
          },
          { key: 'done', lane: 'narrative', text: '- journal before send (`resume.ts`)' },
          { key: 'blocked', lane: 'narrative', text: '' },
          { key: 'rules', lane: 'facts', text: '- Never rewrite `index.json` in place.' },
        ],
      }
    },
    'checkpoint.undo': ({ id }) => changeStates(id, 'undone'),
    'checkpoint.restore': ({ id }) => changeStates(id, 'active'),
    'checkpoint.rename': ({ id, name }) => {
      state.checkpoints = state.checkpoints.map((entry) => (entry.id === id ? { ...entry, name } : entry))
      return state.checkpoints
    },
    'checkpoint.edit': ({ id, sections }) => {
      const entry = state.checkpoints.find((other) => other.id === id)
      if (entry === undefined) throw new AppError('not-found', 'No such checkpoint.')
      if (sections.every(({ text }) => text.trim() === '')) return { kind: 'blocked', block: 'empty-summary' }
      const edited = fakeCheckpoint(state.checkpoints.length + 1, {
        isEdited: true,
        cutoffIndex: entry.cutoffIndex,
      })
      state.checkpoints = [edited, ...state.checkpoints]
      const entries = changeStates(edited.id, 'active')
      return { kind: 'stored', id: edited.id, entries }
    },
    'checkpoint.compare': ({ thread, id, filter, offset, limit }) => {
      const entry = state.checkpoints.find((other) => other.id === id)
      if (entry === undefined) throw new AppError('not-found', 'No such checkpoint.')
      return fakeComparison(state.rows(thread).slice(0, entry.cutoffIndex), { filter, offset, limit })
    },
    'mark.list': () => state.marks,
    'mark.set': ({ thread, index, kind, isOn }) => {
      const row = state.rows(thread)[index]
      const others = state.marks.filter((mark) => mark.index !== index || mark.kind !== kind)
      state.marks =
        isOn && row !== undefined
          ? [
              ...others,
              {
                index,
                messageId: row.id,
                kind,
                tokens: row.tokens,
                label: rowText(row).slice(0, 120),
              },
            ]
          : others
      return state.marks
    },
    'mark.clearResult': ({ index, call, isOn }) => {
      const others = state.marks.filter(
        (mark) => mark.kind !== 'clear' || mark.index !== index || mark.call !== call,
      )
      const messageId = `m${index}`
      const mark = { index, messageId, kind: 'clear', call, tokens: 900, label: 'read_file a.ts' } as const
      state.marks = isOn ? [...others, mark] : others
      return state.marks
    },
    'activity.list': ({ before, limit }) =>
      state.activity.filter((entry) => before === null || entry.id < before).slice(0, limit),
    'policy.get': ({ thread }) => {
      const own = thread === null ? undefined : state.policies.get(`thread:${thread}`)
      const wide = state.policies.get('workspace') ?? state.policies.get('default')
      const policy = own ?? wide ?? FAKE_POLICY
      const from = own !== undefined ? 'thread' : state.policies.has('workspace') ? 'workspace' : null
      const windowTokens = thread === null ? null : 200_000
      const { trigger, mode } = policy
      const triggerTokens =
        mode === 'off' || trigger.kind === 'manual'
          ? null
          : trigger.kind === 'tokens'
            ? trigger.value
            : Math.round((windowTokens ?? 200_000) * (trigger.kind === 'ratio' ? trigger.value : 0.84))
      return {
        policy,
        scope: from ?? (state.policies.has('default') ? 'default' : 'preset'),
        missingSummarizer: state.missingSummarizer,
        triggerTokens,
        keepTokens: 20_000,
        windowTokens,
      }
    },
    'policy.presets': () => ({
      'ratio-75': FAKE_POLICY,
      reserve: {
        ...FAKE_POLICY,
        preset: 'reserve',
        trigger: { kind: 'reserve', outputTokens: 16_000, summaryTokens: 8000, capRatio: 0.5 },
        keep: { kind: 'tokens', value: 20_000, capOfTrigger: 0.5 },
      },
      'manual-clone': { ...FAKE_POLICY, preset: 'manual-clone', mode: 'off', trigger: { kind: 'manual' } },
    }),
    'policy.save': ({ scope: name, thread, policy }) => {
      if (policy === null) state.policies.delete(scope(name, thread))
      else state.policies.set(scope(name, thread), policy)
      return null
    },
  }
}

function projectionOf(state: FakeRuntime, rows: readonly Row[]): readonly ProjectionItem[] {
  const active = state.checkpoints.find((entry) => entry.state === 'active')
  const base = { index: null, calls: [], callCount: 0, isSent: true } as const
  const isExcluded = (index: number) =>
    state.marks.some((mark) => mark.index === index && mark.kind === 'exclude')
  const isPinned = (index: number) => state.marks.some((mark) => mark.index === index && mark.kind === 'pin')
  const item = (row: Row): ProjectionItem => ({
    kind: row.kind === 'assistant' ? 'assistant' : 'user',
    index: row.index,
    tokens: row.tokens,
    text: rowText(row).slice(0, 400),
    calls:
      row.kind === 'assistant'
        ? row.calls.map(({ name, summary }) => ({ call: `${name} ${summary}`, result: 'ok' }))
        : [],
    callCount: row.kind === 'assistant' ? row.calls.length : 0,
    isSent: !isExcluded(row.index),
  })
  return [
    { ...base, kind: 'system', tokens: 2140, text: 'You are a careful engineer.' },
    { ...base, kind: 'tools', tokens: 3980, text: 'bash, edit_file, glob, grep, read_file, web_search' },
    ...(active === undefined
      ? []
      : [
          {
            ...base,
            kind: 'checkpoint' as const,
            tokens: 6912,
            text: 'Goal: a resumed backup must send each part once.',
          },
          ...rows
            .slice(0, active.cutoffIndex)
            .filter((row) => isPinned(row.index))
            .map(item),
        ]),
    ...rows.slice(active?.cutoffIndex ?? 0).map(item),
  ]
}

export function userRow(index: number, text: string): Row {
  return {
    index,
    id: `m${index}`,
    tokens: Math.ceil(text.length / 4),
    kind: 'user',
    turn: index,
    role: 'prompt',
    parts: [{ kind: 'text', body: { text, totalChars: text.length, isCut: false } }],
  }
}

export function replyRow(index: number, text: string): Row {
  return {
    index,
    id: `m${index}`,
    tokens: Math.ceil(text.length / 4),
    kind: 'assistant',
    turn: index,
    thinking: null,
    hasPrivateReasoning: false,
    parts: [{ kind: 'text', body: { text, totalChars: text.length, isCut: false } }],
    calls: [],
    footer: {
      model: 'claude-sonnet-4-5',
      tokensIn: 31_400,
      tokensOut: 640,
      tokensCached: 29_800,
      costUsd: 0.04,
      durationMs: 14_000,
    },
  }
}

/** One piece of a reply. */
export function piece(index: number, text: string, more: Partial<TurnDelta> = {}): TurnDelta {
  return { index, request: index, seq: 0, text, thinking: '', calls: [], ...more }
}
