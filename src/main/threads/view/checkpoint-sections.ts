/** One heading of a checkpoint with the text under it. */
export interface ShownSection {
  readonly heading: string
  readonly level: number
  readonly text: string
}

/**
 * Splits the body of a checkpoint at its `##` and `###` headings, in file order, whatever template it follows.
 * Headings inside code fences are text. Text before the first heading comes under an empty heading.
 */
export function splitSections(body: string): readonly ShownSection[] {
  const sections: { heading: string; level: number; lines: string[] }[] = [
    { heading: '', level: 2, lines: [] },
  ]
  let fence: string | null = null
  for (const line of body.split(/\r\n|\n|\r/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (mark !== undefined) {
      if (fence === null) fence = mark
      else if (mark.startsWith(fence)) fence = null
    }
    const heading = fence === null ? /^(#{2,6})[ \t]+(.*?)[ \t#]*$/.exec(line) : null
    if (heading === null) sections.at(-1)?.lines.push(line)
    else sections.push({ heading: heading[2] ?? '', level: heading[1]?.length ?? 2, lines: [] })
  }
  return sections
    .map(({ heading, level, lines }) => ({ heading, level, text: lines.join('\n').trim() }))
    .filter((section) => section.heading !== '' || section.text !== '')
}
