import type { ErrorValue } from '../../shared/ipc/errors.ts'
import type { Message } from '../../shared/thread/message.ts'
import { CANCELLED_RESULT } from '../compaction/boundary/repair.ts'
import { BROKEN_OFF_RESULT, NOT_ALLOWED_RESULT } from './cancelled-results.ts'
import { leftReply } from './kept-reply.ts'
import type { TurnPorts } from './ports.ts'
import { STOPPED } from './until-aborted.ts'

const INTERRUPTED: ErrorValue = {
  code: 'interrupted',
  message: 'The reply was broken off before its end.',
  details: null,
  params: {},
}

/** What was found in a thread when it opened. */
export interface Settled {
  /** First message that is new or changed; null = none is. */
  readonly changedFrom: number | null
  /** Why the last turn did not come to its end; null = it did. */
  readonly failure: ErrorValue | null
}

/**
 * Makes a thread whole that a crash left open: the part of a reply that was kept becomes a message (B-07), calls
 * of our own without a result get one. Stores; sends nothing.
 */
export async function settleThread({ facts, parts }: Pick<TurnPorts, 'facts' | 'parts'>): Promise<Settled> {
  const left = leftReply(parts)
  if (left !== null) await facts.appendMessage(left, null)
  const index = facts.count - 1
  if (index < 0) return { changedFrom: null, failure: null }
  const last = await facts.message(index)
  // Records of other programs are theirs: the projection repairs them for each request.
  if (last.runtime === undefined) return { changedFrom: null, failure: null }
  let hasChanged = left !== null
  for (const [call, { output }] of last.toolCalls.entries()) {
    if (output !== null) continue
    await facts.answerCall(index, call, {
      content: [{ kind: 'text', text: resultOf(last, call, left !== null) }],
      isError: true,
    })
    hasChanged = true
  }
  return { changedFrom: hasChanged ? index : null, failure: failureOf(last, left !== null) }
}

/** What is known about a call that has no result: never that it ran. */
function resultOf({ runtime }: Message, call: number, isLeft: boolean): string {
  if (isLeft) return BROKEN_OFF_RESULT
  const approval = runtime?.approvals.find((one) => one.call === call)
  return approval?.decision === null ? NOT_ALLOWED_RESULT : CANCELLED_RESULT
}

/** A reply that broke off, or whose results nobody has answered: the person may go on from there. */
function failureOf(last: Message, isLeft: boolean): ErrorValue | null {
  if (last.role !== 'assistant' || last.runtime === undefined) return null
  const { ending } = last.runtime
  if (ending === 'interrupted' && !isLeft) return STOPPED
  return ending === 'interrupted' || ending === 'failed' || last.toolCalls.length > 0 ? INTERRUPTED : null
}
