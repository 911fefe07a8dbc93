import { estimateTextTokens } from '../tokens/estimate-text.ts'
import { type TokenFamily, USUAL_FAMILY } from '../tokens/token-family.ts'
import { safeCutIndex } from './cut-text.ts'
import type { SerializedMessage } from './serializer.ts'

/** Smallest budget that is worked with, in tokens: below it every message would be dust. */
const SMALLEST_BUDGET_TOKENS = 200

/** Tokens a wrapper line around a piece of a message costs. */
const WRAPPER_TOKENS = 24

/**
 * Deals messages out to passes that each fit `budgetTokens`, in the tokens that the messages were serialized with.
 * Order is kept and nothing is dropped: a message that is larger than a whole pass is split into pieces, at line ends
 * where there are any.
 */
export function splitIntoPasses(
  parts: readonly SerializedMessage[],
  budgetTokens: number,
  family: TokenFamily = USUAL_FAMILY,
): readonly (readonly SerializedMessage[])[] {
  const budget = Math.max(SMALLEST_BUDGET_TOKENS, Math.floor(budgetTokens) || 0)
  const passes: SerializedMessage[][] = []
  let pass: SerializedMessage[] = []
  let tokens = 0
  for (const part of parts.flatMap((message) => splitMessage(message, budget, family))) {
    if (pass.length > 0 && tokens + part.tokens > budget) {
      passes.push(pass)
      pass = []
      tokens = 0
    }
    pass.push(part)
    tokens += part.tokens
  }
  if (pass.length > 0) passes.push(pass)
  return passes
}

function splitMessage(
  message: SerializedMessage,
  budget: number,
  family: TokenFamily,
): readonly SerializedMessage[] {
  if (message.tokens <= budget) return [message]
  const pieces = splitText(message.text, budget - 2 * WRAPPER_TOKENS, family)
  return pieces.map((piece, at) => {
    const head = at === 0 ? '' : `<msg n="${message.index}" piece="${at + 1} of ${pieces.length}">\n`
    const end = at === pieces.length - 1 ? '' : '\n</msg>'
    const text = `${head}${piece}${end}`
    return { index: message.index, text, tokens: estimateTextTokens(text, family) }
  })
}

/**
 * Splits a text into pieces of at most `budgetTokens`; joined they are the text again. Never cuts inside a
 * character that a person sees as one.
 */
export function splitText(
  text: string,
  budgetTokens: number,
  family: TokenFamily = USUAL_FAMILY,
): readonly string[] {
  const pieces: string[] = []
  let at = 0
  while (at < text.length) {
    const end = endOfPiece(text, at, budgetTokens, family)
    pieces.push(text.slice(at, end))
    at = end
  }
  return pieces
}

function endOfPiece(text: string, from: number, budgetTokens: number, family: TokenFamily): number {
  // Grows, then halves its steps; every step estimates only what it adds, so that finding a piece costs
  // about what reading it twice costs.
  let end = from
  let left = budgetTokens
  let step = Math.max(16, budgetTokens)
  let isGrowing = true
  while (step >= 16 && end < text.length) {
    const tokens = estimateTextTokens(text.slice(end, end + step), family)
    if (tokens <= left) {
      end = Math.min(end + step, text.length)
      left -= tokens
      if (isGrowing) step *= 2
    } else {
      isGrowing = false
      step = Math.floor(step / 2)
    }
  }
  if (end === text.length) return end
  const cut = safeCutIndex(text, end)
  const line = text.lastIndexOf('\n', cut - 1) + 1
  if (line - from > (cut - from) / 2) return line
  return cut > from ? cut : nextCut(text, from)
}

function nextCut(text: string, from: number): number {
  let next = from + 1
  while (next < text.length && safeCutIndex(text, next) !== next) next += 1
  return next
}
