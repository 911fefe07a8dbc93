import { basename, dirname, join } from 'node:path'
import { nativeDocument } from '../threads/importers/native-document.ts'
import { type OpenedTranscript, openTranscript } from '../threads/importers/open-transcript.ts'
import { countReadable } from '../threads/importers/readable-entries.ts'
import type { Transcript } from '../threads/importers/transcript.ts'
import { looksNative } from '../threads/looks-like-thread.ts'
import { lineOf, transcriptFile } from '../threads/transcript-file.ts'
import { nativeSource } from './native-source.ts'
import type { ImportSource, SourceThread } from './source-thread.ts'

/**
 * Opens a transcript of another tool or a thread file of this one. Null = neither. Throws AppError when the file cannot
 * be read or holds no conversation.
 */
export async function openImportSource(path: string, signal: AbortSignal): Promise<ImportSource | null> {
  if (/\.json$/i.test(path) && (await looksNative(path))) return nativeSource(path)
  const opened = await openTranscript(path, signal)
  if (opened === null) return null
  return {
    path,
    isFolder: opened.holder === 'folder',
    fingerprint: opened.fingerprint,
    files: filesOf(opened),
    threads: opened.threads.flatMap((transcript) => [
      sourceThread(opened, transcript, null),
      ...transcript.branches.map(({ key }) => sourceThread(opened, transcript, key)),
    ]),
    close: opened.close,
  }
}

function filesOf({ path, holder, files }: OpenedTranscript): readonly string[] {
  switch (holder) {
    case 'folder':
      return files.map(({ name }) => join(path, name))
    case 'archive':
      // What lies inside an archive is kept with it.
      return [path]
    case 'file':
      return files.map(({ name }, at) => (at === 0 ? path : join(dirname(path), name)))
  }
}

function sourceThread(opened: OpenedTranscript, transcript: Transcript, branch: string | null): SourceThread {
  const { format } = opened
  const file = () => transcriptFile(opened, transcript, branch)
  const line = branch === null ? null : transcript.branches.find(({ key }) => key === branch)
  const position = line == null ? 0 : transcript.branches.indexOf(line) + 1
  const entries = lineOf(transcript, branch)
  const { title: named } = file().head
  const title = position === 0 ? named : `${named} · ${position}`
  return {
    format: format.id,
    label: format.label,
    key: transcript.key,
    branch,
    title,
    messages: countReadable(entries),
    unreadable: entries.length - countReadable(entries),
    startedMs: transcript.head.startedMs,
    endedMs: transcript.head.endedMs,
    isSide: transcript.parentKey !== null,
    *records() {
      const { foreign } = file()
      for (let index = 0; index < (foreign?.count ?? 0); index += 1)
        yield Buffer.from(foreign?.bytes(index) ?? []).toString('utf8')
    },
    document: (records, lineage) => {
      const origin = {
        format: format.id,
        sourceName: basename(opened.path),
        key: transcript.key,
        branch,
      }
      return nativeDocument(transcript.head, title, { ...origin, ...lineage }, records)
    },
  }
}
