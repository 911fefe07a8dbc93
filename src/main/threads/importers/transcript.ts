import type { JsonValue, ReplyEnding, Usage } from '../../../shared/thread/message.ts'
import type { Steps } from '../../compaction/steps.ts'
import type { ByteSource } from '../byte-source.ts'
import type { NewCall, NewPart } from '../native/write-message.ts'

/** The formats that are read (formats.md sections 4 to 21). */
export type FormatId =
  | 'claude-code'
  | 'codex'
  | 'openai-chat'
  | 'openai-responses'
  | 'anthropic-messages'
  | 'chatgpt'
  | 'claude-ai'
  | 'gemini-cli'
  | 'opencode'
  | 'pi'
  | 'langchain'
  | 'ai-sdk'
  | 'swe-agent'
  | 'openhands'
  | 'cline'
  | 'aider'
  | 'sharegpt'

/** A file a transcript is read from. `name` is relative to what was opened, with `/` between folders. */
export interface SourceFile {
  readonly name: string
  readonly bytes: ByteSource
}

/** Bytes `from` to `to` of source file number `file`. */
export interface Place {
  readonly file: number
  readonly from: number
  readonly to: number
}

/**
 * What stands at one place of the thread. `prompt`: a person typed it, it opens a turn. `context`: in the user's
 * role or the system's, but written by a program (environment, reminders, hooks, results without a call, records
 * of an unknown kind). `checkpoint`: the other tool compacted here. `reply`: the model. `broken`: cannot be read.
 */
export type EntryKind = 'prompt' | 'context' | 'checkpoint' | 'reply' | 'broken'

/** One message of a transcript: where it stands, not what it says. Small, since all of a thread's are kept. */
export interface Entry {
  /** Unique in its thread and equal at every scan: the source's own id where it has one. */
  readonly id: string
  readonly kind: EntryKind
  /** Records it is made of, in the order `build` wants them: a reply's blocks, then the results of its calls. */
  readonly places: readonly Place[]
  /** True for a prompt without text and without picture. */
  readonly isEmpty?: boolean
  /** What `build` has to know besides the bytes, as small as can be: the step of a folded message, a path. */
  readonly detail?: JsonValue
}

/** A line of talk beside the active one: an edited prompt, a regenerated answer, a rewind. */
export interface Branch {
  /** Id of its last message. */
  readonly key: string
  /** Entries of the active line that it shares: it goes on behind the first `sharedEntries` of them. */
  readonly sharedEntries: number
  readonly entries: readonly Entry[]
}

/** What is known of a transcript without reading its messages. Times in milliseconds since 1970; null = not said. */
export interface TranscriptHead {
  /** Empty when the source has none. */
  readonly title: string
  readonly model: { readonly provider: string; readonly id: string } | null
  readonly systemPrompt: string
  readonly tools: readonly {
    readonly name: string
    readonly description: string
    readonly parameters: JsonValue
  }[]
  readonly startedMs: number | null
  readonly endedMs: number | null
  /** Working folder of the other tool; empty when not said. */
  readonly folder: string
}

/** One thread of a source, as one pass over its bytes finds it. */
export interface Transcript {
  /** The source's id of the thread; unique in the source and equal at every scan. */
  readonly key: string
  readonly head: TranscriptHead
  /** The active line, in the order of the conversation (formats.md rule 2). */
  readonly entries: readonly Entry[]
  readonly branches: readonly Branch[]
  /** Set for a side conversation (subagent, sidechain): key of the thread that called it, where known. */
  readonly parentKey: string | null
  /**
   * Counts of what the source holds under the names of the samples' `expected.json`, such as `toolCalls`,
   * `toolResults`, `orphanCalls`, `orphanResults`; also what is kept in the source and shown in Raw only.
   */
  readonly tally: { readonly [name: string]: number }
  /** Records that belong to the thread but to none of its messages: snapshots, queue operations, titles. */
  readonly asides: readonly Place[]
}

