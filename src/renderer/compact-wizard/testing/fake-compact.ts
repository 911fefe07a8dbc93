import type { CompactOptions, CompactPlan, SummarizerChoice } from '../../../shared/compact/plan.ts'
import type {
  ApplyOutcome,
  Preview,
  PreviewSection,
  ProjectionItem,
} from '../../../shared/compact/preview.ts'
import type { RetainedFact } from '../../../shared/compact/retention.ts'
import { AppError, type ErrorCode } from '../../../shared/ipc/errors.ts'
import type { FakeRequests, FakeStreams } from '../../testing/fake-bridge.ts'
import { planOf } from './values.ts'

/** How the fake main behaves; each field is one thing that can go wrong. */
export interface FakeCompactOptions {
  readonly turns?: number
  readonly windowTokens?: number | null
  readonly plan?: Partial<CompactPlan>
  /** Time between two pieces of text; 0 sends everything at once. */
  readonly pieceMs?: number
  readonly passes?: number
  /** The stream fails with this code after the first section. */
  readonly failure?: ErrorCode
  /** Writing one section anew fails with this code after its first words. */
  readonly rewriteFailure?: ErrorCode
  /** Time before each piece of a section that is written anew. */
  readonly rewriteMs?: number
  readonly applyFailure?: ErrorCode
  readonly outcome?: ApplyOutcome
  readonly preview?: Partial<Preview>
  readonly language?: 'en' | 'zh-CN'
}

type Text = readonly [key: PreviewSection['key'], lane: PreviewSection['lane'], text: string]

const ENGLISH: readonly Text[] = [
  ['goal', 'narrative', '- A restored backup must keep the order of its parts, also after a crash.'],
  ['constraints', 'narrative', '- No new dependency. Node 20 stays supported.'],
  [
    'rules',
    'facts',
    '- “Never rewrite `parts.json` in place: write a sibling, flush, rename.”\n- “Keep the public `resume()` signature as it is.”',
  ],
  [
    'done',
    'narrative',
    '- `journal.ts` marks a part **in flight** before its first byte.\n- 22 of 23 tests pass.',
  ],
  [
    'in-progress',
    'narrative',
    '- The clock in the fake store runs backwards; `listParts()` answers from a stale cache.',
  ],
  ['blocked', 'narrative', '- None'],
  [
    'plan',
    'facts',
    '1. [x] Journal per session\n2. [ ] Clear the cache in `openSession()`\n3. [ ] Run the suite on Windows',
  ],
  ['decisions', 'narrative', '- One journal per session; a shared one would need a lock.'],
  [
    'next-steps',
    'narrative',
    '- Clear the cache in `openSession()`, then run the suite on Windows.\n- Cover the case where the server closes the connection.',
  ],
  ['context', 'narrative', '- Retries use a base delay of 500 ms, doubled up to 8 s, with full jitter.'],
  [
    'files-modified',
    'facts',
    '- `packages/sync/src/queue/resume.ts`\n- `packages/sync/src/queue/journal.ts`\n- `packages/sync/test/resume.spec.ts`',
  ],
  [
    'errors',
    'facts',
    '- `AssertionError: expected [ 3, 3, 4 ] to deeply equal [ 3, 4 ]` in `test/resume.spec.ts:118`',
  ],
]
const CHINESE: readonly Text[] = [
  ['goal', 'narrative', '- 导出 **120 万行**订单时，内存峰值不得超过 `512 MiB`。'],
  ['constraints', 'narrative', '- 不要引入新的消息队列，只用现有的 Redis 7.2。'],
  ['rules', 'facts', '- “导出接口的字段顺序不能变，下游财务系统按列号读取。”\n- “不要引入新的消息队列。”'],
  ['done', 'narrative', '- `order-stream.ts` 已改为游标分页，每批 `5,000` 行。'],
  ['in-progress', 'narrative', '- 23 项测试通过 22 项；`large-order.spec.ts` 仍失败：背压未生效。'],
  ['blocked', 'narrative', '- None'],
  ['decisions', 'narrative', '- 使用数据库游标而非 OFFSET，因为后者在深分页时超时。'],
  [
    'next-steps',
    'narrative',
    '- 在 `writer.ts` 中等待 drain 事件，再跑一次压力测试\n- 补充连接中断后从断点续传的测试',
  ],
  ['context', 'narrative', '- 单批上限 5,000 行，超时 30 秒。'],
  [
    'files-modified',
    'facts',
    '- `services/export/src/order-stream.ts`\n- `services/export/src/csv/writer.ts`',
  ],
]

