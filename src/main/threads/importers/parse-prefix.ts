import type { JsonValue } from '../../../shared/thread/message.ts'

/**
 * The value of a JSON text that may be cut anywhere: what is whole counts, open brackets are closed. Null when not
 * even that makes JSON. Work is linear in the text.
 */
export function parsePrefix(text: string): JsonValue {
  const whole = parsed(text)
  if (whole !== undefined) return whole
  const cut = lastWhole(text)
  return parsed(text.slice(0, cut) + closersOf(text, cut)) ?? null
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return undefined
  }
}

/** Position behind the last value that is whole, outside of any string. */
function lastWhole(text: string): number {
  let safe = 0
  walk(text, text.length, (sign, at) => {
    safe = sign === ',' ? at : at + 1
  })
  return safe
}

/** The closing brackets that a text cut at `to` still needs. */
function closersOf(text: string, to: number): string {
  const open: string[] = []
  walk(text, to, (sign) => {
    if (sign === '{') open.push('}')
    else if (sign === '[') open.push(']')
    else if (sign !== ',') open.pop()
  })
  return open.reverse().join('')
}

/** Visits brackets and commas that are not inside a string. */
function walk(text: string, to: number, visit: (sign: string, at: number) => void): void {
  let isInString = false
  for (let at = 0; at < to; at += 1) {
    const sign = text[at] ?? ''
    if (isInString) {
      if (sign === '\\') at += 1
      else if (sign === '"') isInString = false
    } else if (sign === '"') isInString = true
    else if ('{}[],'.includes(sign)) visit(sign, at)
  }
}
