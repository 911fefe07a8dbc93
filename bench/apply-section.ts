import { closeSync, copyFileSync, fsyncSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { Compactor } from '../src/main/compactor/compactor.ts'
import { openThreadFile } from '../src/main/threads/thread-file.ts'
import { benchPorts, previewOptions } from './bench-ports.ts'
import { measure } from './measure.ts'
import type { Section } from './section.ts'

const RUNS = 5

/** Apply of a thread that keeps half of its turns, beside a plain copy of the whole file. */
export async function applySection(path: string, folder: string): Promise<Section> {
  const file = await openThreadFile(path)
  const compactor = new Compactor(benchPorts())
  const keepTurns = Math.floor(file.layout.turns.length / 2)
  const ids: string[] = []
  for (let count = 0; count <= RUNS; count += 1) {
    const signal = AbortSignal.timeout(120_000)
    ids.push(
      (await compactor.start(path, file, previewOptions(keepTurns), () => undefined, signal)).previewId,
    )
  }
  const figures = [
    await measure(
      'copy of the whole file and fsync',
      () => {
        const target = join(folder, 'plain-copy.json')
        copyFileSync(path, target)
        const handle = openSync(target, 'r+')
        fsyncSync(handle)
        closeSync(handle)
      },
      { runs: RUNS },
    ),
    await measure(
      'Apply: stale check, splice, fsync, link',
      async () => {
        const id = ids.pop()
        if (id !== undefined) await compactor.apply(id, folder)
      },
      { runs: RUNS },
    ),
  ]
  file.close()
  return { title: 'Apply, 900 messages, half of the turns kept', figures, lines: [] }
}
