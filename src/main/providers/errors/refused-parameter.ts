import type { ErrorFields } from './unwrap-body.ts'

/** Parameters that some servers refuse and that a request can do without or write differently. */
const OPTIONAL = /stream_options|include_usage|max_completion_tokens|max_output_tokens|max_tokens|\bstore\b/

/** The parameter that a server would not take, by its own word; null = it names none of ours. */
export function readRefusedParameter(fields: ErrorFields): string | null {
  for (const text of [...fields.params, ...fields.messages]) {
    if (/reasoning\.encrypted_content|encrypted content is not supported/i.test(text)) return 'include'
    if (/reasoning\.summary|reasoning summar/i.test(text)) return 'reasoning'
  }
  for (const text of [...fields.params, ...fields.messages]) {
    const found = OPTIONAL.exec(text)?.[0]
    if (found !== undefined) return found === 'include_usage' ? 'stream_options' : found
  }
  return null
}
