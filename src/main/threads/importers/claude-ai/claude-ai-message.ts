import { asList, asText, type JsonObject } from '../../native/json-shape.ts'
import { stepPlaces } from '../step-places.ts'
import { count, type Tally } from '../tally.ts'
import type { Entry, EntryKind, Place } from '../transcript.ts'
import { blockSteps, blocksOf } from './block-steps.ts'

/** The entries of a message: one, or one for each model step of a reply that holds several. */
export function messageEntries(
  bytes: Uint8Array,
  place: Place,
  message: JsonObject,
  id: string,
  model: string,
): readonly Entry[] {
  const kind = kindOf(message)
  const blocks = blocksOf(message)
  const steps = kind === 'reply' ? blockSteps(blocks) : []
  const signed = blocks.some((block) => asText(block.signature) !== '')
  const known = signed && model !== '' ? { model } : {}
  return stepPlaces(bytes, place, 'content', steps).map(({ places, part }, step) => {
    const detail = { ...known, ...(part === null ? {} : { part }) }
    return {
      id: step === 0 ? id : `${id}.${step}`,
      kind,
      places,
      ...(isEmpty(kind, message) ? { isEmpty: true } : {}),
      ...(Object.keys(detail).length === 0 ? {} : { detail }),
    }
  })
}

function kindOf(message: JsonObject): EntryKind {
  return message.sender === 'human' ? 'prompt' : message.sender === 'assistant' ? 'reply' : 'context'
}

function isEmpty(kind: EntryKind, message: JsonObject): boolean {
  if (kind !== 'prompt' || asList(message.files).length + asList(message.attachments).length > 0) return false
  const blocks = blocksOf(message)
  if (blocks.length === 0) return asText(message.text).trim() === ''
  return blocks.every((block) => block.type === 'text' && asText(block.text).trim() === '')
}

/** Adds what a message holds. */
export function tallyMessage(tally: Tally, message: JsonObject): void {
  count(tally, 'messages')
  if (message.sender === 'human') count(tally, 'user')
  if (message.sender === 'assistant') count(tally, 'assistant')
  count(tally, 'attachments', asList(message.attachments).length)
  count(tally, 'files', asList(message.files).length)
  for (const block of blocksOf(message)) {
    if (block.type === 'tool_use') count(tally, 'toolCalls')
    if (block.type === 'tool_result') count(tally, 'toolResults')
    if (block.type === 'thinking') count(tally, 'thinking')
    if (block.type === 'thinking' && asText(block.signature) !== '') count(tally, 'encryptedReasoning')
  }
}
