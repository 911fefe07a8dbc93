import type { JsonObject } from '../../native/json-shape.ts'
import type { NewPart } from '../../native/write-message.ts'
import { quoteKept } from '../quote-kept.ts'
import { eventFacts } from './event-facts.ts'
import { outputOf, saidParts } from './event-text.ts'

/** Events that stayed visible in front of a condensation, as text. */
export function quoteEvents(events: readonly JsonObject[]): string {
  return quoteKept(
    events.map((event) => {
      const { role } = eventFacts(event)
      const parts = role === 'result' ? outputOf(event).content : saidParts(event)
      return {
        speaker:
          role === 'prompt'
            ? 'User'
            : role === 'result'
              ? 'Result'
              : role === 'context'
                ? 'Context'
                : 'Assistant',
        text: textOf(parts),
      }
    }),
  )
}

function textOf(parts: readonly NewPart[]): string {
  return parts
    .map((part) => (part.kind === 'text' ? part.text : part.kind === 'other' ? part.json : ''))
    .join('\n\n')
}
