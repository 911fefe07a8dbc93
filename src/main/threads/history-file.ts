import { type FileHandle, open } from 'node:fs/promises'
import type { Message } from '../../shared/thread/message.ts'
import { serializeMessages } from '../compaction/checkpoint/serializer.ts'
import { safePart } from '../compaction/reduce/output-path.ts'
import { errnoOf } from '../disk/disk-error.ts'
import { ownFile } from './own-folder.ts'

/** A part of a history: what one compaction summarized. */
export interface HistoryPart {
  readonly number: number
  readonly atMs: number
  readonly messages: readonly Message[]
}

/** Where a thread's history goes. */
export interface HistoryPlace {
  /** The thread's path without its ending. */
  readonly stem: string
  /** The file its former parts are in, whatever its name was then; null = it has none. */
  readonly former: string | null
}

/**
 * Appends compacted source messages to the thread's history file in the workspace and answers its relative path
 * (S-010, S-060). A file that is there already belongs to another thread of that name. Earlier parts are never rewritten. Readable by a person and by the model's `read_file`; private
 * state, reasoning and picture bytes stay out (S-070). Null = it could not be written: nothing may point to it
 * (S-087, S-088).
 */
export async function appendHistory(
  root: string,
  { stem, former }: HistoryPlace,
  part: HistoryPart,
): Promise<string | null> {
  try {
    const { path, file } =
      former === null
        ? await openFirst(root, stem)
        : { path: former, file: await open(await ownFile(root, former), 'a') }
    try {
      await file.appendFile(historyText(part))
      await file.sync()
    } finally {
      await file.close()
    }
    return path
  } catch {
    // Told by the event's missing pointer; the summary itself is not in danger.
    return null
  }
}

/** A file of its own under the first free name: `.palimpsest/history/STEM.md`, `STEM-2.md`. */
async function openFirst(root: string, stem: string): Promise<{ path: string; file: FileHandle }> {
  for (let attempt = 1; ; attempt += 1) {
    const path = `.palimpsest/history/${safePart(attempt === 1 ? stem : `${stem}-${attempt}`)}.md`
    try {
      return { path, file: await open(await ownFile(root, path), 'ax') }
    } catch (error) {
      if (errnoOf(error) !== 'EEXIST') throw error
    }
  }
}

/** One part as it stands in the file. */
export function historyText({ number, atMs, messages }: HistoryPart): string {
  const parts = serializeMessages(messages, { resultCapChars: Number.POSITIVE_INFINITY })
  const head = `## Checkpoint ${number}, ${new Date(atMs).toISOString()}: ${messages.length} messages`
  return `${[head, ...parts.map(({ text }) => text)].join('\n\n')}\n\n`
}
