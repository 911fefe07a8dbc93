import type { SectionKey } from '../../../shared/compact/checkpoint.ts'
import type { ShownTitle } from '../../../shared/thread/row.ts'
import { CHECKPOINT_TEMPLATE } from '../../compaction/checkpoint/template.ts'

/** One heading of a checkpoint with the text under it. */
export interface ShownSection {
  readonly heading: string
  readonly level: number
  readonly text: string
  /** Of a heading that this program writes; null for any other. */
  readonly title: ShownTitle | null
}

const TITLES: ReadonlyMap<string, ShownTitle> = new Map(
  CHECKPOINT_TEMPLATE.flatMap(({ heading, key }) => {
    const title = key ?? 'progress'
    return isShown(title) ? [[heading, title] as const] : []
  }),
)

/** A person's own headings are their own words. */
function isShown(title: SectionKey | 'progress'): title is ShownTitle {
  return !title.startsWith('custom-')
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
    .map(({ heading, level, lines }) => ({
      heading,
      level,
      text: lines.join('\n').trim(),
      title: TITLES.get(heading) ?? null,
    }))
    .filter((section) => section.heading !== '' || section.text !== '')
}
