import { asObject, asText, type JsonObject } from '../../native/json-shape.ts'
import { openCalls } from '../open-calls.ts'
import { sourceTimeMs } from '../source-time.ts'
import { newTally, type Tally } from '../tally.ts'
import type { Entry, EntryKind, Place, TranscriptHead } from '../transcript.ts'
import { uniqueIds } from '../unique-id.ts'
import { blocksOf, COUNTS, isSummary, isTyped, tallyMessage } from './cline-message.ts'

/** API messages that were cut away: from one position to another, both included; and the record that says so. */
export interface DeletedRange {
  readonly from: number
  readonly to: number
  readonly place: Place
}

/** A thread while its messages are read. */
export interface ClineThread {
  readonly tally: Tally
  message(message: JsonObject, place: Place): void
  times(): Pick<TranscriptHead, 'startedMs' | 'endedMs' | 'model'>
  /** Entries with a checkpoint behind each range that was cut away. */
  entries(deleted: readonly DeletedRange[]): readonly Entry[]
  counts(): { readonly [name: string]: number }
}

interface OpenEntry {
  readonly entry: Entry
  /** Position of the API message that it comes from. */
  readonly message: number
}

/** Messages that a checkpoint repeats, at most. */
const MAX_KEPT = 64

/** A thread without messages. Results go into their calls; what else a message says is an entry of its own. */
export function createClineThread(): ClineThread {
  const tally = newTally(COUNTS)
  const calls = openCalls<Place[]>()
  const idOf = uniqueIds()
  const entries: OpenEntry[] = []
  let startedMs: number | null = null
  let endedMs: number | null = null
  let model: TranscriptHead['model'] = null
  const add = (
    message: JsonObject,
    kind: EntryKind,
    places: readonly Place[],
    skipped: readonly number[],
  ) => {
    const position = (tally.messages ?? 1) - 1
    const id = idOf(asText(message.id), `message-${position}`)
    const detail = skipped.length === 0 ? {} : { detail: skipped }
    entries.push({ entry: { id, kind, places, ...detail }, message: position })
  }
  return {
    tally,
    message(message, place) {
      tallyMessage(tally, message)
      startedMs ??= sourceTimeMs(message.ts)
      endedMs = sourceTimeMs(message.ts) ?? endedMs
      const blocks = blocksOf(message)
      if (message.role === 'assistant') {
        const info = asObject(message.modelInfo)
        const id = asText(info?.modelId) || asText(info?.id)
        if (id !== '') model = { provider: asText(info?.providerId) || asText(info?.provider), id }
        const places = [place]
        add(message, 'reply', places, [])
        for (const block of blocks) if (block.type === 'tool_use') calls.call(asText(block.id), places)
        return
      }
      const nested = blocks.flatMap((block, position) => {
        if (block.type !== 'tool_result') return []
        const owner = calls.answer(asText(block.tool_use_id))
        if (owner !== null && owner.at(-1) !== place) owner.push(place)
        return owner === null ? [] : [position]
      })
      if (nested.length === blocks.length && blocks.length > 0) return
      const isNested = new Set(nested)
      const left = blocks.filter((_block, position) => !isNested.has(position))
      const kind = isSummary(message)
        ? 'checkpoint'
        : message.role === 'user' && isTyped(left)
          ? 'prompt'
          : 'context'
      add(message, kind, [place], nested)
    },
    times: () => ({ startedMs, endedMs, model }),
    counts: () => ({ ...tally, ...calls.counts() }),
    entries: (deleted) => withCheckpoints(entries, deleted, idOf),
  }
}

function withCheckpoints(
  entries: readonly OpenEntry[],
  deleted: readonly DeletedRange[],
  idOf: ReturnType<typeof uniqueIds>,
): readonly Entry[] {
  const result: Entry[] = []
  let next = 0
  for (const { from, to, place } of deleted) {
    while (next < entries.length && (entries[next]?.message ?? 0) <= to) {
      const one = entries[next]
      if (one !== undefined) result.push(one.entry)
      next += 1
    }
    const kept = entries.slice(0, Math.min(next, MAX_KEPT)).filter(({ message }) => message < from)
    const places = [place, ...kept.flatMap(({ entry }) => entry.places.slice(0, 1))]
    result.push({
      id: idOf(`deleted-${from}-${to}`, 'deleted'),
      kind: 'checkpoint',
      places,
      detail: 'deleted',
    })
  }
  return [...result, ...entries.slice(next).map(({ entry }) => entry)]
}
