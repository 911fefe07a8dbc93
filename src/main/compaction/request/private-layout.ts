import type { JsonValue } from '../../../shared/thread/message.ts'

/** A JSON object as a request body is made of. */
export interface JsonObject {
  readonly [key: string]: JsonValue
}

/** Types of our own entries between private blocks: what stood there, by measure and not by content. */
export const TEXT_MARK = 'palimpsest-text'
export const CALL_MARK = 'palimpsest-call'

/** One step of a reply as it came from its provider. */
export type LayoutStep =
  | { readonly kind: 'private'; readonly block: JsonObject }
  | { readonly kind: 'text'; readonly text: string; readonly phase: string | null }
  | { readonly kind: 'call'; readonly position: number }

/**
 * The order in which a reply's private blocks, text and calls came. Text and calls are held once, by the message
 * itself; the private list holds marks for them. Null when the marks no longer fit the message, which then goes
 * without its private state: a block in the wrong place is refused (B-09, B-10).
 */
export function readLayout(
  privateItems: readonly JsonValue[],
  text: string,
  calls: number,
): readonly LayoutStep[] | null {
  const steps: LayoutStep[] = []
  let at = 0
  let position = 0
  for (const item of privateItems) {
    if (!isObject(item)) return null
    if (item.type === TEXT_MARK) {
      const chars = item.chars
      if (typeof chars !== 'number' || at + chars > text.length) return null
      const phase = typeof item.phase === 'string' ? item.phase : null
      steps.push({ kind: 'text', text: text.slice(at, at + chars), phase })
      at += chars
    } else if (item.type === CALL_MARK) steps.push({ kind: 'call', position: position++ })
    else steps.push({ kind: 'private', block: item })
  }
  const isBare = at === 0 && position === 0
  if (isBare) {
    // Blocks without marks stand in front, as every provider writes them when they do not interleave.
    if (text !== '') steps.push({ kind: 'text', text, phase: null })
    for (; position < calls; position += 1) steps.push({ kind: 'call', position })
    return steps
  }
  return at === text.length && position === calls ? steps : null
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
