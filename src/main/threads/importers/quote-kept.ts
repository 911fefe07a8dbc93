/** Says that what follows is no summary. */
const HEADING = 'Kept from before, word for word:'

/** Messages that another tool kept in front of what it hid, as part of a checkpoint's text. Empty without any. */
export function quoteKept(messages: readonly { readonly speaker: string; readonly text: string }[]): string {
  const said = messages.filter(({ text }) => text.trim() !== '')
  if (said.length === 0) return ''
  return [HEADING, ...said.map(({ speaker, text }) => `${speaker}: ${text}`)].join('\n\n')
}
