import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Restoration } from '../../shared/compact/event.ts'
import type { CompactOptions } from '../../shared/compact/plan.ts'
import { compactorPorts } from '../testing/compactor-ports.ts'
import { samplesFolder } from '../testing/samples.ts'
import { answer, call, type NativeRecord, prompt } from '../testing/thread-builder.ts'
import { Compactor } from './compactor.ts'
import { startContext } from './in-place/testing/start-context.ts'

const OPTIONS: CompactOptions = {
  keepTurns: 2,
  instructions: '',
  summarizerId: 'built-in',
  detail: 'short',
  language: 'same',
  budgetChars: 2_000,
  result: 'thread',
}

const RESTORED: Restoration = {
  files: [
    { path: 'src/a.ts', sha256: 'ab'.repeat(32), tokens: 900, isCut: false, text: 'let a = 1\n'.repeat(180) },
    { path: 'src/b.ts', sha256: 'cd'.repeat(32), tokens: 400, isCut: true, text: 'let b = 2\n'.repeat(80) },
  ],
  plan: '- [ ] Ship the importer\n- [x] Write the parser',
}

function talk(turns: number, lines: number): readonly NativeRecord[] {
  return Array.from({ length: turns }, (_, at) => [
    prompt(`u${at}`, `Task ${at}: look at src/part-${at}.ts and say what it does.`),
    answer(`a${at}`, 'Reading.', [
      call(`r${at}`, 'read_file', { path: `src/part-${at}.ts` }, 'export const part = 1\n'.repeat(lines)),
    ]),
    answer(`b${at}`, `Part ${at} holds one constant of ${lines} lines.`),
  ]).flat()
}

interface Setting {
  readonly messages: readonly NativeRecord[]
  readonly restored?: Restoration
  readonly pins?: readonly number[]
  readonly options?: Partial<CompactOptions>
}

/** Tokens as the preview forecasts them, and as they are after Apply. Null = nothing was applied. */
async function sizes({ messages, restored, pins = [], options = {} }: Setting) {
  const setting = await startContext(messages, {
    windowTokens: 200_000,
    ...(restored === undefined ? {} : { ports: { restore: async () => restored } }),
  })
  setting.store.marks = () => ({ pins: new Set(pins), excluded: new Set(), cleared: new Map() })
  setting.context.changed()
  const compactor = new Compactor(compactorPorts({ openContext: async () => setting.context }))
  const { signal } = new AbortController()
  const chosen = { ...OPTIONS, ...options }
  const preview = await compactor.start('thread.json', setting.file, chosen, () => undefined, signal)
  const outcome = await compactor.apply(preview.previewId, null)
  return outcome.kind === 'in-thread' ? { forecast: preview.tokensAfter, result: outcome.tokensAfter } : null
}

describe('the forecast of a checkpoint in the thread is what Apply measures, within a tenth', () => {
  it.each<readonly [string, Setting]>([
    ['a small thread', { messages: talk(6, 60) }],
    ['a small thread with files put back', { messages: talk(6, 200), restored: RESTORED }],
    ['a thread with pins', { messages: talk(10, 120), pins: [2, 5, 8] }],
    ['a thread with pins and files put back', { messages: talk(10, 200), pins: [2, 5], restored: RESTORED }],
    [
      'chosen reductions',
      { messages: talk(12, 300), options: { keepTurns: 6, reductions: ['microcompact', 'collapse'] } },
    ],
    ['a range from a message on', { messages: talk(10, 200), options: { fromIndex: 6 }, restored: RESTORED }],
    ['a large thread', { messages: talk(60, 200), restored: RESTORED }],
  ])('%s', async (_, setting) => {
    const found = await sizes(setting)
    if (found === null) throw new Error('nothing was applied')
    expect(Math.abs(found.forecast - found.result) / found.result).toBeLessThan(0.1)
  })
})

const folder = samplesFolder()
const samples = folder === null ? '' : join(folder, 'llm-space')
const files = folder === null ? [] : readdirSync(samples).filter((name) => /^derived-.*\.json$/.test(name))
/** Long recorded threads on a busy machine. */
const TIMEOUT_MS = 60_000

describe.skipIf(folder === null)('the forecast over recorded threads', { timeout: TIMEOUT_MS }, () => {
  it.each(files)('%s', async (file) => {
    const { context } = JSON.parse(readFileSync(join(samples, file), 'utf8'))
    const messages = context.messages as readonly NativeRecord[]
    const found = await sizes({ messages: messages.slice(0, 300), restored: RESTORED }).catch((error) => {
      if (error?.code === 'nothing-to-compact') return null
      throw error
    })
    if (found !== null) expect(Math.abs(found.forecast - found.result) / found.result).toBeLessThan(0.1)
  })
})
