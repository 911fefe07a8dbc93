import type { Message } from '../../../shared/thread/message.ts'
import { messageText } from '../../../shared/thread/message-text.ts'
import type { ProjectedMessage } from '../projection/projected-message.ts'
import { type ForeignShares, measureShares } from './estimate-message.ts'
import { byFamily, type TokenFamily, USUAL_FAMILY } from './token-family.ts'

/** A message's tokens by what they are spent on. They add up to the message's. */
export interface MessageShares {
  readonly text: number
  readonly results: number
  /** Pictures of the message itself and of its results. */
  readonly attachments: number
}

/** Messages never change, and counting their results again for each frame would cost as much as the first time. */
const known = byFamily(() => new WeakMap<Message, ForeignShares>())

/** Shares of a projected message. */
export function sharesOf(item: ProjectedMessage): MessageShares {
  const found = item.cost ?? sizeOf(item.message, item.family)
  const attachments = Math.min(found.attachments, item.tokens)
  const results = Math.min(found.results, item.tokens - attachments)
  return { text: item.tokens - attachments - results, results, attachments }
}

function sizeOf(message: Message, family: TokenFamily = USUAL_FAMILY): ForeignShares {
  const found = known[family].get(message) ?? measureShares(message, family)
  known[family].set(message, found)
  return found
}

/** A short name for a message in a list: its first words, else the tools it calls. */
export function labelOf(message: Message): string {
  const text = messageText(message).replace(/\s+/g, ' ').trim()
  const label = text === '' ? message.toolCalls.map(({ name }) => name).join(', ') : text
  return [...label.slice(0, 160)].slice(0, 80).join('').toWellFormed()
}
