import { countTokens, userText } from './request-text.ts'
import { outputLimitOf } from './rules-common.ts'
import type { AnswerBlock, AnswerStep, JsonObject, Protocol, RecordedRequest } from './types.ts'
import { writeSummary } from './write-summary.ts'

/** One event of a stream, before it is written. */
export interface Frame {
  /** The SSE event name; null = data only. */
  readonly event: string | null
  readonly data: string
}

/** A block with everything it needs, and its text cut into the pieces of the stream. */
export type FilledBlock =
  | { readonly kind: 'text'; readonly text: string; readonly deltas: readonly string[] }
  | { readonly kind: 'thinking'; readonly text: string }
  | {
      readonly kind: 'call'
      /** Without the protocol's prefix when it is a scripted one. */
      readonly id: string | null
      readonly name: string
      readonly arguments: JsonObject
      readonly argumentsText: string
      readonly extra?: JsonObject
      readonly deltas: readonly string[]
    }

/** A step made whole: what the model says, how it ends, what it counted. */
export interface Answer {
  readonly model: string
  readonly blocks: readonly FilledBlock[]
  /** Of all its blocks of text. */
  readonly text: string
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
  const given = step.blocks ?? blocksOf(step, () => writeSummary(userText(protocol, body)))
  const whole = textOf(given)
  const limit = outputLimitOf(body)
  const isCut = limit !== null && countTokens(whole) > limit
  const kept = isCut ? cutText(given, limit * 4) : given
  const text = textOf(kept)
  const hasCalls = kept.some((block) => block.kind === 'call')
  const words = FINISH[protocol]
  const finish =
    step.finish !== undefined ? step.finish : hasCalls ? words.tool : isCut ? words.cut : words.end
  const thinking = kept.map((block) => (block.kind === 'thinking' ? block.text : '')).join('')
  const counted = { input: request.inputTokens, output: countTokens(text + thinking), cached: 0 }
  return {
    model: typeof body.model === 'string' ? body.model : '',
    blocks: kept.map((block) => fill(block, step.deltaChars ?? deltaChars)),
    text,
    finish,
    usage: step.usage === 'none' ? null : { ...counted, ...step.usage },
  }
}

function blocksOf(step: AnswerStep, write: () => string): readonly AnswerBlock[] {
  const { thinking, toolCall } = step
  const text = step.text ?? (toolCall === undefined ? write() : '')
  return [
    ...(thinking === undefined ? [] : [{ kind: 'thinking' as const, text: thinking }]),
    ...(text === '' ? [] : [{ kind: 'text' as const, text }]),
    ...(toolCall === undefined ? [] : [{ kind: 'call' as const, ...toolCall }]),
  ]
}

function textOf(blocks: readonly AnswerBlock[]): string {
  return blocks.map((block) => (block.kind === 'text' ? block.text : '')).join('')
}

function cutText(blocks: readonly AnswerBlock[], chars: number): readonly AnswerBlock[] {
  let room = chars
  return blocks.map((block) => {
    if (block.kind !== 'text') return block
    const text = block.text.slice(0, room).toWellFormed()
    room -= text.length
    return { ...block, text }
  })
}

function fill(block: AnswerBlock, chars: number): FilledBlock {
  if (block.kind === 'thinking') return block
  if (block.kind === 'text') return { ...block, deltas: split(block.text, chars) }
  const argumentsText = block.argumentsText ?? JSON.stringify(block.arguments)
  return { ...block, id: block.id ?? null, argumentsText, deltas: split(argumentsText, chars) }
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

/** An id that repeats in the next answer, as with servers that count from the start each time. */
export function scriptedId(prefix: string, index: number): string {
  return index === 0 ? `${prefix}_scripted` : `${prefix}_scripted_${index + 1}`
}
