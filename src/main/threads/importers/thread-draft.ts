import type { JsonValue } from '../../../shared/thread/message.ts'
import { asObject } from '../native/json-shape.ts'
import { newTally, type Tally } from './tally.ts'
import type { Branch, Entry, EntryKind, Place, Transcript, TranscriptHead } from './transcript.ts'
import { uniqueIds } from './unique-id.ts'

/** An entry that may still get the results of its calls. */
export interface EntryDraft {
  readonly id: string
  readonly kind: EntryKind
  readonly places: Place[]
  isEmpty?: boolean
  detail?: JsonValue
  /** It turned out to belong to another entry. */
  isDropped?: boolean
}

/** A thread while it is read. Holds places and counts, no texts. */
export interface ThreadDraft {
  readonly entries: EntryDraft[]
  readonly branches: { readonly after: number; readonly entries: readonly EntryDraft[] }[]
  readonly asides: Place[]
  readonly tally: Tally
  readonly freeId: (wanted: string, fallback: string) => string
}

/** An empty thread; `names` are the counts that it tells even when they are 0. */
export function startThread(names: readonly string[]): ThreadDraft {
  return {
    entries: [],
    branches: [],
    asides: [],
    tally: newTally(names),
    freeId: uniqueIds(),
  }
}

/** A new entry at the end of the thread. An id that was there before gets a count, the same at every scan. */
export function addEntry(
  thread: ThreadDraft,
  wantedId: string,
  kind: EntryKind,
  places: readonly Place[],
  detail?: JsonValue,
): EntryDraft {
  const entry = looseEntry(thread, wantedId, kind, places, detail)
  thread.entries.push(entry)
  return entry
}

/** The same, for a line of talk beside the thread. */
export function looseEntry(
  thread: ThreadDraft,
  wantedId: string,
  kind: EntryKind,
  places: readonly Place[],
  detail?: JsonValue,
): EntryDraft {
  return {
    id: thread.freeId(wantedId, 'message'),
    kind,
    places: [...places],
    ...(detail === undefined ? {} : { detail }),
  }
}

/** A result that stood before its call goes to the reply that makes the call. */
export function takeEarly(result: EntryDraft | undefined, reply: EntryDraft): void {
  if (result === undefined) return
  reply.places.push(...result.places)
  result.isDropped = true
}

/** Notes at the model's entries which model wrote them; the file tells it around the messages. */
export function setModel(thread: ThreadDraft, model: string): void {
  if (model === '') return
  const all = [...thread.entries, ...thread.branches.flatMap(({ entries }) => entries)]
  for (const entry of all)
    if (entry.kind === 'reply' || entry.kind === 'checkpoint')
      entry.detail = { ...asObject(entry.detail), model }
}

/** What is known of a thread when nothing is said. */
export const NO_HEAD: TranscriptHead = {
  title: '',
  model: null,
  systemPrompt: '',
  tools: [],
  startedMs: null,
  endedMs: null,
  folder: '',
}

/** The thread as it is known now. */
export function finishThread(thread: ThreadDraft, key: string, head: TranscriptHead): Transcript {
  const entries: Entry[] = []
  /** Behind how many kept entries each draft stands. */
  const kept: number[] = [0]
  for (const draft of thread.entries) {
    if (draft.isDropped !== true) entries.push(entryOf(draft))
    kept.push(entries.length)
  }
  const branches: Branch[] = thread.branches.map((branch) => ({
    key: branch.entries.at(-1)?.id ?? '',
    sharedEntries: kept[branch.after] ?? entries.length,
    entries: branch.entries.map(entryOf),
  }))
  return { key, head, entries, branches, parentKey: null, tally: thread.tally, asides: thread.asides }
}

function entryOf({ isDropped, ...entry }: EntryDraft): Entry {
  return entry
}
