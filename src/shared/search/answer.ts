/** How far the index is. While `isRunning` answers may be incomplete. */
export interface IndexProgress {
  readonly indexed: number
  /** Partly a guess by the size of files while `isRunning`. */
  readonly total: number
  readonly isRunning: boolean
}

/** Where in a message the words stand. */
export type HitPlace = 'title' | 'text' | 'tool' | 'thinking'

/** A piece of a text with what was found in it. */
export interface Snippet {
  readonly text: string
  /** From (inclusive) to (exclusive), in UTF-16 units, in order, without overlap. */
  readonly marks: readonly (readonly [from: number, to: number])[]
}

/** One message that was found. */
export interface SearchHit {
  readonly index: number
  readonly role: 'user' | 'assistant' | 'checkpoint'
  readonly place: HitPlace
  /** Empty text = the message could not be read any more. */
  readonly snippet: Snippet
  /** Milliseconds since 1970; null = the file does not say. */
  readonly atMs: number | null
}

/** Messages of one thread. */
export interface SearchGroup {
  readonly thread: string
  readonly title: Snippet
  /** In the workspace; empty = its root. Null = outside. */
  readonly folder: string | null
  /** Address of the same thread outside the workspace, which is not listed by itself; null = there is none. */
  readonly sameOutside: string | null
  readonly modifiedMs: number
  /** At most three. Empty when only the title was found. */
  readonly hits: readonly SearchHit[]
  readonly count: number
  /** False = `count` is what was looked at, and there may be more. */
  readonly isCountComplete: boolean
}

export type SearchOrder = 'newest' | 'best'

/**
 * Where a search stopped. `unranked`: more than `messages` match, so the best were not picked: titles come first, then
 * what was said, each newest first. `scanned`: only the newest `messages` were looked through, for signs that the index
 * does not know.
 */
export interface SearchBound {
  readonly kind: 'unranked' | 'scanned'
  readonly messages: number
}

/** What a search found. */
export interface SearchAnswer {
  readonly groups: readonly SearchGroup[]
  /** Further threads hold the words. */
  readonly hasMore: boolean
  /** Only some of the many words that hold a short part were looked for. */
  readonly isNarrowed: boolean
  /** Null = it went to the end. */
  readonly bound: SearchBound | null
  readonly progress: IndexProgress
}

/** Messages of one thread that hold the words. */
export interface FindAnswer {
  /** Message indexes in thread order, at most 10,000. */
  readonly indexes: readonly number[]
  /** Messages of the thread that are in the index; fewer than it has = not all were looked at. */
  readonly indexed: number
}

/** Parts of one message that hold the words: what has to be unfolded to see them. */
export interface FindPlaces {
  readonly isInText: boolean
  readonly isInThinking: boolean
  /** Numbers of calls. */
  readonly calls: readonly number[]
}