function tokensOf(text: string): number {
  return Math.ceil(text.length / 4)
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(new AppError('cancelled', 'Stopped.'))
    signal.addEventListener('abort', () => reject(new AppError('cancelled', 'Stopped.')), { once: true })
    setTimeout(resolve, ms)
  })
}

const MODEL: SummarizerChoice = {
  id: 'claude',
  label: 'claude-sonnet-4-5',
  kind: 'model',
  windowTokens: 200_000,
  isReady: true,
  reason: null,
  pricePerMillionInput: 3,
  pricePerMillionOutput: 15,
}

/** A summarizer list as a person with three providers has it. */
export const CHOICES: readonly SummarizerChoice[] = [
  ...planOf(2).summarizers,
  MODEL,
  {
    ...MODEL,
    id: 'qwen',
    label: 'qwen3-8b',
    host: 'localhost:11434',
    windowTokens: 32_000,
    pricePerMillionInput: null,
    pricePerMillionOutput: null,
  },
  { ...MODEL, id: 'gpt', label: 'gpt-5-mini', isReady: false, reason: 'no-key' },
]

const FACTS: readonly RetainedFact[] = [
  { class: 'number', text: '8,388,608', messageIndex: 8, turn: 3, state: 'missing', weight: 2, found: null },
  {
    class: 'read-path',
    text: 'tools/replay-manifest.ts',
    messageIndex: 12,
    turn: 4,
    state: 'missing',
    weight: 1,
    found: null,
  },
  {
    class: 'rule',
    text: 'no retries on 412',
    messageIndex: 16,
    turn: 6,
    state: 'missing',
    weight: 5,
    found: null,
  },
  {
    class: 'identifier',
    text: 'EntityTooSmall',
    messageIndex: 20,
    turn: 8,
    state: 'missing',
    weight: 1,
    found: null,
  },
  {
    class: 'number',
    text: '250 ms',
    messageIndex: 24,
    turn: 9,
    state: 'mutated',
    weight: 2,
    found: '500 ms',
  },
]

/** The checkpoint before, where the plan has one. */
const FORMER: NonNullable<Preview['updates']>['sections'] = [
  { key: 'goal', lane: 'narrative', text: '- Find out why a part is sent twice' },
  { key: 'blocked', lane: 'narrative', text: '- No key for the gateway yet' },
]

