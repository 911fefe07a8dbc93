/**
 * A simulated month: `npm run month [-- --turns=5000] [--seed=1] [--protocol=openai-chat]`. Thousands of turns with
 * tools through the whole program against the strict scripted provider, with faults mixed in, in a window of
 * 32,000 tokens. Prints figures; exits with 1 at any violation.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { simulateMonth } from './month/simulate-month.ts'

const { values } = parseArgs({
  options: {
    turns: { type: 'string', default: '5000' },
    seed: { type: 'string', default: '1' },
    protocol: { type: 'string', default: 'openai-chat' },
  },
})
const protocol =
  values.protocol === 'anthropic' || values.protocol === 'openai-responses' ? values.protocol : 'openai-chat'
const folder = mkdtempSync(join(tmpdir(), 'palimpsest-month-'))
try {
  const report = await simulateMonth({
    folder,
    turns: Number(values.turns),
    seed: Number(values.seed),
    protocol,
    faultRate: 1,
    every: { restart: 311, compact: 97, undo: 241, memory: 500 },
    onProgress: (line) => console.log(line),
  })
  console.log(JSON.stringify({ ...report, violations: report.violations.slice(0, 20) }, null, 2))
  process.exitCode = report.violations.length === 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
