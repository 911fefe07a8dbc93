import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { seededRandom } from '../../../../bench/generate-thread.ts'
import { samplesFolder } from '../../testing/samples.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { fuzzTranscripts } from './testing/fuzz-transcripts.ts'

const folder = samplesFolder()

/** `npm run fuzz` does the same with 10,000. */
const RUNS = 150

test.skipIf(folder === null)(
  'damaged transcripts open as far as they go, or are refused with a reason',
  {
    timeout: 300_000,
  },
  async () => {
    const known: object = JSON.parse(readFileSync(join(folder ?? '', 'expected.json'), 'utf8'))
    const report = await fuzzTranscripts({
      folder: folder ?? '',
      names: Object.keys(known).filter((name) => !name.endsWith('/')),
      runs: RUNS,
      random: seededRandom(20_260_304),
      scratch: temporaryFolder(),
      // Not what it takes, but what would be a hang, on a machine that is busy with other tests.
      limitMs: 60_000,
    })
    expect(report.faults).toEqual([])
    expect(report.opened).toBeGreaterThan(0)
  },
)
