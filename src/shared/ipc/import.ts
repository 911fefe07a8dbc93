import type { ErrorValue } from './errors.ts'

/** One thread that a scan found. `id` = its place in the scan. */
export interface FoundThread {
  readonly id: number
  /** The tool that wrote it: "Claude Code"; a native thread file is "Palimpsest". */
  readonly label: string
  readonly title: string
  readonly messages: number
  /** Records that could not be read, such as a line that was cut; absent = none. They are no messages. */
  readonly unreadable?: number
  /** Milliseconds since 1970; null = not said. */
  readonly startedMs: number | null
  readonly endedMs: number | null
  /** Absolute path of its file. */
  readonly source: string
  /** A line of talk beside the main one; null = the main one. */
  readonly branch: string | null
  /** True for a side conversation, such as a subagent's. */
  readonly isSide: boolean
}

/** A file that holds no thread we can read, and why. Files of other kinds inside a folder are no problem. */
export interface ImportProblem {
  readonly source: string
  readonly error: ErrorValue
}

/** What the scan tells. `found` frames come file by file, `scanned` last. Nothing is written. */
export type ScanFrame =
  | { readonly kind: 'progress'; readonly source: string; readonly done: number; readonly total: number }
  | { readonly kind: 'found'; readonly threads: readonly FoundThread[]; readonly bytes: number }
  | { readonly kind: 'problem'; readonly problem: ImportProblem }
  | { readonly kind: 'scanned'; readonly scanId: string; readonly ignored: number }

/** A folder whose new transcripts are copied into the workspace, and how it stands with it. */
export interface WatchedFolder {
  /** Absolute. */
  readonly path: string
  /** Folder of its workspace that gets new threads, '' = the root. */
  readonly folder: string
  /** Name of the workspace that it belongs to. */
  readonly workspace: string
  /** `gone` = there is no such folder now; `elsewhere` = it belongs to a workspace that is not open. */
  readonly state: 'reading' | 'watching' | 'gone' | 'elsewhere'
  /** What came in this run. */
  readonly counts: Readonly<Record<ImportOutcome, number>>
  /** Milliseconds since 1970; null = nothing came in this run. */
  readonly lastMs: number | null
  /** What went wrong the last time; null = nothing. */
  readonly error: ErrorValue | null
}

/** New threads came out of a watched folder. */
export interface ImportArrived {
  readonly path: string
  readonly count: number
  /** Id of the first of them. */
  readonly first: string
}

export interface ImportOptions {
  /** Folder of the workspace, '' = its root. */
  readonly folder: string
  readonly toolOutput: boolean
  readonly images: boolean
  /** Lines of talk beside the main one become threads of their own. */
  readonly branches: boolean
  /** What happens to a thread that was imported before and is another one now. */
  readonly changed: 'update' | 'copy'
}

/**
 * How the import of one thread ended. `copied` = it had changed and was written beside the former one, because that is
 * what was asked for or because the former one was changed here.
 */
export type ImportOutcome = 'new' | 'updated' | 'copied' | 'unchanged'

/** What importing tells. A thread that was told of is whole, also after Stop. */
export type ImportFrame =
  | {
      readonly kind: 'progress'
      readonly title: string
      readonly done: number
      readonly total: number
      readonly share: number
    }
  | {
      readonly kind: 'imported'
      readonly title: string
      readonly outcome: ImportOutcome
      /** Id of the thread in the workspace. */
      readonly thread: string
      /** Records of it that could not be read; they were taken over as they are. Absent = none. */
      readonly unreadable?: number
    }
  | { readonly kind: 'failed'; readonly title: string; readonly source: string; readonly error: ErrorValue }
