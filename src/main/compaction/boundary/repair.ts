import type { Message, ToolCall } from '../../../shared/thread/message.ts'

/** Text of a result that stands in for one that never came; reads as cancelled (S-052). */
export const CANCELLED_RESULT =
  '[Cancelled: this call was never answered. Nothing is known about its effect.]'

/** What a repair did. `callIds` are as they stand in the file: they may repeat or be empty. */
export interface RepairReport {
  readonly cancelled: readonly {
    readonly messageIndex: number
    readonly callId: string
    readonly name: string
  }[]
}

/**
 * Gives every unanswered call an explicit cancelled result (S-050), so that each call has exactly one
 * result in its own message (S-053). Never claims success, changes nothing else, and run again changes
 * nothing: messages that need no repair come back as the same objects, the list too when none does.
 */
export function repairMessages(messages: readonly Message[]): {
  readonly messages: readonly Message[]
  readonly report: RepairReport
} {
  const cancelled: RepairReport['cancelled'][number][] = []
  const repaired = messages.map((message, messageIndex) => {
    if (message.toolCalls.every((call) => call.output !== null)) return message
    const toolCalls = message.toolCalls.map((call): ToolCall => {
      if (call.output) return call
      cancelled.push({ messageIndex, callId: call.id, name: call.name })
      return { ...call, output: { content: [{ kind: 'text', text: CANCELLED_RESULT }], isError: true } }
    })
    return { ...message, toolCalls }
  })
  return { messages: cancelled.length === 0 ? messages : repaired, report: { cancelled } }
}
