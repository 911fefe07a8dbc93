/** One thread of a transcript file. */
export interface TranscriptThread {
  /** The source's id of it; goes into the thread's id. */
  readonly key: string
  /** Empty when the source has none. */
  readonly title: string
  readonly messages: number
  /** Set for a side conversation: key of the thread that called it. */
  readonly parentKey: string | null
}

/** A line of talk beside the one that is shown. */
export interface TranscriptBranch {
  readonly key: string
  /** Messages it shares with the main line. */
  readonly shared: number
  readonly messages: number
}

/** Whose transcript an opened thread is, and what else its file holds. It is only read. */
export interface TranscriptInfo {
  /** Id of the format: `claude-code`. */
  readonly format: string
  /** Name of the tool: "Claude Code". */
  readonly label: string
  /** Key of the thread that is shown, and of its branch; null = the main line. */
  readonly key: string
  readonly branch: string | null
  readonly threads: readonly TranscriptThread[]
  readonly branches: readonly TranscriptBranch[]
  /** What the source holds, by the name of the record or count. */
  readonly tally: { readonly [name: string]: number }
}
