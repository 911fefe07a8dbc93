import { runSteps } from '../../compaction/steps.ts'
import { type ByteSource, heldBytes } from '../byte-source.ts'
import type { Fingerprint } from '../fingerprint.ts'
import { formatOf } from '../importers/formats.ts'
import { startReading } from '../importers/line-reading.ts'
import { probeOf } from '../importers/probe.ts'
import { withTitles } from '../importers/prompt-title.ts'
import { scanLines } from '../importers/scan-lines.ts'
import type { Transcript } from '../importers/transcript.ts'
import { LINE_FEED } from '../json/bytes.ts'
import type { ThreadFile } from '../thread-file.ts'
import { transcriptFile } from '../transcript-file.ts'

/** The first lines say whose session it is. */
const HEAD_BYTES = 64 * 1024

export interface NewestLines {
  readonly path: string
  readonly name: string
  readonly source: ByteSource
  readonly state: Fingerprint
  /** Key of the conversation; null = the first one. */
  readonly key: string | null
  readonly endBytes: number
}

/**
 * The last messages of a session of lines, by the format's own scan over its first lines and its last ones. A reply
 * whose beginning stands before them is left out. Null when it is no session of lines, or its end holds no message.
 */
export function newestEntries({ path, name, source, state, key, endBytes }: NewestLines): ThreadFile | null {
  const format = formatOf(probeOf([{ name, bytes: source }]))
  if (format?.kind !== 'lines') return null
  const head = wholeLines(source.slice(0, Math.min(HEAD_BYTES, source.length)))
  const from = Math.max(head.length, source.length - endBytes)
  const end = source.slice(from, source.length)
  // The byte before may be the feed itself; a line more or less is no matter here.
  const firstLine = from === head.length ? from : from + end.indexOf(LINE_FEED) + 1
  const reading = startReading(format, [{ name, bytes: heldBytes(head) }])
  runSteps(scanLines(reading.scan, reading.files, 0))
  const files = [{ name, bytes: endsOf(head, end, source.length) }]
  reading.files.splice(0, 1, ...files)
  runSteps(scanLines(reading.scan, reading.files, 0, firstLine))
  const threads = runSteps(withTitles(format, files, runSteps(reading.scan.threads())))
  const found = key === null ? threads[0] : threads.find((thread) => thread.key === key)
  if (found === undefined) return null
  const newest = endOf(found, head.length)
  if (newest.entries.length === 0) return null
  const opened = {
    path,
    fingerprint: state,
    format,
    files,
    holder: 'file' as const,
    threads: [newest],
    grow: async () => null,
    close: () => undefined,
  }
  return transcriptFile(opened, newest)
}

/** A source of which only both ends are there. Positions are the file's. Throws RangeError for what stands between. */
function endsOf(head: Uint8Array, end: Uint8Array, length: number): ByteSource {
  const from = length - end.length
  return {
    length,
    slice(first, last) {
      if (last <= head.length) return head.subarray(first, last)
      if (first < from) throw new RangeError('only the ends of this file were read')
      return end.subarray(first - from, last - from)
    },
    close: () => undefined,
  }
}

/** Up to the last line feed. */
function wholeLines(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(0, bytes.lastIndexOf(LINE_FEED) + 1)
}

/** What stands behind the first lines, from the first prompt or reply on: results before it belong to calls not read. */
function endOf(thread: Transcript, headBytes: number): Transcript {
  const behind = thread.entries.filter(({ places }) => places.every(({ from }) => from >= headBytes))
  const first = behind.findIndex(({ kind }) => kind === 'prompt' || kind === 'reply')
  return { ...thread, entries: first < 0 ? [] : behind.slice(first), branches: [] }
}
