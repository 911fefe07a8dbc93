import { basename, dirname, join } from 'node:path'
import { FORMATS } from '../threads/importers/formats.ts'
import { recognizeTranscript } from '../threads/importers/recognize.ts'
import type { CandidateFile } from './find-files.ts'

/** Size and time of each file when it was last taken over, by path. */
export type Stamps = ReadonlyMap<string, string>

/** What there is to import in a folder that was looked through before. */
export interface ChangedSources {
  /** Transcripts that are new or others than before, each once. */
  readonly sources: readonly string[]
  /** Of every file, as it was before any was read: a change while reading is seen the next time. */
  readonly stamps: Stamps
}

/**
 * Transcripts among `files` that `seen` does not know as they are now. A file that is read along with another one
 * counts for that one. Unchanged files are not opened.
 */
export async function changedSources(files: readonly CandidateFile[], seen: Stamps): Promise<ChangedSources> {
  const mainOf = mainFiles(files)
  const stamps = new Map(files.map((file) => [file.path, `${file.sizeBytes}:${file.modifiedMs}`]))
  const changed = new Set<string>()
  for (const [path, stamp] of stamps)
    if (seen.get(path) !== stamp) changed.add(mainOf.get(path) ?? mainOf.get(dirname(path)) ?? path)
  const folders = new Set(files.flatMap(({ path, isFolder }) => (isFolder ? [path] : [])))
  const sources: string[] = []
  for (const path of changed) if (folders.has(path) || recognizeTranscript(path) !== null) sources.push(path)
  return { sources, stamps }
}

/** Files and folders that would be read along, each with the file that is read first. By names alone. */
export function mainFiles(files: readonly CandidateFile[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const { path } of files)
    for (const { companions } of FORMATS)
      for (const name of companions?.(basename(path)) ?? []) found.set(join(dirname(path), name), path)
  return found
}
