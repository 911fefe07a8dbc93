/** One argument of a call as a person reads it: a text with its real line breaks, anything else as JSON. */
export interface ArgumentField {
  readonly name: string
  readonly text: string
  /** Stands under its name instead of beside it. */
  readonly isBlock: boolean
}

/** From here a value gets lines of its own. */
const BLOCK_FROM_CHARS = 72

/** The arguments one by one; null = they are no object, or were cut, and are shown as they came. */
export function argumentFields(argumentsText: string): readonly ArgumentField[] | null {
  let value: unknown
  try {
    value = JSON.parse(argumentsText)
  } catch {
    return null
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const entries = Object.entries(value)
  return entries.length === 0 ? null : entries.map(([name, one]) => fieldOf(name, one))
}

function fieldOf(name: string, value: unknown): ArgumentField {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  return { name, text, isBlock: text.length > BLOCK_FROM_CHARS || text.includes('\n') }
}
