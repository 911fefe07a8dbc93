import { asList, asObject, asText, type JsonObject } from '../../native/json-shape.ts'
import { isMachineText } from '../machine-text.ts'
import { isPictureBlock } from '../picture.ts'
import { count, type Tally } from '../tally.ts'

/** Blocks of a message; a text content is one text block, what is no object a block without a type. */
export function blocksOf(message: JsonObject): readonly JsonObject[] {
  const { content } = message
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return asList(content).map((block) => asObject(block) ?? { value: block })
}

/** `[read_file for 'x'] Result:`, with which Cline answers calls that a model writes as text. */
const RESULT = /^\[[a-z_]+[^\n]*\] Result:/
/** What a person said while a tool waited, inside what answers it. */
const TYPED = /<(feedback|answer|user_message|task)>/
/** True when a person typed one of these blocks of a message in the user's role, or showed a picture alone. */
export function isTyped(blocks: readonly JsonObject[]): boolean {
  let isAnswer = false
  let hasMachine = false
  let hasShown = false
  for (const block of blocks) {
    const text = asText(block.text)
    if (block.type !== 'text') {
      hasMachine ||= block.type === 'tool_result'
      hasShown ||= isPictureBlock(block) || block.type === 'file'
    } else if (TYPED.test(text)) return true
    else if (RESULT.test(text)) {
      // The content stands in the same block or in the next one.
      isAnswer = !text.trimEnd().includes('\n')
      hasMachine = true
    } else if (isAnswer) isAnswer = false
    else if (isMachineText(text, 'cline')) hasMachine = true
    else if (text.trim() !== '') return true
  }
  return hasShown && !hasMachine
}

/** Names of the counts. */
export const COUNTS = [
  'messages',
  'user',
  'assistant',
  'thinking',
  'encryptedReasoning',
  'images',
  'files',
  'compactions',
  'uiMessages',
  'asks',
  'says',
] as const

/** Adds what a message holds besides calls and results. */
export function tallyMessage(tally: Tally, message: JsonObject): void {
  count(tally, 'messages')
  if (message.role === 'user' || message.role === 'assistant') count(tally, message.role)
  if (isSummary(message)) count(tally, 'compactions')
  for (const block of blocksOf(message)) {
    const inside = block.type === 'tool_result' ? asList(block.content) : [block]
    count(tally, 'images', inside.filter(isPictureBlock).length)
    if (block.type === 'file') count(tally, 'files')
    if (block.type === 'thinking') count(tally, 'thinking')
    if (isPrivate(block)) count(tally, 'encryptedReasoning')
  }
}

/** True for thinking that only its provider can read or check. */
export function isPrivate(block: JsonObject): boolean {
  return (block.type === 'thinking' && asText(block.signature) !== '') || block.type === 'redacted_thinking'
}

/** True for the message that a compaction of an SDK session writes. */
export function isSummary(message: JsonObject): boolean {
  return asObject(message.metadata)?.kind === 'compaction_summary'
}
