import type { CompactionKind, CompactionOutcome } from '../compact/event.ts'
import type { ApplyBlock } from '../compact/preview.ts'
import type { ErrorCode, ErrorValue } from './errors.ts'

/** A message that waits: a turn or a compaction is still running. Kept over a restart (I9). */
export interface QueuedMessage {
  readonly id: string
  readonly text: string
  /** `compaction` = may be sent at once without compacting. `person` = held: it is sent when the person says so. */
  readonly waitsFor: 'turn' | 'compaction' | 'person'
}

/** A tool that wants to write or run and asks first. */
export interface ApprovalRequest {
  readonly id: string
  /** Message and position of the call in the thread. */
  readonly index: number
  readonly call: number
  readonly tool: string
  /** What it would touch, in one line: a path or a command. */
  readonly subject: string
  /** All arguments as indented JSON, at most 32 KB. */
  readonly arguments: string
  /** What an answer for the thread is about: any file, this command, this host, this tool. */
  readonly covers: 'write' | 'run' | 'fetch' | 'foreign'
}

/** A compaction as a window draws it: one row per id, replaced in place as its state changes (I6). */
export interface CompactionNotice {
  readonly id: string
  readonly kind: CompactionKind
  readonly startedMs: number
  readonly messageCount: number
  readonly tokensBefore: number
  readonly reason: 'threshold' | 'overflow' | 'manual'
  readonly progress: { readonly pass: number; readonly passes: number } | null
  /** Null while it runs. */
  readonly outcome: CompactionOutcome | null
}

/** What a thread is doing. Asked once when a view opens, then kept current by `turn.changed`. */
export interface TurnState {
  readonly phase: 'idle' | 'preparing' | 'compacting' | 'waiting' | 'streaming' | 'tools' | 'approval'
  readonly startedMs: number | null
  /** Index of the reply that is being written; null = none. */
  readonly replyIndex: number | null
  readonly queue: readonly QueuedMessage[]
  readonly approval: ApprovalRequest | null
  readonly notice: CompactionNotice | null
  /** Why the last turn did not end well; null = it did, or none ran. */
  readonly failure: ErrorValue | null
  /** What was typed is not on disk: the disk refused and is tried again. */
  readonly isUnsaved: boolean
  /** Why: a disk's code, or that of a thread file another program made invalid; absent or null = not known. */
  readonly unsavedCode?: ErrorCode | null
  /** `ask`: the trigger is reached and the person is asked. */
  readonly asksToCompact: boolean
}

/**
 * A piece of the reply that is being written. Coalesced: at most one per frame. Whoever misses one, or comes in the
 * middle, asks for the whole with `turn.state`.
 */
export interface TurnDelta {
  readonly index: number
  /** Grows with each question to a model in this thread: a greater one is a reply that begins anew. */
  readonly request: number
  /** The piece's number within its reply, from 1. */
  readonly seq: number
  readonly text: string
  readonly thinking: string
  /** Calls as far as they are known, in order. */
  readonly calls: readonly { readonly name: string; readonly argumentsText: string }[]
}

/** What a thread is doing, and the reply that is being written: all of it up to and with piece `seq`. */
export interface TurnNow extends TurnState {
  readonly reply: TurnDelta | null
}

/** Who answers in a thread. */
export interface ThreadProvider {
  /** Null = none is set up, or the chosen one was removed. */
  readonly providerId: string | null
  readonly model: string | null
  /** Nobody was chosen for this thread. */
  readonly isDefault: boolean
  /** Name of the chosen provider when it was removed: nothing is sent until another one is chosen. */
  readonly missing: string | null
}

/** What became of a sent message. */
export type SendOutcome = { readonly kind: 'started' } | { readonly kind: 'queued'; readonly id: string }

/** A line of the activity table (screens.md section 10). No message text and no keys. */
export interface ActivityEntry {
  readonly id: number
  readonly atMs: number
  readonly kind:
    | 'request'
    | 'summary'
    | 'compaction'
    | 'reduction'
    | 'repair'
    | 'tool'
    | 'approval'
    | 'undo'
    | 'settings'
    | 'error'
  /** Thread id; empty = none. */
  readonly thread: string
  /** One word: completed, failed, cancelled, skipped … */
  readonly result: string
  readonly tokens: number | null
  readonly costUsd: number | null
  readonly durationMs: number | null
  /** Further values, without text of messages. */
  readonly details: { readonly [name: string]: string | number | boolean | null }
}

/** A line of the checkpoints panel. */
export interface CheckpointEntry {
  readonly id: string
  readonly number: number
  readonly name: string
  readonly createdMs: number
  readonly kind: CompactionKind
  readonly state: 'active' | 'superseded' | 'undone'
  readonly strategy: 'partial' | 'full'
  readonly tokensBefore: number
  readonly tokensAfter: number
  readonly summarizer: string
  readonly costUsd: number | null
  readonly isEdited: boolean
  readonly focus: string
  /** First message that is sent again word for word: the divider stands before it. */
  readonly cutoffIndex: number
  /** First summarized message when a recent segment was summarized alone; absent = from the start. */
  readonly fromIndex?: number
  readonly summarizedMessages: number
  readonly restoredFiles: readonly string[]
  readonly historyFile: string | null
  /** Strings in its text that look like keys. */
  readonly secrets: number
  /** Its record could not be read: the full history is used instead. */
  readonly isDamaged: boolean
}

/**
 * Stands for the id of the checkpoint that a compacted copy begins with: a message of its file, which can be looked at
 * and exported, and is never written again.
 */
export const COPY_CHECKPOINT = 'copy'

/** How an edit of a checkpoint ended. Nothing is stored unless it says so. */
export type CheckpointEdit =
  | { readonly kind: 'stored'; readonly id: string; readonly entries: readonly CheckpointEntry[] }
  /** Every word is as it was. */
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'blocked'; readonly block: Extract<ApplyBlock, 'empty-summary' | 'no-shrink'> }

/** A message a person marked, or the result of one of its calls. */
export type Mark = {
  readonly index: number
  readonly messageId: string
  /** Of the message; of a cleared result what its absence saves. */
  readonly tokens: number
  /** First 120 characters; of a cleared result its tool and subject. */
  readonly label: string
} & (
  | { readonly kind: 'pin' | 'exclude' | 'star' }
  /** The result of that call is left out; the call stays, with a marker. */
  | { readonly kind: 'clear'; readonly call: number }
)

/** What is said about a message as a whole. */
export type MessageMark = Exclude<Mark['kind'], 'clear'>
