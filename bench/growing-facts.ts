import { PRESETS } from '../src/main/compaction/policy/presets.ts'
import { costsOfMessage } from '../src/main/compaction/tokens/message-cost.ts'
import { byFamily } from '../src/main/compaction/tokens/token-family.ts'
import { MemoryStore } from '../src/main/compactor/in-place/memory-store.ts'
import type { FactSource } from '../src/main/compactor/in-place/ports.ts'
import { ThreadContext } from '../src/main/compactor/in-place/thread-context.ts'
import type { Message, ThreadHead } from '../src/shared/thread/message.ts'
import type { Turn } from '../src/shared/thread/turn.ts'

const HEAD: ThreadHead = {
  title: '',
  model: null,
  systemPrompt: '',
  tools: [],
  variables: {},
  variantValues: {},
  snapshotVariables: {},
  compactionInstructions: null,
}

/** A thread in memory that grows by one message at a time, and the context the program keeps over it. */
export function growingThread(messages: readonly Message[]): {
  readonly context: ThreadContext
  readonly add: (message: Message) => void
} {
  const all = [...messages]
  const costs = all.map(costsOfMessage)
  const turns: Turn[] = []
  const note = (message: Message, index: number) => {
    if (message.role === 'user') turns.push({ number: turns.length + 1, from: index, to: index + 1 })
  }
  all.forEach(note)
  const facts: FactSource = {
    head: HEAD,
    headTokens: byFamily(() => ({ system: 0, tools: 0 })),
    layout: { metaPromptIndex: null, checkpointIndex: null, turns, draftIndexes: [] },
    checkpointMs: null,
    get count() {
      return all.length
    },
    ids: { idAt: (index) => all[index]?.id, placesOf: () => [] },
    readMessage: (index) => all[index] as Message,
    costOf: (index, family) => (costs[index] ?? costsOfMessage(all[index] as Message))[family],
    rawSlice: () => new Uint8Array(),
  }
  const policy = PRESETS['ratio-75']
  const context = new ThreadContext(facts, {
    store: new MemoryStore(() => 0),
    policy: () => policy,
    // So large that nothing but the check itself is measured.
    model: () => ({ key: 'bench', window: { tokens: 1_000_000_000, source: 'manual' }, family: 'o200k' }),
    summarizer: async () => ({ kind: 'built-in' }),
    writeOutput: async () => true,
    appendHistory: async () => null,
    restore: async () => ({ files: [], plan: null }),
    record: () => undefined,
    stem: 'bench',
  })
  return {
    context,
    add: (message) => {
      note(message, all.length)
      all.push(message)
      costs.push(costsOfMessage(message))
    },
  }
}
