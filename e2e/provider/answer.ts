import { countTokens, userText } from './request-text.ts'
import { outputLimitOf } from './rules-common.ts'
import type { AnswerStep, JsonObject, Protocol, RecordedRequest } from './types.ts'
import { writeSummary } from './write-summary.ts'

/** One event of a stream, before it is written. */
export interface Frame {
  /** The SSE event name; null = data only. */
  readonly event: string | null
  readonly data: string
}

/** A step made whole: what the model says, how it ends, what it counted. */
export interface Answer {
  readonly model: string
  readonly deltas: readonly string[]
  readonly text: string
  readonly thinking: string | null
  readonly toolCall: { readonly name: string; readonly arguments: JsonObject } | null
  /** In the protocol's own words. */
  readonly finish: string | null
  readonly usage: { readonly input: number; readonly output: number; readonly cached: number } | null
}

const FINISH: {
  readonly [K in Protocol]: { readonly end: string; readonly cut: string; readonly tool: string }
} = {
  'openai-chat': { end: 'stop', cut: 'length', tool: 'tool_calls' },
  'openai-responses': { end: 'completed', cut: 'max_output_tokens', tool: 'completed' },
  anthropic: { end: 'end_turn', cut: 'max_tokens', tool: 'tool_use' },
}

/** Fills in what a step leaves open. An answer longer than the request's limit is cut and says so. */
export function makeAnswer(
  protocol: Protocol,
  step: AnswerStep,
  request: RecordedRequest,
  deltaChars: number,
): Answer {
  const body = request.body ?? {}
  const toolCall = step.toolCall ?? null
  const whole = step.text ?? (toolCall === null ? writeSummary(userText(protocol, body)) : '')
  const limit = outputLimitOf(body)
  const isCut = limit !== null && countTokens(whole) > limit
  const text = isCut ? whole.slice(0, limit * 4).toWellFormed() : whole
  const words = FINISH[protocol]
  const finish =
    step.finish !== undefined ? step.finish : toolCall !== null ? words.tool : isCut ? words.cut : words.end
  const counted = { input: request.inputTokens, output: countTokens(text + (step.thinking ?? '')), cached: 0 }
  return {
    model: typeof body.model === 'string' ? body.model : '',
    deltas: split(text, step.deltaChars ?? deltaChars),
    text,
    thinking: step.thinking ?? null,
    toolCall,
    finish,
    usage: step.usage === 'none' ? null : { ...counted, ...step.usage },
  }
}

/** Pieces of about `chars` characters; no piece ends inside a character. */
function split(text: string, chars: number): readonly string[] {
  const pieces: string[] = []
  let piece = ''
  for (const character of text) {
    piece += character
    if (piece.length >= chars) {
      pieces.push(piece)
      piece = ''
    }
  }
  if (piece !== '') pieces.push(piece)
  return pieces
}
