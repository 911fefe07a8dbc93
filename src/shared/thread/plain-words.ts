/** Words of a Markdown text in one line, without the marks that only dress them; a heading ends with a colon. */
export function plainLine(text: string): string {
  return (
    text
      .replace(/^\s*([-*+]|\d+\.|>)\s+/gm, '')
      .replace(/^\s*#{1,6} +(.+?)[ :]*\n\s*(?=\S)/gm, '$1: ')
      .replace(/^\s*#{1,6}\s+/gm, '')
      // Not `__`: it is a part of names as often as a mark.
      .replace(/\*\*|```\w*|`/g, '')
      .replace(/\s+/g, ' ')
      .trim()
  )
}

/** The same, cut to `most` characters. */
export function plainWords(text: string, most: number): string {
  const line = plainLine(text.slice(0, most * 2))
  return line.length > most ? `${line.slice(0, most)}…` : line
}
