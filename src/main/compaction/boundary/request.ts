import type { Message } from '../../../shared/thread/message.ts'

/** Whether a message asks for something: a person's, and not an empty draft. */
export function isRequest(message: Message): boolean {
  return (
    message.role === 'user' && message.content.some((part) => part.kind !== 'text' || /\S/.test(part.text))
  )
}
