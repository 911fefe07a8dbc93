/** Tags in which local models write their reasoning before the answer. */
const OPEN = /^\s*<(think|thinking|reasoning|thought)>/i
const MAX_TAG_CHARS = '<reasoning>'.length
/** A closing tag alone on its line: the opening one was part of the model's own prompt. */
const ORPHAN_CLOSE = /^[ \t]*<\/(?:think|thinking|reasoning|thought)>[ \t]*$/im
/** The answer had begun before the tag, so the tag is part of what it talks about. */
const ANSWER_BEGAN = /^#{1,3} (?:Context checkpoint|Goal)\b/im

/** Passes on what a person may read of a stream, and keeps back reasoning in tags at its beginning. */
export interface VisibleText {
  /** Takes a piece of the stream; answers the part that may be shown now, maybe ''. */
  push(delta: string): string
  /** The whole answer without reasoning. Reasoning that never closed leaves nothing. */
  finish(): string
}

/**
 * Makes a filter for one stream. Blocks are taken out at the beginning only: later tags belong to the text.
 * Reasoning that has only its closing tag cannot be seen coming; it is shown while it streams and is missing
 * from `finish`.
 */
export function createVisibleText(): VisibleText {
  let held = ''
  let shown = ''
  let state: 'start' | 'inside' | 'text' = 'start'
  let closing = ''

  function push(delta: string): string {
    if (state === 'text') {
      shown += delta
      return delta
    }
    held += delta
    return drain(false)
  }

  function drain(isEnd: boolean): string {
    for (;;) {
      if (state === 'inside') {
        const end = held.toLowerCase().indexOf(closing)
        if (end === -1) {
          // Only a closing tag that is not whole yet can still matter.
          held = held.slice(-(closing.length - 1))
          return ''
        }
        held = held.slice(end + closing.length)
        state = 'start'
      }
      const open = OPEN.exec(held)
      if (open !== null) {
        closing = `</${(open[1] ?? '').toLowerCase()}>`
        held = held.slice(open[0].length)
        state = 'inside'
        continue
      }
      const rest = held.trimStart()
      if (!isEnd && (rest === '' || (rest.startsWith('<') && rest.length < MAX_TAG_CHARS))) return ''
      state = 'text'
      const text = rest
      held = ''
      shown += text
      return text
    }
  }

  return {
    push,
    finish() {
      if (state === 'start') drain(true)
      const orphan = ORPHAN_CLOSE.exec(shown)
      if (orphan === null) return shown
      const after = shown.slice(orphan.index + orphan[0].length)
      return after.trim() === '' || ANSWER_BEGAN.test(shown.slice(0, orphan.index))
        ? shown
        : after.trimStart()
    },
  }
}
