import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect } from 'vitest'
import type { CompactionOutcome } from '../../../../shared/compact/event.ts'
import type { Policy } from '../../../../shared/compact/policy.ts'
import type { ActivityEntry, CompactionNotice } from '../../../../shared/ipc/turn.ts'
import type { ChosenWindow } from '../../../compaction/model-window.ts'
import { PRESETS } from '../../../compaction/policy/presets.ts'
import type { OutputFile } from '../../../compaction/reduce/reduction.ts'
import type { TokenFamily } from '../../../compaction/tokens/token-family.ts'
import { checkEvent, checkInvariants, checkOverrides } from '../../../testing/invariants.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { type NativeRecord, type ThreadSpec, threadText } from '../../../testing/thread-builder.ts'
import { openThreadFile } from '../../../threads/thread-file.ts'
import { FileFacts } from '../file-facts.ts'
import { type CheckOptions, InPlaceCompactor } from '../in-place-compactor.ts'
import { MemoryStore } from '../memory-store.ts'
import type { ChosenSummarizer, ThreadPorts } from '../ports.ts'
import { ThreadContext } from '../thread-context.ts'

const checks: (() => void)[] = []

// Hooks run last in, first out: the folders are still there.
afterEach(() => {
  for (const check of checks.splice(0)) check()
})

/** What a test changes about the world. */
export interface ContextSetup {
  readonly policy?: Partial<Policy>
  readonly preset?: Policy['preset']
  readonly windowTokens?: number | null
  readonly summarizer?: () => Promise<ChosenSummarizer>
  readonly spec?: ThreadSpec
  readonly ports?: Partial<ThreadPorts>
  /** In place of those of the messages. */
  readonly facts?: FileFacts
}

/** A real thread file with a context over it, and everything that was told on the way. What holds after every case is
 * checked when the test is over. */
export async function startContext(messages: readonly NativeRecord[], setup: ContextSetup = {}) {
  const path = join(temporaryFolder(), 'thread.json')
  writeFileSync(path, threadText(messages, setup.spec))
  const file = await openThreadFile(path)
  const clock = { ms: 1_000_000 }
  const window: { value: ChosenWindow; key: string; family: TokenFamily } = {
    value:
      setup.windowTokens === null
        ? { tokens: null, source: null }
        : { tokens: setup.windowTokens ?? 16_000, source: 'manual' },
    key: 'host/model',
    family: 'o200k',
  }
  const facts = setup.facts ?? new FileFacts(file)
  const activity: Omit<ActivityEntry, 'id' | 'thread'>[] = []
  const outputs: OutputFile[] = []
  const history: { number: number; messages: number }[] = []
  const policy: Policy = { ...PRESETS[setup.preset ?? 'ratio-75'], ...setup.policy }
  const store = new MemoryStore(() => clock.ms)
  const context = new ThreadContext(facts, {
    store,
    policy: () => policy,
    model: () => ({ key: window.key, window: window.value, family: window.family }),
    summarizer: setup.summarizer ?? (async () => ({ kind: 'built-in' })),
    writeOutput: async (output) => {
      outputs.push(output)
      return true
    },
    appendHistory: async ({ number, messages: part }) => {
      history.push({ number, messages: part.length })
      return '.palimpsest/history/thread.md'
    },
    restore: async () => ({ files: [], plan: null }),
    record: (entry) => activity.push(entry),
    stem: 'thread',
    ...setup.ports,
  })
  const notices: CompactionNotice[] = []
  const stop = new AbortController()
  const options: CheckOptions = { signal: stop.signal, onNotice: (notice) => notices.push(notice) }
  const compactor = new InPlaceCompactor({ nowMs: () => clock.ms++, timeZone: 'Europe/Vienna' })
  const bytes = readFileSync(path)
  checks.push(() => {
    const active = store.active()
    const endings = notices.filter(({ outcome }) => outcome !== null).map(({ id }) => id)
    const problems = [
      ...checkInvariants(context.projection).filter((line) => facts.count > 0 || !line.startsWith('I2')),
      ...checkOverrides(store.overrides()),
      ...(active === null ? [] : checkEvent(active)),
      ...(readFileSync(path).equals(bytes) ? [] : ['I4 the thread file changed']),
      ...(new Set(endings).size === endings.length ? [] : ['I6 a compaction ended twice']),
      ...[context.pressure.tokens, context.pressure.full].flatMap((one) =>
        Number.isFinite(one) && one >= 0 ? [] : [`I11 ${one} tokens`],
      ),
    ]
    expect(problems).toEqual([])
  })
  return {
    path,
    file,
    facts,
    store,
    context,
    compactor,
    clock,
    window,
    activity,
    outputs,
    history,
    notices,
    stop,
    options,
  }
}

/** The event of a completed compaction. */
export function eventOf(outcome: CompactionOutcome | null) {
  if (outcome?.kind !== 'completed') throw new Error(`not completed: ${JSON.stringify(outcome)}`)
  return outcome.event
}
