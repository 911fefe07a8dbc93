import { randomUUID } from 'node:crypto'
import { basename, dirname } from 'node:path'
import type { JsonValue } from '../../shared/thread/message.ts'
import { createFree } from '../disk/create-free.ts'
import { type DerivedName, derivedName } from './derived-name.ts'
import { keepBefore } from './keep-before.ts'
import { toRecord } from './native/write-message.ts'
import type { ThreadFile } from './thread-file.ts'
import { writePieces } from './write-pieces.ts'

/**
 * A branch: a new thread file beside the source with everything before message `index`, byte for byte, and `text`
 * as its last message when given (edit and resend). The source is only read; nothing is ever overwritten. Answers
 * the new file's absolute path.
 */
export async function forkThread(
  source: ThreadFile,
  index: number,
  text: string | null,
  nowMs: number,
): Promise<string> {
  const cut = Math.max(0, Math.min(index, source.count))
  const records: JsonValue[] = []
  // Records that are not in the file yet have no bytes there.
  for (let at = source.scan.starts.length; at < cut; at += 1)
    records.push(JSON.parse(Buffer.from(source.rawSlice(at)).toString('utf8')) as JsonValue)
  if (text !== null)
    records.push(
      toRecord(randomUUID(), {
        role: 'user',
        content: [{ kind: 'text', text }],
        runtime: { atMs: nowMs, origin: null, ending: 'complete', privateItems: [], approvals: [] },
      }),
    )
  return createDerived(source, 'branch', ({ title }) => ({
    keep: Math.min(cut, source.scan.starts.length),
    records,
    title,
    meta: { branchOf: { sourceName: basename(source.path), messages: cut } },
  }))
}

/** A new thread that begins with a checkpoint of this one (C-10): its head, then the checkpoint. */
export async function threadFromCheckpoint(
  source: ThreadFile,
  checkpoint: { readonly id: string; readonly text: string },
): Promise<string> {
  return createDerived(source, 'next', ({ title }) => ({
    keep: 0,
    records: [{ id: checkpoint.id, role: 'user', content: [{ type: 'text', text: checkpoint.text }] }],
    title,
    meta: { continues: { sourceName: basename(source.path), messages: source.count } },
  }))
}

async function createDerived(
  source: ThreadFile,
  kind: 'branch' | 'next',
  plan: (name: DerivedName) => Parameters<typeof keepBefore>[1],
): Promise<string> {
  return createFree(dirname(source.path), (_attempt, siblings) => {
    const name = derivedName(basename(source.path), kind, siblings)
    const pieces = keepBefore(source, plan(name))
    return { name: name.name, write: (file) => writePieces(file, pieces, source.source) }
  })
}
