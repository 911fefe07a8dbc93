import type { EntryKind, Place } from '../transcript.ts'

/** A `tool_result` of a record: `id` is that of its call, empty when not said; `block` its place in the content. */
export interface ResultMark {
  readonly id: string
  readonly block: number
}

/** Messages that stay visible behind a compaction: a run of records, or single ones. */
export type KeptMessages =
  | { readonly kind: 'segment'; readonly head: string; readonly tail: string }
  | { readonly kind: 'list'; readonly uuids: readonly string[] }

/** What is remembered of a record of a tree: where it stands and how it hangs together, none of its text. */
export interface RecordNode {
  /** Unique in its thread: the record's uuid where that is. */
  readonly id: string
  readonly uuid: string
  readonly place: Place
  /** Index of the node before it in its thread; -1 for a root. Always smaller than its own. */
  readonly parent: number
  /** `link`: a part of the chain that shows nothing, such as the progress of a tool. */
  readonly role: 'user' | 'assistant' | 'note' | 'boundary' | 'link' | 'broken'
  /** Kind of the entry that the record is by itself, apart from results that go into calls. */
  readonly kind: EntryKind
  readonly isEmpty: boolean
  /** Id of the provider's message; empty when not said. */
  readonly messageId: string
  readonly calls: readonly string[]
  readonly results: readonly ResultMark[]
  /** False for a user record that holds results and nothing else. */
  readonly hasOwn: boolean
  readonly kept: KeptMessages | null
}
