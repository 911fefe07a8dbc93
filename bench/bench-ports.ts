import { randomUUID } from 'node:crypto'
import type { CompactorPorts } from '../src/main/compactor/ports.ts'
import type { CompactOptions } from '../src/shared/compact/plan.ts'

/** The compactor's ports without providers, stores or included files. */
export function benchPorts(): CompactorPorts {
  return {
    now: () => new Date(),
    timeZone: 'UTC',
    newId: randomUUID,
    instructions: { get: () => null, save: () => undefined },
    providers: async () => [],
    openSummarizer: async () => {
      throw new Error('the benchmark opens no provider')
    },
    readInclude: async () => null,
    skills: async () => [],
  }
}

/** Options of a preview by the built-in summarizer. */
export function previewOptions(keepTurns: number): CompactOptions {
  return {
    keepTurns,
    instructions: '',
    summarizerId: 'built-in',
    detail: 'standard',
    language: 'same',
    budgetChars: null,
  }
}
