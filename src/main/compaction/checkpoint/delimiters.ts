/** Tags that set off the parts of a summary request. */
export const REQUEST_TAGS = [
  'conversation',
  'msg',
  'tool-call',
  'tool-result',
  'former-checkpoint',
  'draft-checkpoint',
  'known-facts',
  'person-instructions',
  'system-reminder',
] as const

const ANY_TAG = new RegExp(`<(\\\\*/?(?:${REQUEST_TAGS.join('|')})(?![\\w-]))`, 'gi')

/**
 * Makes a text unable to open or close a part of the request: a backslash behind the bracket of every tag
 * that the request itself uses. Everything else stays, so that names and code can be taken over exactly.
 */
export function escapeTags(text: string): string {
  return text.includes('<') ? text.replace(ANY_TAG, '<\\$1') : text
}
