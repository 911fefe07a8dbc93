import { readFileSync } from 'node:fs'
import { scanThread } from '../src/main/threads/json/scan-thread.ts'
import { openThreadFile } from '../src/main/threads/thread-file.ts'
import { lastRowPage } from '../src/main/threads/view/row-page.ts'
import { measure } from './measure.ts'
import type { Section } from './section.ts'

/** Reading a large thread, against a bare read and against JSON.parse of all of it. */
export async function readerSection(path: string): Promise<Section> {
  const bytes = readFileSync(path)
  const size = { bytes: bytes.length }
  const figures = [
    await measure('bare read', () => readFileSync(path), size),
    await measure('read, decode and JSON.parse of all', () => JSON.parse(readFileSync(path, 'utf8')), size),
    await measure('scan: grammar and byte ranges of all messages', () => scanThread(bytes, 0), size),
    await measure('open: read, scan, turns, hash', async () => (await openThreadFile(path)).close(), size),
    await measure(
      'open and first 30 rows',
      async () => {
        const file = await openThreadFile(path)
        lastRowPage(file, 'large.json', 30)
        file.close()
      },
      size,
    ),
    await measure(
      'open and full index: every message read and estimated',
      async () => {
        const file = await openThreadFile(path)
        file.advanceIndex(file.count)
        file.close()
      },
      size,
    ),
  ]
  return { title: 'Reader, 10,000 messages', figures, lines: [] }
}
