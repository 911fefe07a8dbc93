import type { Message, Role, Usage } from '../../shared/thread/message.ts'
import type { ProjectedMessage, Projection, Provenance } from '../compaction/projection/projected-message.ts'
import { sampleMessage } from './message-samples.ts'

/** A projected message of a given size; its text does not matter. */
export function item(
  index: number | null,
  role: Role,
  tokens: number,
  more: Partial<Message> & { readonly provenance?: Provenance } = {},
): ProjectedMessage {
  const { provenance = 'fact', ...fields } = more
  return {
    index,
    provenance,
    tokens,
    message: sampleMessage(role, `message ${index}`, { id: `m${index}`, ...fields }),
  }
}

/** User and assistant in turn, each of the given size, numbered from `first`. */
export function turns(sizes: readonly number[], first = 0): Projection {
  return sizes.map((tokens, at) => item(first + at, at % 2 === 0 ? 'user' : 'assistant', tokens))
}

/** Usage with the given prompt and answer and nothing else. */
export function usageOf(input: number, output: number, more: Partial<Usage> = {}): Usage {
  return { input, output, cacheRead: 0, cacheWrite: 0, reasoning: null, cost: null, ...more }
}
