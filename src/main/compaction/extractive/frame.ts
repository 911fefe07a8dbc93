import type { CheckpointSection } from '../../../shared/compact/checkpoint.ts'
import { CHECKPOINT_TEMPLATE } from '../checkpoint/template.ts'

/** Wrapper lines (S-184), title, and the empty lines between them. */
const WRAPPER_CHARS = 196
/** `- None` under a required heading without text. */
const EMPTY_TEXT_CHARS = 6
/** The empty line after a heading or a text. */
const GAP_CHARS = 2

/** Characters of a checkpoint message around the texts of its sections: wrapper, headings, empty lines. */
export function frameChars(sections: readonly CheckpointSection[]): number {
  const filled = new Set(sections.filter((section) => section.text !== '').map((section) => section.key))
  let chars = WRAPPER_CHARS
  for (const entry of CHECKPOINT_TEMPLATE) {
    const isFilled = entry.key !== null && filled.has(entry.key)
    if (!isFilled && !entry.isRequired) continue
    chars += entry.level + 1 + entry.heading.length + GAP_CHARS
    if (entry.key !== null) chars += GAP_CHARS + (isFilled ? 0 : EMPTY_TEXT_CHARS)
  }
  return chars
}

/** The frame of a checkpoint that says nothing. */
export const EMPTY_FRAME_CHARS = frameChars([])