/** `compact.*` answered in memory, over one plan. Every preview it made and lost is counted. */
export function fakeCompact(options: FakeCompactOptions = {}) {
  const plan: CompactPlan = planOf(options.turns ?? 47, {
    turns: planOf(options.turns ?? 47).turns.map((turn, at) => ({
      ...turn,
      from: 1 + at * 4,
      to: 5 + at * 4,
      tokens: 900 + ((at * 3779) % 5200),
    })),
    systemTokens: 6120,
    windowTokens: options.windowTokens === undefined ? 200_000 : options.windowTokens,
    triggerTokens: options.windowTokens === null ? null : (options.windowTokens ?? 200_000) * 0.75,
    keepDefault: Math.max(1, Math.min(3, (options.turns ?? 47) - 1)),
    summarizers: CHOICES,
    expectedCheckpointTokens: 6900,
    copyName: 'nightly-backup-compact-3.json',
    ...options.plan,
  })
  const texts = options.language === 'zh-CN' ? CHINESE : ENGLISH
  const held = new Map<string, Preview>()
  const pinned = new Set<number>()
  const log = {
    started: 0,
    discarded: [] as string[],
    applied: [] as { folder: string | null }[],
    saved: [] as string[],
    options: [] as CompactOptions[],
  }

  function makePreview(
    id: string,
    keepTurns: number,
    sections: readonly { key: string; text: string }[],
  ): Preview {
    const checkpointTokens = 5600 + sections.reduce((sum, section) => sum + tokensOf(section.text), 0)
    const cut = plan.turns.length - keepTurns
    const kept = plan.turns.slice(cut).reduce((sum, turn) => sum + turn.tokens, 0)
    const all = plan.turns.reduce((sum, turn) => sum + turn.tokens, 0)
    const joined = sections.map((section) => section.text).join('\n')
    const notable = FACTS.filter((fact) => !joined.includes(fact.text) && !pinned.has(fact.messageIndex))
    const missing = notable.filter((fact) => fact.state === 'missing').length
    const counts = {
      keptExactly: 148 + 4 - missing,
      inSummary: 61,
      recoverable: 37,
      changed: notable.length - missing,
      missing,
    }
    return {
      previewId: id,
      checkpointId: 'checkpoint-1',
      sections: sections.map((section) => {
        const own = texts.find(([key]) => key === section.key)
        return {
          key: own?.[0] ?? 'context',
          lane: own?.[1] ?? 'narrative',
          heading: section.key,
          text: section.text,
          tokens: tokensOf(section.text),
          isEdited: own?.[2] !== section.text,
        }
      }),
      tokensBefore: plan.systemTokens + all,
      tokensAfter: plan.systemTokens + kept + checkpointTokens,
      checkpointTokens,
      keptTurns: keepTurns,
      summarizedTurns: cut,
      summarizedMessages: cut * 4,
      headMessages: 0,
      updatesCheckpoint: plan.hasCheckpoint,
      updates: plan.hasCheckpoint ? { number: 1, sections: FORMER } : null,
      pinned: [...pinned].map((index) => ({ index, turn: 3, tokens: 1400 })),
      summarizer: 'claude-sonnet-4-5',
      costUsd: 0.38,
      secrets: [],
      retention: {
        counts,
        score: 0.94,
        byClass: [{ class: 'number', total: 40, score: 0.9, counts }],
        floors: { rules: missing > 2 ? 0.8 : 1, modifiedPaths: 1, openTasks: 1, unsupported: 2 },
        notable,
        factTotal: 252,
        unsupported: [
          { kind: 'number', text: '512 MiB' },
          { kind: 'success', text: '22 of 23 tests pass' },
        ],
      },
      problems: [],
      blocks: joined.trim() === '' ? ['empty-summary'] : [],
      copyName: plan.copyName,
      ...options.preview,
    }
  }

  const requests: FakeRequests = {
    'compact.plan': () => plan,
    'compact.reduce': () => ({ tokensBefore: 162_000, tokensAfter: 151_000 }),
    'compact.edit': ({ previewId, sections }) => {
      const preview = held.get(previewId)
      if (preview === undefined) throw new AppError('preview-gone', 'This preview is gone.')
      const next = makePreview(previewId, preview.keptTurns, mergeTexts(preview, sections))
      held.set(previewId, next)
      return next
    },
    'compact.pin': ({ previewId, index, isOn }) => {
      const preview = held.get(previewId)
      if (preview === undefined) throw new AppError('preview-gone', 'This preview is gone.')
      if (isOn) pinned.add(index)
      else pinned.delete(index)
      const next = makePreview(previewId, preview.keptTurns, mergeTexts(preview, []))
      held.set(previewId, next)
      return next
    },
    'compact.apply': async ({ previewId, folder }) => {
      log.applied.push({ folder })
      const preview = held.get(previewId)
      if (preview === undefined) throw new AppError('preview-gone', 'This preview is gone.')
      if (options.applyFailure !== undefined && folder === null)
        throw new AppError(options.applyFailure, 'No space left on device.', { details: 'ENOSPC: write' })
      if (options.outcome === undefined || options.outcome.kind === 'applied') held.delete(previewId)
      const { tokensBefore, tokensAfter } = preview
      return (
        options.outcome ?? {
          kind: 'applied',
          thread: `backup/${plan.copyName}`,
          name: plan.copyName,
          tokensBefore,
          tokensAfter,
        }
      )
    },
    'compact.discard': ({ previewId }) => {
      log.discarded.push(previewId)
      held.delete(previewId)
      return null
    },
    'compact.projection': ({ previewId, from, limit }) => {
      const preview = held.get(previewId)
      if (preview === undefined) throw new AppError('preview-gone', 'This preview is gone.')
      const items: ProjectionItem[] = [
        {
          kind: 'system',
          index: null,
          tokens: 2140,
          text: 'You are a careful engineer. Answer in short sentences.',
          calls: [],
          callCount: 0,
          isSent: true,
        },
        {
          kind: 'tools',
          index: null,
          tokens: 3980,
          text: 'bash, edit_file, glob, grep, read_file, web_search',
          calls: [],
          callCount: 0,
          isSent: true,
        },
        {
          kind: 'checkpoint',
          index: null,
          tokens: preview.checkpointTokens,
          text: preview.sections
            .map((section) => section.text)
            .join('\n')
            .slice(0, 400),
          calls: [],
          callCount: 0,
          isSent: true,
        },
        ...plan.turns.slice(-preview.keptTurns).flatMap((turn): ProjectionItem[] => [
          {
            kind: 'user',
            index: turn.from,
            tokens: 64,
            text: turn.label,
            calls: [],
            callCount: 0,
            isSent: true,
          },
          {
            kind: 'assistant',
            index: turn.from + 1,
            tokens: turn.tokens - 64,
            text: 'The fake store answers from a stale cache; the suite names the part twice.',
            calls: [
              { call: 'read_file src/store.ts', result: 'export class Store {' },
              { call: 'run_command npm test', result: '41 passed' },
            ],
            callCount: 2,
            isSent: true,
          },
        ]),
        { kind: 'draft', index: 400, tokens: 0, text: '', calls: [], callCount: 0, isSent: false },
      ]
      return { items: items.slice(from, from + limit), total: items.length, tokens: preview.tokensAfter }
    },
    'mark.set': ({ index, kind }) => [{ index, messageId: `m${index}`, kind, tokens: 120, label: 'A rule' }],
    'compact.saveInstructions': ({ instructions }) => {
      log.saved.push(instructions)
      return null
    },
    'compact.chooseFolder': () => '/media/usb',
  }

  function mergeTexts(preview: Preview, changes: readonly { key: string; text: string }[]) {
    const changed = new Map(changes.map(({ key, text }) => [key, text]))
    return preview.sections.map(({ key, text }) => ({ key, text: changed.get(key) ?? text }))
  }

  const streams: FakeStreams = {
    'compact.rewrite': async ({ previewId, key }, emit, signal) => {
      const preview = held.get(previewId)
      if (preview === undefined) throw new AppError('preview-gone', 'This preview is gone.')
      emit({ kind: 'pass', pass: 1, passes: 1 })
      let written = ''
      for (const word of ['- Written ', 'anew.']) {
        if (options.rewriteMs !== undefined) await wait(options.rewriteMs, signal)
        if (signal.aborted) throw new AppError('cancelled', 'Stopped.')
        written += word
        emit({ kind: 'section', key, text: written, isComplete: false })
        if (options.rewriteFailure !== undefined)
          throw new AppError(options.rewriteFailure, 'The provider said no.')
      }
      const now = held.get(previewId) ?? preview
      const next = makePreview(previewId, now.keptTurns, mergeTexts(now, [{ key, text: written }]))
      held.set(previewId, next)
      emit({ kind: 'preview', preview: next })
    },
    'compact.start': async ({ options: chosen }, emit, signal) => {
      log.started += 1
      log.options.push(chosen)
      const id = `preview-${log.started}`
      const pieceMs = options.pieceMs ?? 0
      for (let pass = 1; pass <= (options.passes ?? 1); pass += 1) {
        emit({ kind: 'pass', pass, passes: options.passes ?? 1 })
        const order = [...texts].sort((a, b) => Number(a[1] === 'narrative') - Number(b[1] === 'narrative'))
        for (const [key, lane, text] of order) {
          const words = lane === 'facts' || pieceMs === 0 ? [text] : (text.match(/\S+\s*|[\s\S]/g) ?? [])
          let written = ''
          for (const word of words) {
            if (pieceMs > 0) await wait(pieceMs, signal)
            if (signal.aborted) throw new AppError('cancelled', 'Stopped.')
            written += word
            emit({ kind: 'section', key, text: written, isComplete: written.length === text.length })
          }
          if (options.failure !== undefined && lane === 'narrative')
            throw new AppError(options.failure, 'The provider said no.', { details: 'HTTP 429' })
        }
      }
      const preview = makePreview(
        id,
        chosen.keepTurns,
        texts.map(([key, , text]) => ({ key, text })),
      )
      held.set(id, preview)
      emit({ kind: 'preview', preview })
    },
  }
  return { plan, requests, streams, log, held }
}
