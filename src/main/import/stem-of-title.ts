import { safeEnd } from '../threads/view/text-body.ts'

/** Longest name that is made of a title, in UTF-16 units. */
const MAX_CHARS = 60
/** A word that begins before this place is cut: scripts without spaces, addresses. */
const MIN_CHARS = 20

/**
 * What of a title names a file: all of a short one; of a longer one, or one that was cut before, as much as ends with
 * a word, without the marks behind it.
 */
export function stemOfTitle(title: string): string {
  const text = title.trim()
  const isCut = text.endsWith('…')
  const whole = isCut ? text.slice(0, -1) : text
  if (!isCut && whole.length <= MAX_CHARS) return whole
  const head = whole.slice(0, safeEnd(whole, MAX_CHARS))
  // What stands behind tells whether the last word is whole.
  const isWordEnd = /\s/.test(whole.charAt(head.length)) || /\s$/.test(head)
  const lastSpace = head.search(/\s\S*$/)
  const words = isWordEnd || lastSpace < MIN_CHARS ? head : head.slice(0, lastSpace)
  return words.replace(/[\s.,;:!?…、。，；：！？([{（【「“‘–—-]+$/u, '') || head
}
