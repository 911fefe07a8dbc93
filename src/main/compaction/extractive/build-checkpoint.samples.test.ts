import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { composeCheckpointBody, parseCheckpointBody } from '../checkpoint/compose.ts'
import { wrapCheckpoint } from '../checkpoint/wrapper.ts'
import { parseFacts } from '../facts/parse-facts.ts'
import { floorChars } from '../facts/render-facts.ts'
import { measureRetention } from '../retention/measure.ts'
import { nativeMessages } from '../retention/testing/native-messages.ts'
import { buildExtractiveCheckpoint } from './build-checkpoint.ts'

const SAMPLES = join(
  process.env.PALIMPSEST_SAMPLES ?? join(import.meta.dirname, '../../../../../shared/samples'),
  'llm-space',
)
const isAbsent = !existsSync(SAMPLES)
if (isAbsent) process.stdout.write(`no sample threads at ${SAMPLES}: the tests over them are skipped\n`)
const files = isAbsent ? [] : readdirSync(SAMPLES).filter((name) => /^derived-.*\.json$/.test(name))
const BUDGET_CHARS = 4_000
/** Two reports over a long recorded thread on a busy machine. */
const TIMEOUT_MS = 60_000

describe.skipIf(isAbsent)('the built-in summarizer on recorded threads', { timeout: TIMEOUT_MS }, () => {
  it.each(files)(
    '%s: floors whole, nothing unsupported, two rounds without nesting, within budget',
    (file) => {
      const messages = nativeMessages(JSON.parse(readFileSync(join(SAMPLES, file), 'utf8')))
      const users = messages.flatMap((message, index) =>
        message.role === 'user' && index > 0 ? [index] : [],
      )
      const cuts = [users[Math.floor(users.length / 2)] ?? 0, users.at(-1) ?? 0]
      let previous = parseCheckpointBody('')
      let from = 0
      for (const cut of cuts) {
        const source = messages.slice(from, cut)
        const { sections } = buildExtractiveCheckpoint({
          messages: source,
          previous,
          budgetChars: BUDGET_CHARS,
          instructions: '',
          upcoming: messages.slice(cut),
          firstIndex: from,
          firstTurn: 1,
        })
        const text = wrapCheckpoint(composeCheckpointBody(sections))
        const report = measureRetention({
          source,
          previous,
          checkpoint: text,
          kept: messages.slice(cut),
          firstTurn: 1,
        })
        expect(report.unsupported).toEqual([])
        for (const floor of [report.floors.rules, report.floors.modifiedPaths, report.floors.openTasks])
          expect(floor ?? 1).toBe(1)
        expect(text.match(/# Context checkpoint/g)).toHaveLength(1)
        if (floorChars(parseFacts(sections)) < BUDGET_CHARS - 700)
          expect(text.length).toBeLessThanOrEqual(BUDGET_CHARS)
        previous = parseCheckpointBody(composeCheckpointBody(sections))
        from = cut
      }
    },
  )
})
