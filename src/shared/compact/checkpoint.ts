/** Sections that a summarizer writes. */
export type NarrativeKey =
  | 'goal'
  | 'constraints'
  | 'done'
  | 'in-progress'
  | 'blocked'
  | 'decisions'
  | 'next-steps'
  | 'context'
  // of template `seven` only
  | 'files'
  | 'fixes'
  | 'pending'
  /** The n-th heading of a person's own template, from 0. */
  | `custom-${number}`

/** Sections that code writes, word for word, and never hands to a model to rewrite. */
export type FactKey =
  | 'rules'
  | 'plan'
  | 'files-modified'
  | 'files-read'
  | 'errors'
  | 'verified'
  | 'references'

export type SectionKey = NarrativeKey | FactKey

/** One section of a checkpoint. `text` is Markdown without its heading; empty text = nothing to say. */
export interface CheckpointSection {
  readonly key: SectionKey
  readonly lane: 'narrative' | 'facts'
  readonly text: string
  /** Lines of `text` that a person wrote: they go on word for word until the person removes them. Absent = none. */
  readonly byHand?: readonly string[]
}

/** A section with its heading, where that is a person's own. */
export interface HeadedSection extends CheckpointSection {
  readonly heading?: string
}

/** Detail asked of a summarizer. */
export type Detail = 'short' | 'standard' | 'detailed'
