/**
 * True when a call's arguments hold nothing beyond the line on its card: none at all, or one text that the
 * line shows whole. Such arguments are not repeated in the body.
 */
export function saysNoMore(argumentsText: string, summary: string): boolean {
  const text = argumentsText.trim()
  if (text === '' || text === '{}' || text === summary.trim()) return true
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return false
    const values: readonly unknown[] = Object.values(value)
    return values.length === 1 && values[0] === summary
  } catch {
    // Arguments that were cut while streaming are no JSON; they are shown as they are.
    return false
  }
}
