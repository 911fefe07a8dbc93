import { closeSync, openSync, readFileSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { indexFolder } from '../src/main/threads/kept/index-folder.ts'
import { keepIndex, openThread } from '../src/main/threads/open-thread.ts'
import type { ThreadFile } from '../src/main/threads/thread-file.ts'
import { lastRowPage, rowPage } from '../src/main/threads/view/row-page.ts'
import { extensionOf, generateTranscript, LAYOUT_NAMES } from './generate-transcripts.ts'
import { measure } from './measure.ts'
import type { Section } from './section.ts'

const FIRST_ROWS = 30

/** One pass over a transcript of each format, against a bare read and `JSON.parse` of the same bytes. */
export async function importersSection(folder: string, messages: number): Promise<Section> {
  const figures = []
  const lines: string[] = []
  for (const layout of LAYOUT_NAMES) {
    const path = writeTranscript(folder, layout, messages)
    const bytes = statSync(path).size
    if (layout === 'claude-code') {
      figures.push(await measure('bare read of the first', () => readFileSync(path), { bytes, runs: 3 }))
      figures.push(
        await measure('JSON.parse per line of the first', () => parseLines(path), { bytes, runs: 3 }),
      )
    }
    const unread = await openThread(path).then(
      (file) => file.close(),
      (error: unknown) => error,
    )
    if (unread !== undefined) {
      lines.push(`${layout}: not read: ${unread}`)
      continue
    }
    let count = 0
    figures.push(
      await measure(
        `${layout}: open, every message found`,
        async () => {
          const file = await openThread(path)
          count = file.count
          if (file.foreign?.info.format !== layout)
            lines.push(`${layout} was read as ${file.foreign?.info.format}`)
          file.close()
        },
        { bytes, runs: 3 },
      ),
    )
    if (count < messages / 2) lines.push(`${layout}: ${count} of ${messages} messages`)
  }
  return { title: `Importers, ${messages.toLocaleString('en')} messages each`, figures, lines }
}

/** Opening large threads: the first time, and by the index that was kept. */
export async function openingSection(folder: string, messages: number, native: string): Promise<Section> {
  const kept = indexFolder(join(folder, `index-${messages}`))
  const session = writeTranscript(folder, 'claude-code', messages)
  const figures = [
    await measure('bare read of the thread file', () => readFileSync(native), {
      runs: 3,
      bytes: statSync(native).size,
    }),
  ]
  for (const [name, path] of [
    ['thread file', native],
    ['Claude Code session', session],
  ] as const) {
    const bytes = statSync(path).size
    figures.push(
      await measure(`${name}: not indexed, first ${FIRST_ROWS} rows`, () => openAndShow(path, {}), {
        runs: 3,
        bytes,
      }),
    )
    const whole = await openThread(path)
    figures.push(
      await measure(
        `${name}: every message read and estimated`,
        async () => {
          const file = await openThread(path)
          file.advanceIndex(file.count)
          file.close()
        },
        { runs: 1, bytes },
      ),
    )
    whole.advanceIndex(whole.count)
    await keepIndex(path, whole, kept)
    whole.close()
    figures.push(
      await measure(`${name}: indexed, first ${FIRST_ROWS} rows`, () => openAndShow(path, { kept })),
    )
    const open = await openThread(path, { kept })
    let place = 0
    figures.push(
      await measure(`${name}: a page anywhere`, () => {
        place = (place + 7_919) % Math.max(1, open.count - 40)
        return rowPage(open, 'bench', place, 40)
      }),
    )
    open.close()
  }
  return { title: `Opening, ${messages.toLocaleString('en')} messages`, figures, lines: [] }
}

async function openAndShow(path: string, options: Parameters<typeof openThread>[1]): Promise<void> {
  const file: ThreadFile = await openThread(path, options)
  lastRowPage(file, 'bench', FIRST_ROWS)
  file.close()
}

/** Path of a new transcript in a layout of another tool. */
export function writeTranscript(
  folder: string,
  layout: string,
  messages: number,
  bytesPerMessage = 2_000,
): string {
  const path = join(folder, `${layout}-${messages}.${extensionOf(layout)}`)
  const file = openSync(path, 'w')
  try {
    for (const piece of generateTranscript(layout, { messages, bytesPerMessage })) writeSync(file, piece)
  } finally {
    closeSync(file)
  }
  return path
}

function parseLines(path: string): number {
  let count = 0
  for (const line of readFileSync(path, 'utf8').split('\n'))
    if (line !== '') count += Object.keys(JSON.parse(line)).length
  return count
}
