/** A file or folder of the workspace. `path` is relative to its root, with `/`. */
export interface TreeEntry {
  readonly path: string
  readonly name: string
  readonly kind: 'folder' | 'thread' | 'other'
  readonly modifiedMs: number
  readonly sizeBytes: number
  /** The thread this one is a compacted copy of (same folder, same stem), else null. */
  readonly copyOf: string | null
  /** Name of the tool whose transcript this is, which is only read; absent for a thread of this program. */
  readonly tool?: string
  /** True for a transcript that is a whole folder, whose files are none by themselves. */
  readonly isFolder?: true
}

/** What a thread of the workspace is called beside its file's name. */
export interface ThreadTitle {
  readonly path: string
  /** Never empty; cut where it is very long. */
  readonly title: string
}

/** The open workspace. */
export interface Workspace {
  readonly root: string
  readonly name: string
  readonly isSample: boolean
}

/** A tab as it is kept over restarts (screens.md section 2). */
export interface Tab {
  /** Thread id: a path inside the workspace, or an absolute path the person opened. */
  readonly thread: string
  readonly isPinned: boolean
  /** Where the reader was; null = at the end. */
  readonly position: { readonly index: number; readonly offsetPx: number } | null
}

/** All tabs of the window. */
export interface TabState {
  readonly tabs: readonly Tab[]
  readonly active: number
}

/** Text typed into a thread's composer or wizard that was not sent yet. */
export interface Draft {
  readonly text: string
}
