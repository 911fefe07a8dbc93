import { parse } from 'node:path'
import type { ThreadHead } from '../../shared/thread/message.ts'
import type { TranscriptInfo } from '../../shared/thread/transcript-info.ts'
import type { MessageSketch } from '../compaction/boundary/sketch.ts'
import { heldBytes } from './byte-source.ts'
import type { ForeignRecords } from './foreign-records.ts'
import { nativeDocument } from './importers/native-document.ts'
import type { OpenedTranscript } from './importers/open-transcript.ts'
import { entrySlices, readEntry } from './importers/read-entry.ts'
import { countReadable } from './importers/readable-entries.ts'
import type { Entry, Transcript } from './importers/transcript.ts'
import { inSlices } from './in-slices.ts'
import type { ThreadScan } from './json/scan-thread.ts'
import { ThreadFile } from './thread-file.ts'
import type { IndexBuilder } from './thread-index.ts'

/** Conversations of one file that are listed; a larger export is imported. */
const LISTED_THREADS = 2_000

/** One thread of an opened transcript, readable like any other. `branch` = key of a line beside the main one. */
export function transcriptFile(
  opened: OpenedTranscript,
  transcript: Transcript,
  branch: string | null = null,
  builder?: IndexBuilder,
): ThreadFile {
  const { path } = opened
  const entries = lineOf(transcript, branch)
  const foreign = foreignRecords(opened, transcript, entries, branch)
  return new ThreadFile({
    foreign,
    path,
    fingerprint: opened.fingerprint,
    head: headOf(transcript, path),
    origin: null,
    sourceSha256: '',
    scan: NO_SCAN,
    source: heldBytes(new Uint8Array(0)),
    sketches: entries.map((entry) => SKETCHES[entry.isEmpty ? 'draft' : entry.kind]),
    isValidUtf8: true,
    ...(builder === undefined ? {} : { builder }),
  })
}

/** All entries of a transcript's main line, or of a branch with what it shares. */
export function lineOf({ entries, branches }: Transcript, branch: string | null): readonly Entry[] {
  const found = branch === null ? undefined : branches.find(({ key }) => key === branch)
  return found === undefined ? entries : [...entries.slice(0, found.sharedEntries), ...found.entries]
}

function headOf({ head }: Transcript, path: string): ThreadHead {
  return {
    title: head.title || parse(path).name,
    model: head.model,
    systemPrompt: head.systemPrompt,
    tools: head.tools,
    variables: {},
    variantValues: {},
    snapshotVariables: {},
    compactionInstructions: null,
    isVerbatim: true,
  }
}

const NO_SCAN: ThreadScan = {
  root: { from: 0, to: 0 },
  members: [],
  context: null,
  messagesArray: null,
  starts: new Float64Array(0),
  ends: new Float64Array(0),
  roles: new Uint8Array(0),
  blobs: new Map(),
  duplicateKeys: 0,
}

const user: MessageSketch = {
  role: 'user',
  isEmptyUser: false,
  isCheckpoint: false,
  metaTextScore: 0,
  metaFlag: false,
}

/** Equal to what `sketchMessage` reads from the records, without reading them. */
const SKETCHES: { readonly [kind in Entry['kind'] | 'draft']: MessageSketch } = {
  prompt: user,
  draft: { ...user, isEmptyUser: true },
  context: { ...user, metaFlag: true },
  broken: { ...user, metaFlag: true },
  checkpoint: { ...user, isCheckpoint: true, metaFlag: null, standsForEarlier: true },
  reply: { ...user, role: 'assistant', metaFlag: null },
}

function foreignRecords(
  opened: OpenedTranscript,
  transcript: Transcript,
  entries: readonly Entry[],
  branch: string | null,
): ForeignRecords {
  const { format, files, path, threads, close } = opened
  const entryAt = (index: number): Entry => {
    const entry = entries[index]
    if (entry === undefined) throw new RangeError(`no message ${index}`)
    return entry
  }
  return {
    count: entries.length,
    first: files[0]?.bytes ?? heldBytes(new Uint8Array(0)),
    get info() {
      return infoOf(opened, transcript, branch)
    },
    bytes: (index) => Buffer.from(readEntry(format, files, entryAt(index)), 'utf8'),
    source: (index) => joinLines(entrySlices(files, entryAt(index))),
    place: (index) => entryAt(index).places[0] ?? { from: 0, to: 0 },
    document: async () => {
      const records = recordsOf(format, files, entries)
      const origin = { format: format.id, sourceName: parse(path).base, key: transcript.key, branch }
      const { title } = headOf(transcript, path)
      return Buffer.concat(await inSlices(encoded(nativeDocument(transcript.head, title, origin, records))))
    },
    grow: async () => {
      const next = await opened.grow()
      const grown = next?.threads.find(({ key }) => key === transcript.key)
      if (next === null || grown === undefined) return null
      return { file: transcriptFile(next, grown, branch), from: firstChange(entries, lineOf(grown, branch)) }
    },
    kept: () => ({
      format: format.id,
      kind: format.kind,
      files: files.map(({ name, bytes }) => ({ name, bytes: bytes.length })),
      threads,
      key: transcript.key,
      branch,
    }),
    close,
  }
}

/** Made when it is asked for: of a file with a thousand conversations each one would list them all. */
function infoOf(
  { format, threads }: OpenedTranscript,
  transcript: Transcript,
  branch: string | null,
): TranscriptInfo {
  return {
    format: format.id,
    label: format.label,
    key: transcript.key,
    branch,
    threads: threads.slice(0, LISTED_THREADS).map(({ key, head, parentKey, ...thread }) => ({
      key,
      title: head.title,
      messages: countReadable(thread.entries),
      parentKey,
    })),
    branches: transcript.branches.map(({ key, sharedEntries, entries }) => ({
      key,
      shared: sharedEntries,
      messages: countReadable(transcript.entries.slice(0, sharedEntries)) + countReadable(entries),
    })),
    tally: transcript.tally,
  }
}

/** Pieces of text as bytes, in steps. */
function* encoded(pieces: Iterable<string>): Generator<void, readonly Buffer[], void> {
  const bytes: Buffer[] = []
  for (const piece of pieces) {
    bytes.push(Buffer.from(piece, 'utf8'))
    yield
  }
  return bytes
}

/** First entry that is not made of the same records any more. */
function firstChange(former: readonly Entry[], next: readonly Entry[]): number {
  const at = former.findIndex((entry, index) => {
    const now = next[index]
    return now?.id !== entry.id || now.kind !== entry.kind || now.places.length !== entry.places.length
  })
  return at < 0 ? former.length : at
}

function* recordsOf(
  format: OpenedTranscript['format'],
  files: OpenedTranscript['files'],
  entries: readonly Entry[],
): Generator<string> {
  for (const entry of entries) yield readEntry(format, files, entry)
}

function joinLines(slices: readonly Uint8Array[]): Uint8Array {
  const line = Buffer.from('\n')
  return Buffer.concat(slices.flatMap((slice, at) => (at === 0 ? [slice] : [line, slice])))
}
