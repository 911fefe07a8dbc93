import type { ModelOrigin } from '../../../shared/thread/message.ts'
import { checkAnthropicBody } from './check-anthropic.ts'
import { checkChatBody } from './check-chat.ts'
import { fieldsOf, problem, type RequestProblem, textOf } from './check-fields.ts'
import { checkResponsesBody } from './check-responses.ts'

const FORMS = {
  'openai-chat': checkChatBody,
  'openai-responses': checkResponsesBody,
  anthropic: checkAnthropicBody,
} as const

/**
 * Everything that a protocol refuses about a request body, by its documented rules alone: it shares no code with
 * the renderer. Empty = valid. Encrypted state is judged by its place, not by its key, which only the provider has.
 */
export function checkRequest(protocol: ModelOrigin['protocol'], body: unknown): readonly RequestProblem[] {
  const fields = fieldsOf(body)
  const problems: RequestProblem[] = []
  if (textOf(fields.model) === '') problems.push(problem('shape', 'model', 'a model is required'))
  for (const key of ['max_tokens', 'max_completion_tokens', 'max_output_tokens']) {
    const limit = fields[key]
    if (limit !== undefined && !(Number.isInteger(limit) && Number(limit) >= 1))
      problems.push(problem('shape', key, 'must be a whole number of at least 1'))
  }
  checkStrings(body, '', problems)
  return [...problems, ...FORMS[protocol](fields)]
}

function checkStrings(value: unknown, path: string, problems: RequestProblem[]): void {
  if (typeof value === 'string') {
    if (!value.isWellFormed()) problems.push(problem('I10', path, 'lone surrogate'))
  } else if (Array.isArray(value))
    for (const [index, item] of value.entries()) checkStrings(item, `${path}[${index}]`, problems)
  else if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value)) {
      if (!key.isWellFormed()) problems.push(problem('I10', path, 'lone surrogate in a key'))
      checkStrings(item, path === '' ? key : `${path}.${key}`, problems)
    }
}
