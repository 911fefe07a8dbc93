/**
 * Text that is still being written, divided where it will not change any more: `settled` blocks are drawn once,
 * only `tail` is drawn again with each piece.
 */
export interface LiveText {
  readonly settled: readonly string[]
  readonly tail: string
}

export const NO_TEXT: LiveText = { settled: [], tail: '' }

const FENCE = /^ {0,3}(`{3,}|~{3,})/

/** Adds a piece. Work grows with the piece and the open block, never with the whole reply. */
export function appendLive({ settled, tail }: LiveText, piece: string): LiveText {
  if (piece === '') return { settled, tail }
  const text = tail + piece
  const cut = lastBlockEnd(text)
  if (cut === 0) return { settled, tail: text }
  return { settled: [...settled, text.slice(0, cut)], tail: text.slice(cut) }
}

/** True while the text ends inside a code fence. */
export function isInFence(text: string): boolean {
  let fence: string | null = null
  for (const line of text.split('\n')) {
    const mark = FENCE.exec(line)?.[1]
    if (mark === undefined) continue
    if (fence === null) fence = mark
    else if (mark.startsWith(fence)) fence = null
  }
  return fence !== null
}

/** Where the last complete block ends: after the last blank line that is in no code fence; 0 = nowhere. */
function lastBlockEnd(text: string): number {
  let fence: string | null = null
  let end = 0
  let at = 0
  while (true) {
    const next = text.indexOf('\n', at)
    if (next === -1) return end
    const line = text.slice(at, next)
    const mark = FENCE.exec(line)?.[1]
    if (mark !== undefined) {
      if (fence === null) fence = mark
      else if (mark.startsWith(fence)) fence = null
    }
    at = next + 1
    if (fence === null && line.trim() === '' && at > 1) end = at
  }
}

/** The whole text again. */
export function wholeText({ settled, tail }: LiveText): string {
  return settled.join('') + tail
}
