import type { PreviewFrame } from '../../shared/compact/preview.ts'
import { parseNarrative } from '../compaction/checkpoint/narrative-parser.ts'
import type { Template } from '../compaction/checkpoint/template.ts'

/** Up to this many characters every piece is shown at once: a usual answer is shorter. */
const SMALL_CHARS = 20_000

/** Beyond that the text is read anew when it grew by this part of it. */
const GROWTH = 1 / 50

/**
 * Turns text deltas into section frames, sending only sections that changed. The whole text is read each time, so a
 * long one is read seldom: all reading together stays in proportion to the text's length.
 */
export function sectionFollower(
  emit: (frame: PreviewFrame) => void,
  template: Template,
  parse: typeof parseNarrative = parseNarrative,
): (delta: string) => void {
  let text = ''
  let nextChars = 0
  const sent = new Map<string, string>()
  return (delta) => {
    text += delta
    if (text.length < nextChars) return
    nextChars = text.length < SMALL_CHARS ? 0 : text.length * (1 + GROWTH)
    for (const { key, text: body, isComplete } of parse(text, template).sections) {
      const mark = `${isComplete}${body}`
      if (sent.get(key) === mark) continue
      sent.set(key, mark)
      emit({ kind: 'section', key, text: body, isComplete })
    }
  }
}
