import type { Message, ToolCall, ToolOutput } from '../../../shared/thread/message.ts'
import { describeCall, describeOutcome, outputText } from '../reduce/describe-call.ts'
import { CLEARED_SHORT, clearedText } from '../reduce/markers.ts'
import { estimateMessageTokens } from '../tokens/estimate-message.ts'
import type { Override } from './override.ts'
import type { ProjectedMessage } from './projected-message.ts'

/** Places of calls, by the place of their message, whose results a person took out of what the model sees. */
export type ClearedResults = ReadonlyMap<number, ReadonlySet<number>>

/**
 * A projected message without the results a person cleared, whatever was decided about them before; `fact` is the
 * message before any decision, so that the marker stays the same bytes. Call and result stay a pair. A record of a
 * collapsed run stays: the result is not in it, and it speaks for other calls.
 */
export function clearProjected(
  item: ProjectedMessage,
  fact: Message,
  cleared: ReadonlySet<number>,
  decided: readonly Override[],
): ProjectedMessage {
  const calls = item.message.toolCalls.map((call, at) => {
    const place = item.callPositions?.[at] ?? at
    const whole = fact.toolCalls[place]
    if (!whole || !cleared.has(place) || decided.some((one) => isRecordOf(one, place))) return call
    return { ...call, output: clearedOutput(whole) }
  })
  if (calls.every((call, at) => call.output === item.message.toolCalls[at]?.output)) return item
  const message = { ...item.message, toolCalls: calls }
  return { ...item, message, tokens: estimateMessageTokens(message, item.family) }
}

/** A message without the results at these places; the same object when none of them is there. */
export function clearResults(message: Message, cleared: ReadonlySet<number> | undefined): Message {
  if (cleared === undefined) return message
  const toolCalls = message.toolCalls.map((call, at) =>
    cleared.has(at) && call.output !== null ? { ...call, output: clearedOutput(call) } : call,
  )
  return toolCalls.every((call, at) => call === message.toolCalls[at]) ? message : { ...message, toolCalls }
}

function isRecordOf({ step, call, change }: Override, place: number): boolean {
  return step === 'collapse' && call === place && change.kind === 'output'
}

/** What is sent instead of a result; a call that still waits has none. Whether it failed is still told. */
function clearedOutput(call: ToolCall): ToolOutput | null {
  if (call.output === null) return null
  const { isError, content } = call.output
  const marker = clearedText(
    describeCall(call),
    describeOutcome(call.output),
    'The user took this result out of the context.',
  ).toWellFormed()
  const isShorter =
    content.some((part) => part.kind !== 'text') || marker.length < outputText(call.output).length
  return { isError, content: [{ kind: 'text', text: isShorter ? marker : CLEARED_SHORT }] }
}
