/** Words of a Markdown text in one line, without the marks that only dress them; a heading ends with a colon. */
export function plainLine(text: string): string {
  return (
    text
      .replace(/^[^\S\n]*([-*+]|\d+\.|>)\s+/gm, '')
      .replace(/^[^\S\n]*#{1,6} +(\S.*)\n\s*(?=\S)/gm, (_, heading: string) => `${withoutEnd(heading)}: `)
      .replace(/^[^\S\n]*#{1,6}\s+/gm, '')
      // Not `**` between two words, which is a power. Not `__`: it is a part of names as often as a mark.
      .replace(/(?<!\w)\*\*|\*\*(?!\w)|```\w*|`/g, '')
      .replace(/\s+/g, ' ')
      .trim()
  )
}

/** The same, cut to `most` characters. */
export function plainWords(text: string, most: number): string {
  const line = plainLine(text.slice(0, most * 2))
  return line.length > most ? `${line.slice(0, most).replace(/[\ud800-\udbff]$/, '')}…` : line
}

/** Not by a pattern: many spaces within a line would be looked through once for each. */
function withoutEnd(heading: string): string {
  let end = heading.length
  while (end > 0 && ' :'.includes(heading.charAt(end - 1))) end--
  return heading.slice(0, end)
}
