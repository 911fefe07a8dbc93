import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../src/main/testing/temporary-folder.ts'
import { simulateMonth } from './simulate-month.ts'

test.each([
  ['openai-chat', 11],
  ['openai-responses', 12],
  ['anthropic', 13],
] as const)(
  'a short month over %s: no invalid or refused request, nothing lost or doubled, no loop',
  { timeout: 240_000 },
  async (protocol, seed) => {
    const report = await simulateMonth({
      folder: join(temporaryFolder(), 'month'),
      turns: protocol === 'openai-chat' ? 150 : 60,
      seed,
      protocol,
      faultRate: 3,
      every: { restart: 31, compact: 37, undo: 17, memory: 50 },
    })
    expect(report.violations).toEqual([])
    expect(report.refusedRequests).toBe(0)
    // Without compactions, restarts and faults there would be nothing to hold.
    expect(report.checkpoints.automatic).toBeGreaterThan(0)
    expect(report.restarts).toBeGreaterThan(0)
    expect(report.undoneAndRestored).toBeGreaterThan(0)
    expect(Object.values(report.faults).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(4)
  },
)
