import { boundText } from './tools/bound-text.ts'

/** Shorter texts are never cut: they are names, paths and flags. */
const LONG_FROM = 1_000

/** Characters that turn the direction of what stands behind them: a command could be shown as another one. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g

/** A text for a question, with what would change its look written out: `[U+202E]`. JSON stays JSON. */
export function shownText(text: string): string {
  return text.replace(TURNING, (one) => `[U+${one.charCodeAt(0).toString(16).toUpperCase()}]`)
}

/**
 * A call's arguments as indented JSON of at most `maxChars` characters, for the person who is asked. Where they are
 * longer, each long text loses its own middle, so that what is shown is whole JSON; only what is large without long
 * texts is cut as text.
 */
export function shownArguments(args: unknown, maxChars: number): string {
  const whole = shownText(JSON.stringify(args, null, 2))
  if (whole.length <= maxChars) return whole.toWellFormed()
  let long = 0
  JSON.stringify(args, (_key, value: unknown) => {
    if (typeof value === 'string' && value.length > LONG_FROM) long += 1
    return value
  })
  // Quotes and line breaks are written as two characters.
  const each = Math.max(LONG_FROM, Math.floor(maxChars / 2 / Math.max(1, long)))
  const bounded = (_key: string, value: unknown) =>
    typeof value === 'string' ? boundText(value, each) : value
  const cut = shownText(JSON.stringify(args, bounded, 2))
  return cut.length <= maxChars ? cut.toWellFormed() : boundText(whole, maxChars)
}
