import type { Message } from './message.ts'

/** All text parts of a message's own content, joined by line breaks. Tool results are not in it. */
export function messageText(message: Message): string {
  const texts: string[] = []
  for (const part of message.content) if (part.kind === 'text') texts.push(part.text)
  return texts.join('\n')
}
