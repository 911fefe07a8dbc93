import { basename } from 'node:path'
import type { JsonValue } from '../../shared/thread/message.ts'
import { assemble } from '../threads/edit-bytes.ts'
import { LINEAGE_KEY } from '../threads/lineage.ts'
import { asObject, parseWellFormed } from '../threads/native/json-shape.ts'
import { fileStyleOf } from '../threads/record-style.ts'
import { editMeta } from '../threads/splice-thread.ts'
import { openThreadFile, type ThreadFile } from '../threads/thread-file.ts'
import type { ImportedLineage, ImportSource } from './source-thread.ts'

/** Bytes handed on at once. */
const RUN_BYTES = 8 * 1024 * 1024

/** A thread file of this program or of LLM Space: taken over as its own bytes, with its lineage set in `meta`. */
export async function nativeSource(path: string): Promise<ImportSource> {
  const file = await openThreadFile(path)
  return {
    path,
    isFolder: false,
    fingerprint: file.fingerprint,
    files: [path],
    threads: [
      {
        format: 'native',
        label: 'Palimpsest',
        key: basename(path),
        branch: null,
        title: file.head.title,
        messages: file.count,
        // Told when it is opened: here only its bytes are taken over.
        unreadable: 0,
        startedMs: null,
        endedMs: null,
        isSide: false,
        *records() {
          for (let index = 0; index < file.count; index += 1)
            yield Buffer.from(file.rawSlice(index)).toString('utf8')
        },
        // Trimmed records have no place here: every byte is the person's own.
        document: (_records, lineage) => withLineage(file, lineage),
      },
    ],
    close: () => file.close(),
  }
}

function* withLineage(file: ThreadFile, lineage: ImportedLineage): Generator<string | Uint8Array> {
  const { scan, source } = file
  const read = ({ from, to }: { readonly from: number; readonly to: number }) => source.slice(from, to)
  const member = scan.members.findLast(({ key }) => key === 'meta')
  const meta = member === undefined ? null : parsed(read(member.value))
  const own = asObject(asObject(meta)?.[LINEAGE_KEY]) ?? {}
  const imported: JsonValue = {
    format: 'native',
    sourceName: basename(file.path),
    key: basename(file.path),
    branch: null,
    ...lineage,
  }
  const edits = editMeta(scan, read, fileStyleOf(scan, read), { [LINEAGE_KEY]: { ...own, imported } })
  for (const piece of assemble(edits, source.length)) {
    if (piece.kind === 'text') yield piece.text
    else if (piece.kind === 'bytes') yield piece.bytes
    else
      for (let at = piece.from; at < piece.to; at += RUN_BYTES)
        yield source.slice(at, Math.min(at + RUN_BYTES, piece.to))
  }
}

function parsed(bytes: Uint8Array): JsonValue {
  return parseWellFormed(Buffer.from(bytes).toString('utf8'))
}
