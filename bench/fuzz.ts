import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { samplesFolder } from '../src/main/testing/samples.ts'
import { fuzzTranscripts } from '../src/main/threads/importers/testing/fuzz-transcripts.ts'
import { seededRandom } from './generate-thread.ts'

// Usage: npm run fuzz -- [runs] [seed]. Ends with 1 when a damaged transcript crashed, hung or was written to.
const [runs = '10000', seed = '7'] = process.argv.slice(2)
const folder = samplesFolder()
if (folder === null) process.exit(2)
const known: object = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8'))
const names = Object.keys(known).filter((name) => !name.endsWith('/'))
const random = seededRandom(Number(seed))
const scratch = mkdtempSync(join(tmpdir(), 'fuzz-'))
const total = { opened: 0, slowestMs: 0, faults: 0 }
const STEP = 500
for (let done = 0; done < Number(runs); done += STEP) {
  const report = await fuzzTranscripts({
    folder,
    names,
    runs: Math.min(STEP, Number(runs) - done),
    random,
    scratch,
    limitMs: 5_000,
  })
  total.opened += report.opened
  total.slowestMs = Math.max(total.slowestMs, report.slowestMs)
  total.faults += report.faults.length
  process.stdout.write(
    `${done + report.files} files: ${JSON.stringify({ ...report, faults: report.faults.length })}\n`,
  )
  for (const fault of report.faults.slice(0, 5)) process.stdout.write(`  ${fault}\n`)
}
process.stdout.write(
  `${runs} damaged files, ${total.opened} opened, slowest ${total.slowestMs} ms, ${total.faults} faults\n`,
)
process.exit(total.faults === 0 ? 0 : 1)
