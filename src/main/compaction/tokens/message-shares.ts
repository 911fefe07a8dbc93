import type { Message, Part } from '../../../shared/thread/message.ts'
import { messageText } from '../../../shared/thread/message-text.ts'
import type { ProjectedMessage } from '../projection/projected-message.ts'
import { estimateResultTokens, IMAGE_TOKENS } from './estimate-message.ts'

/** A message's tokens by what they are spent on. They add up to the message's. */
export interface MessageShares {
  readonly text: number
  readonly results: number
  /** Pictures of the message itself and of its results. */
  readonly attachments: number
}

/** Messages never change, and counting their results again for each frame would cost as much as the first time. */
const known = new WeakMap<Message, { readonly results: number; readonly attachments: number }>()

/** Shares of a projected message. */
export function sharesOf(item: ProjectedMessage): MessageShares {
  let found = known.get(item.message)
  if (found === undefined) {
    found = measure(item.message)
    known.set(item.message, found)
  }
  const attachments = Math.min(found.attachments, item.tokens)
  const results = Math.min(found.results, item.tokens - attachments)
  return { text: item.tokens - attachments - results, results, attachments }
}

function measure(message: Message): { readonly results: number; readonly attachments: number } {
  let attachments = pictureTokens(message.content)
  let results = 0
  for (const call of message.toolCalls) {
    const pictures = pictureTokens(call.output?.content ?? [])
    attachments += pictures
    results += Math.max(0, estimateResultTokens(call) - pictures)
  }
  return { results, attachments }
}

function pictureTokens(content: readonly Part[]): number {
  return content.reduce((sum, part) => sum + (part.kind === 'image' ? IMAGE_TOKENS : 0), 0)
}

/** A short name for a message in a list: its first words, else the tools it calls. */
export function labelOf(message: Message): string {
  const text = messageText(message).replace(/\s+/g, ' ').trim()
  const label = text === '' ? message.toolCalls.map(({ name }) => name).join(', ') : text
  return [...label.slice(0, 160)].slice(0, 80).join('').toWellFormed()
}
