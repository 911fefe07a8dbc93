import type { Closing } from './plan-words.ts'

/** A sentence of the user that goes on binding: a demand, a ban or a preference. */
export interface RuleFact {
  /** Word for word. */
  readonly text: string
  readonly messageIndex: number
  readonly turn: number | null
}

export type PlanStatus = 'pending' | 'in-progress' | 'done' | 'blocked' | 'cancelled' | 'unanswered'

/** One entry of a plan or to-do tool. `unanswered` = a request of the user that got no answer yet. */
export interface PlanItem {
  /** The tool's own id; null when it has none. */
  readonly id: string | null
  readonly text: string
  readonly status: PlanStatus
  readonly messageIndex: number
  /** Requests of the person since anything touched the list it stands in. */
  readonly requestsSince: number
}

/** A file that a tool touched. A file both read and changed is `modified`. */
export interface PathFact {
  readonly path: string
  readonly use: 'modified' | 'deleted' | 'read'
  readonly messageIndex: number
}

/** A failing result. `subject` is the command or file, one line, as it stood in the arguments. */
export interface ErrorFact {
  readonly subject: string
  readonly message: string
  readonly messageIndex: number
}

/** A check (test, build, lint, type check) that succeeded. `outcome` is a line of its output, may be empty. */
export interface VerifiedFact {
  readonly command: string
  readonly outcome: string
  readonly messageIndex: number
}

/** `argument` = the name of a tool's argument that nothing else of the thread speaks of. */
export type ReferenceKind = 'file' | 'link' | 'name' | 'argument'

/** A name that was used. `weight` is its activation at the end of the span (see activation.ts). */
export interface ReferenceFact {
  readonly text: string
  readonly kind: ReferenceKind
  readonly weight: number
}

/** The facts lane of a stretch of messages: taken out by code, merged by code, never rewritten by a model. */
export interface Facts {
  /** Number of messages the facts were taken from; 0 for facts read back from a checkpoint. */
  readonly messageCount: number
  readonly rules: readonly RuleFact[]
  readonly plan: readonly PlanItem[]
  /** True when a tool gave a complete list: it replaces every earlier list. */
  readonly replacesPlan: boolean
  /** What was said of finished and dropped work: it closes entries of an earlier plan. */
  readonly closings: readonly Closing[]
  /** Requests of the person among the messages. */
  readonly requests: number
  readonly paths: readonly PathFact[]
  readonly errors: readonly ErrorFact[]
  /** Commands and files that succeeded last: they settle earlier errors of the same subject. */
  readonly succeeded: readonly string[]
  readonly verified: readonly VerifiedFact[]
  /** Highest weight first. */
  readonly references: readonly ReferenceFact[]
}

export const NO_FACTS: Facts = {
  messageCount: 0,
  rules: [],
  plan: [],
  replacesPlan: false,
  closings: [],
  requests: 0,
  paths: [],
  errors: [],
  succeeded: [],
  verified: [],
  references: [],
}
