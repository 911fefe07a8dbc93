import type { CompactorPorts } from '../compactor/ports.ts'

/** Ports of a compactor without providers; `change` replaces single ones. Ids count up, the clock stands. */
export function compactorPorts(change: Partial<CompactorPorts> = {}): CompactorPorts {
  let ids = 0
  return {
    now: () => new Date('2026-03-04T05:06:07Z'),
    timeZone: 'UTC',
    newId: () => {
      ids += 1
      return `id-${ids}`
    },
    instructions: { get: () => null, save: () => undefined },
    providers: async () => [],
    openSummarizer: async () => {
      throw new Error('this test opens no provider')
    },
    readInclude: async () => null,
    skills: async () => [],
    ...change,
  }
}
