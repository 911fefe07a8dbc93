import type { Message } from '../../../shared/thread/message.ts'
import { type MessageSize, measureInFamilies } from './estimate-message.ts'
import { type ByFamily, byFamily } from './token-family.ts'
import { countedTokens } from './usage.ts'

/** All that the meter and the trigger ask of a message; kept, so that a long thread need not be read for them. */
export interface MessageCost extends MessageSize {
  /**
   * When the provider's count in it was made, in milliseconds: -Infinity = at a time nobody knows, null = it has no
   * count that can be used (B-26).
   */
  readonly countedMs: number | null
}

/** The cost of a message as it is stored, for each family: the model of a thread may become another one. */
export function costsOfMessage(message: Message): ByFamily<MessageCost> {
  const sizes = measureInFamilies(message)
  const countedMs = countedMsOf(message)
  return byFamily((family) => ({ ...sizes[family], countedMs }))
}

/** See `MessageCost.countedMs`. */
export function countedMsOf(message: Message): number | null {
  if (countedTokens(message) === null) return null
  return message.runtime?.atMs ?? Number.NEGATIVE_INFINITY
}
