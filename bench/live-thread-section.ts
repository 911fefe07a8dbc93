import { closeSync, copyFileSync, fsyncSync, openSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../src/main/checkpoints/database.ts'
import { createJournal } from '../src/main/checkpoints/journal-repository.ts'
import { openLiveThread } from '../src/main/threads/live-thread.ts'
import { measure } from './measure.ts'
import type { Section } from './section.ts'

const RUNS = 9
const MESSAGE = {
  role: 'user',
  content: [{ kind: 'text', text: 'Now look at the parser. '.repeat(20) }],
  runtime: { atMs: 1, origin: null, ending: 'complete', privateItems: [], approvals: [] },
} as const

/** A turn's end in a long thread beside a plain copy of its file, and one message made durable. */
export async function liveThreadSection(path: string, folder: string): Promise<Section> {
  const target = join(folder, 'live.json')
  copyFileSync(path, target)
  const bytes = statSync(target).size
  const database = openDatabase(join(folder, 'live-data'), Date.now)
  const live = await openLiveThread(target, { journal: createJournal(database.db, null, target, Date.now) })
  const figures = [
    await measure(
      'copy of the whole file and fsync',
      () => {
        const copy = join(folder, 'live-copy.json')
        copyFileSync(path, copy)
        const handle = openSync(copy, 'r+')
        fsyncSync(handle)
        closeSync(handle)
      },
      { runs: RUNS, bytes },
    ),
    await measure(
      'end of a turn: one message more in the file',
      async () => {
        live.appendMessage(MESSAGE, null)
        await live.finishTurn()
      },
      { runs: RUNS, bytes },
    ),
    await measure('one message, durable in the journal', () => live.appendMessage(MESSAGE, null), {
      runs: RUNS * 5,
    }),
  ]
  const { count } = live
  await live.close()
  database.close()
  return {
    title: `A thread that is talked to, ${count} messages, ${(bytes / 1_000_000).toFixed(1)} MB`,
    figures,
    lines: [],
  }
}
