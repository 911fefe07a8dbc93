import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

/**
 * Folder of recorded sample transcripts, which is not part of the repository: PALIMPSEST_SAMPLES, else
 * `../shared/samples` beside it. Null when absent, said once on the error output.
 */
export function samplesFolder(): string | null {
  const candidates = [
    process.env.PALIMPSEST_SAMPLES,
    resolve(import.meta.dirname, '../../../../shared/samples'),
  ]
  const found = candidates.find((folder) => folder !== undefined && existsSync(folder))
  if (found !== undefined) return found
  process.stderr.write('samples: no folder ../shared/samples, tests over it are skipped\n')
  return null
}
