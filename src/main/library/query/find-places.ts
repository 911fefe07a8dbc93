import type { FindPlaces } from '../../../shared/search/answer.ts'
import { cutSnippet } from '../../../shared/search/snippet.ts'
import type { Message } from '../../../shared/thread/message.ts'
import { callText, messageTexts } from '../message-texts.ts'

/** Which parts of a message hold any of the words. */
export function findPlaces(message: Message, patterns: readonly RegExp[]): FindPlaces {
  const holds = (text: string) => cutSnippet(text, patterns) !== null
  const { text, thinking } = messageTexts(message)
  return {
    isInText: holds(text),
    isInThinking: holds(thinking),
    calls: message.toolCalls.flatMap((call, at) => (holds(callText(call)) ? [at] : [])),
  }
}
