import type { Row } from '../../shared/thread/row.ts'

/** The words of a row as plain Markdown, for copying and for one-line lists. Tool bodies are not in it. */
export function rowText(row: Row): string {
  switch (row.kind) {
    case 'user':
    case 'assistant':
      return row.parts.flatMap((part) => (part.kind === 'text' ? [part.body.text] : [])).join('\n\n')
    case 'checkpoint':
      return row.sections
        .map((section) => `${'#'.repeat(section.level)} ${section.heading}\n\n${section.text}`.trim())
        .join('\n\n')
    case 'broken':
      return ''
  }
}
