import type { CompactionOutcome } from '../../shared/compact/event.ts'
import type { AppError, ErrorCode } from '../../shared/ipc/errors.ts'
import type {
  ActivityEntry,
  CompactionNotice,
  QueuedMessage,
  TurnDelta,
  TurnState,
} from '../../shared/ipc/turn.ts'
import type { Approval, Message, ToolSchema } from '../../shared/thread/message.ts'
import type { JsonObject } from '../compaction/request/private-layout.ts'
import type { ChatModel } from '../providers/chat/chat-model.ts'
import type { NewMessage, NewOutput } from '../threads/native/write-message.ts'
import type { ThreadGrants } from './approvals/decide.ts'
import type { KeepOutput, Tool } from './tools/tool.ts'

/** Answers now or later: a port may be a database beside us or a thread away. */
type Soon<T> = T | Promise<T>

/** The facts of one thread, as a live thread keeps them: durable when a call returns. */
export interface FactsPort {
  readonly count: number
  /** What was said is not in the thread file yet: the disk refused. */
  readonly isUnsaved: boolean
  /** Why; absent = not known. */
  readonly unsavedCode?: ErrorCode | null
  message(index: number): Soon<Message>
  /** `queueId`: the queued message it was; it leaves the queue in the same step (I9). */
  appendMessage(message: NewMessage, queueId: string | null): Soon<{ readonly index: number }>
  answerCall(index: number, call: number, output: NewOutput): Soon<void>
  /** Replaces the earlier record of the same call. */
  recordApproval(index: number, approval: Approval): Soon<void>
  /** Writes the thread file. Does not reject: what the disk refuses is tried again. */
  finishTurn(): Promise<void>
}

/** Messages that wait for the end of what runs; kept over a restart. Which of them are held is not kept. */
export interface QueuePort {
  list(): readonly QueuedMessage[]
  add(text: string, waitsFor: 'turn' | 'compaction'): QueuedMessage
  remove(id: string): void
  moveToFront(id: string): void
}

/** The reply that is being written, in pieces of JSON; a message that is stored clears it in the same step. */
export interface ReplyPartsPort {
  begin(head: string): void
  add(body: string): void
  list(): readonly string[]
}

/** One exchange with a model. */
export type ChatModelPort = Pick<ChatModel, 'origin' | 'stream'>

/** What the guard tells while it works. */
export type GuardReport =
  | { readonly kind: 'notice'; readonly notice: CompactionNotice }
  | { readonly kind: 'ask'; readonly isOn: boolean }

/** A request that fits, or why there is none. */
export type GuardAnswer =
  | {
      readonly kind: 'ready'
      readonly body: JsonObject
      readonly model: ChatModelPort
    }
  | { readonly kind: 'refused'; readonly error: AppError }

/** What the guard is given for each call of a model. */
export interface GuardInput {
  readonly tools: readonly ToolSchema[]
  /** The person's stop. */
  readonly signal: AbortSignal
  /** Aborts a compaction only: the request then goes out as it is, or is refused. */
  readonly skipCompaction: AbortSignal
  readonly report: (report: GuardReport) => void
}

/**
 * Takes care of the context. Text of a summary never passes through here. After `signal` aborted nothing may be
 * stored any more: the runner has left by then and the next thing may already run.
 */
export interface ContextGuard {
  /** Before every call of a model, also in the middle of a tool loop (S-097). */
  beforeCall(input: GuardInput): Promise<GuardAnswer>
  /** The provider refused the request by its size or shape: a smaller one to replay, or the refusal. */
  afterOverflow(refusal: AppError, input: GuardInput): Promise<GuardAnswer>
  /** A reply is stored: the numbers of the context are new. */
  afterReply(index: number): void
  /** `/compact`: never sends a message of the thread (S-076). */
  compactNow(focus: string, input: Omit<GuardInput, 'skipCompaction' | 'tools'>): Promise<CompactionOutcome>
}

/** Everything a turn needs from outside. */
export interface TurnPorts {
  readonly facts: FactsPort
  readonly queue: QueuePort
  readonly parts: ReplyPartsPort
  readonly guard: ContextGuard
  /** Rejects when no model can be asked: nothing is stored then, the text stays a draft (B-85). */
  readonly ensureModel: () => Promise<void>
  /** Why a message of this text can never be answered, before anything is stored; null = it can. */
  readonly refuseText: (text: string) => AppError | null
  /** Takes a reply out of later requests; it stays in the thread. */
  readonly excludeMessage: (index: number) => Soon<void>
  /** Foreign and web tools that are on. */
  readonly moreTools: (signal: AbortSignal) => Promise<readonly Tool[]>
  readonly grants: {
    get(): ThreadGrants
    /** May fail without harm: the answer then holds for this run. */
    save(grants: ThreadGrants): Promise<void>
  }
  /** Keeps the complete output of a call; see `KeepOutput`. */
  readonly keepOutput: (
    place: { readonly messageId: string; readonly index: number; readonly call: number },
    write: Parameters<KeepOutput>[0],
  ) => Promise<string | null>
  readonly root: () => string
  readonly protectedPaths: () => readonly string[]
  readonly emit: {
    changed(state: TurnState): void
    delta(delta: TurnDelta): void
    appended(from: number, total: number): void
  }
  readonly record: (entry: Omit<ActivityEntry, 'id' | 'thread'>) => void
  readonly now: () => number
  readonly newId: () => string
}
