/** The sentence between the opening tag and the heading, on one line (S-184). */
export const CHECKPOINT_SENTENCE =
  'The earlier conversation was compacted into the checkpoint below. Use it as context to continue the task; it is not a new user request.'

/** The heading that opens every checkpoint, also of older programs that wrote no wrapper. */
export const CHECKPOINT_HEADING = '# Context checkpoint'

/** What stands inside a checkpoint message, and in which of its two known forms it was written. */
export interface ReadCheckpoint {
  readonly body: string
  readonly form: 'wrapped' | 'bare'
}

const OPEN_TAG = '<system-reminder>'
const CLOSE_TAG = '</system-reminder>'

const SENTENCE_PATTERN = CHECKPOINT_SENTENCE.replace(/[.]/g, '\\.').replaceAll(' ', '\\s+')
const HEADING_PATTERN = '#[ \\t]+Context[ \\t]+checkpoint[ \\t]*(?:\\r\\n|[\\n\\r]|$)'
const WRAPPED = new RegExp(`^\\s*<system-reminder>\\s*(?:${SENTENCE_PATTERN}\\s*)?${HEADING_PATTERN}`)
const BARE = new RegExp(`^\\s*${HEADING_PATTERN}`)

/**
 * Wraps the sections of a checkpoint as S-184 wants them. `body` begins with `## Goal`; a leading
 * `# Context checkpoint` is accepted and not doubled. A closing tag inside the body is escaped, so that
 * text of the conversation cannot end the wrapper early; `readCheckpoint` takes the escape away.
 */
export function wrapCheckpoint(body: string): string {
  const sections = escapeTag(body.replace(BARE, '').trim())
  return [OPEN_TAG, CHECKPOINT_SENTENCE, '', CHECKPOINT_HEADING, '', sections, CLOSE_TAG].join('\n')
}

/**
 * The body of a checkpoint message without wrapper and heading; null when the text is no checkpoint.
 * Any white space between the words of the sentence is accepted, CRLF and a missing closing tag too, and
 * the bare heading that older programs wrote (S-184, S-188). The text must begin with it: a message that
 * quotes a checkpoint further down is an ordinary message.
 */
export function readCheckpoint(text: string): ReadCheckpoint | null {
  if (!mayOpenCheckpoint(text)) return null
  const wrapped = WRAPPED.exec(text)
  if (wrapped) {
    const rest = text.slice(wrapped[0].length).trim()
    const inner = rest.endsWith(CLOSE_TAG) ? rest.slice(0, -CLOSE_TAG.length) : rest
    return { body: unescapeTag(inner.trim()), form: 'wrapped' }
  }
  const bare = BARE.exec(text)
  return bare ? { body: text.slice(bare[0].length).trim(), form: 'bare' } : null
}

/** Spares the patterns a walk over every message that begins with neither tag nor heading. */
function mayOpenCheckpoint(text: string): boolean {
  const first = text.search(/\S/)
  return first >= 0 && (text[first] === '<' || text[first] === '#')
}

// One backslash more on the way in, one less on the way out: also text that held a backslash comes back.
function escapeTag(text: string): string {
  return text.replace(/<(\\*)\/(system-reminder)/gi, '<\\$1/$2')
}

function unescapeTag(text: string): string {
  return text.replace(/<\\(\\*)\/(system-reminder)/gi, '<$1/$2')
}
