/** Lines longer than this are split: one line of three megabytes could not be laid out. */
const MOST_LINE_CHARS = 2000

/** A text as lines for the virtual viewer. Joined again they are the text, up to line ends. */
export function linesOf(text: string): readonly string[] {
  if (text === '') return []
  const lines: string[] = []
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (line.length <= MOST_LINE_CHARS) lines.push(line)
    else
      for (let at = 0; at < line.length; ) {
        let end = Math.min(line.length, at + MOST_LINE_CHARS)
        // A pair of surrogates is one character and stays together.
        if (end < line.length && /[\ud800-\udbff]/.test(line[end - 1] ?? '')) end -= 1
        lines.push(line.slice(at, end))
        at = end
      }
  }
  return lines
}
