/** Opening of the record that stands for a collapsed run. */
const RECORD_OPENING = '[Collapsed '

/** Opening of what stands for a cleared result (S-024). */
const CLEARED_OPENING = '[Cleared: '

/** Stands for a cleared result that is shorter than what would be said about it. */
export const CLEARED_SHORT = `${CLEARED_OPENING}by the user]`

/** The mark between head and tail of a trimmed output (S-120). */
export function snipMark(snippedChars: number, filePath: string): string {
  return `[... ${snippedChars} chars snipped ... Full output: ${filePath}]`
}

/** Whether an output has been trimmed with its complete text in that very file. */
export function isSnipped(text: string, filePath: string): boolean {
  return text.includes(` chars snipped ... Full output: ${filePath}]`)
}

/** The record of a collapsed run: one line for each call it stands for (S-018). */
export function recordText(lines: readonly string[]): string {
  const head = `${RECORD_OPENING}${lines.length} finished look-ups; the last one of the run follows whole]`
  return [head, ...lines.map((line) => `- ${line}`), '[Call a tool again to see its result.]'].join('\n')
}

/** What a cleared result says: which call it was, how it ended, how to get it back (S-024, B-53). */
export function clearedText(call: string, outcome: string, wayBack: string): string {
  return `${CLEARED_OPENING}${call} (${outcome}). ${wayBack}]`
}

/** Whether an output is the record of a collapsed run. */
export function isRecordText(text: string): boolean {
  return text.startsWith(RECORD_OPENING)
}

/** Whether an output has been replaced by a collapse or by clearing before. */
export function isReplaced(text: string): boolean {
  return isRecordText(text) || (text.startsWith(CLEARED_OPENING) && text.length < 1_000)
}
