import type { JsonValue } from '../../../shared/thread/message.ts'
import { runSteps, type Steps } from '../../compaction/steps.ts'
import { asObject } from '../native/json-shape.ts'
import { isThread, recordsOf } from './document-records.ts'
import type { Site } from './document-site.ts'
import { readThread, type SiteFormat, withBroken } from './site-format.ts'
import { finishThread, NO_HEAD, startThread } from './thread-draft.ts'
import type { LineFormat, LineScan, Place, SourceFile, Transcript } from './transcript.ts'
import { uniqueIds } from './unique-id.ts'

/** Reads JSONL: each line one thread; lines that are messages by themselves are one thread together. */
export function siteLineFormat(format: SiteFormat): LineFormat {
  const { id, label, build } = format
  return {
    kind: 'lines',
    id,
    label,
    build,
    recognizes: ({ lines }) => {
      const known = lines.filter((line) =>
        recordsOf(line, format).some(({ records, holder }) =>
          format.recognizes(records, holder, () => Object.keys(asObject(holder) ?? {})),
        ),
      )
      return known.length * 2 > lines.length
    },
    start: (files) => startLines(format, files),
  }
}

function startLines(format: SiteFormat, files: readonly SourceFile[]): LineScan {
  const threads: Transcript[] = []
  const keys = uniqueIds()
  /** Bounds of the lines that are messages, and of those that are nothing. */
  const bounds: number[] = []
  const broken: Place[] = []
  let loose: { readonly at: number; readonly thread: Transcript } | null = null

  function* readLoose(): Steps<Transcript> {
    if (loose?.at === bounds.length) return loose.thread
    const bytes = files[0]?.bytes
    const document = { file: 0, base: 0, bytes: bytes?.slice(0, bytes.length) ?? new Uint8Array(0) }
    const site: Site = {
      range: { from: 0, to: document.bytes.length },
      members: new Map(),
      lists: [{ key: '', path: '', bounds }],
      brokenFrom: null,
    }
    const thread = yield* format.read(document, site, 'messages')
    loose = { at: bounds.length, thread }
    return thread
  }

  return {
    take(value: JsonValue, place: Place) {
      if (!isThread(value, format)) {
        bounds.push(place.from, place.to)
        return
      }
      const bytes = files[place.file]?.bytes.slice(place.from, place.to) ?? new Uint8Array(0)
      runSteps(readThread(format, { file: place.file, base: place.from, bytes }, 0, keys, threads))
    },
    broken(place: Place) {
      broken.push(place)
    },
    *threads() {
      yield
      const all = bounds.length === 0 ? [...threads] : [...threads, yield* readLoose()]
      const last = all.pop() ?? finishThread(startThread([]), 'messages', NO_HEAD)
      const whole = withBroken(last, broken)
      return whole.entries.length > 0 || whole.asides.length > 0 ? [...all, whole] : all
    },
  }
}
