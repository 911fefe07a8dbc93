import type { JsonValue } from '../../../shared/thread/message.ts'
import { parseExact } from '../native/parse-exact.ts'
import type { NewCall } from '../native/write-message.ts'

/** Arguments as protocols of OpenAI's kind write them: JSON text, which may be empty, cut or wrong. */
export function callArguments(text: JsonValue | undefined): Pick<NewCall, 'arguments' | 'partialArguments'> {
  if (typeof text !== 'string') return { arguments: text ?? {}, partialArguments: null }
  if (text.trim() === '') return { arguments: {}, partialArguments: null }
  try {
    return { arguments: parseExact(text), partialArguments: null }
  } catch {
    return { arguments: {}, partialArguments: text }
  }
}