/** What the other tool wrote when it compacted. */
export interface ImportedCheckpoint {
  /** The summary's text; empty when only the provider can read it. */
  readonly summary: string
  readonly trigger: 'manual' | 'automatic' | 'unknown'
  readonly tokensBefore: number | null
  readonly tokensAfter: number | null
}

/** A message as `build` reads it. `toRecord` (native-record.ts) makes the native record of it. */
export interface ImportedMessage {
  readonly content: readonly NewPart[]
  readonly thinking: string | null
  /** Results stand in their calls; a call without `output` was never answered. */
  readonly toolCalls: readonly NewCall[]
  /** Once per message of the provider: never a second time for the same id. `input` excludes cache reads. */
  readonly usage: Usage | null
  readonly durationMs: number | null
  readonly atMs: number | null
  /** Protocol, host and model that wrote the private items; null when there is nothing to keep apart. */
  readonly origin: {
    readonly protocol: 'openai-chat' | 'openai-responses' | 'anthropic'
    readonly host: string
    readonly model: string
  } | null
  readonly ending: ReplyEnding
  /** Blocks only the provider can read, verbatim and in order: signed thinking, encrypted reasoning, signatures. */
  readonly privateItems: readonly JsonValue[]
  /** Only for entries of kind `checkpoint`. */
  readonly checkpoint: ImportedCheckpoint | null
  /** Members of the source's records that have no other place here, by name; kept in copies, shown in Raw. */
  readonly rest: { readonly [name: string]: JsonValue }
}

/** What detection may look at. Never the name alone (formats.md section 2). */
export interface Probe {
  readonly name: string
  /** The first and the last 64 KB, as text, without a byte order mark. */
  readonly head: string
  readonly tail: string
  /** Values of the first 50 lines that are JSON, when the file is JSONL; else empty. */
  readonly lines: readonly JsonValue[]
  /**
   * For a JSON document: its value as far as the first 64 KB go, with open brackets closed behind the last whole
   * value; null otherwise. `keys` are all keys of the top-level object, also those further down.
   */
  readonly value: JsonValue
  readonly keys: readonly string[]
  /** Names of the other files, when a folder or an archive was opened. */
  readonly names: readonly string[]
}

/** A file that a folder must hold to be one source: patterns of its way down, and whether its value fits. */
export interface FolderMark {
  readonly way: readonly RegExp[]
  readonly holds: (value: JsonValue) => boolean
}

interface Format {
  readonly id: FormatId
  /** Name of the tool, the same in every language: "Claude Code". */
  readonly label: string
  /** Pure, quick, never throws. The first format of the list that says true reads the file. */
  recognizes(probe: Probe): boolean
  /**
   * Files and folders to read along with a file of this name, relative to its own folder: `ID/subagents`. What is
   * not there is left out.
   */
  companions?(name: string): readonly string[]
  /** Set where a whole folder is one source: it is when each of these has a file in it. */
  readonly folder?: readonly FolderMark[]
  /** Pure. `slices` are the bytes of `entry.places`. Tolerant: an odd value is kept, never an error. */
  build(slices: readonly Uint8Array[], entry: Entry): ImportedMessage
}

/** A format of one JSON value per line. Splitting, byte order marks, cut and broken lines are the caller's. */
export interface LineFormat extends Format {
  readonly kind: 'lines'
  /** `files` is what was opened, the first one being the session itself. */
  start(files: readonly SourceFile[]): LineScan
}

/** Reads lines in order. A file that grew is read on from where it stopped, by the same object. */
export interface LineScan {
  take(value: JsonValue, place: Place): void
  /** A line that is no JSON; `isCut` for the last one without its line feed. */
  broken(place: Place, isCut: boolean): void
  /** What there is so far, in small steps. May be asked again after more lines. */
  threads(): Steps<readonly Transcript[]>
}

/** A format of one document, or of several files that belong together. Yields at least every few milliseconds. */
export interface DocumentFormat extends Format {
  readonly kind: 'document'
  scan(files: readonly SourceFile[]): Generator<void, readonly Transcript[], void>
}

export type TranscriptFormat = LineFormat | DocumentFormat
