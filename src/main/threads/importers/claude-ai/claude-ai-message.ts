import { locate } from '../../json/locate.ts'
import { scanArray } from '../../json/members.ts'
import { asList, asText, type JsonObject } from '../../native/json-shape.ts'
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
  const ranges = steps.length < 2 ? null : blockRanges(bytes, place)
  if (ranges === null) {
    const detail = Object.keys(known).length === 0 ? {} : { detail: known }
    return [{ id, kind, places: [place], ...(isEmpty(kind, message) ? { isEmpty: true } : {}), ...detail }]
  }
  const { content, items } = ranges
  return steps.map(({ from, to }, step) => {
    const inside = {
      file: place.file,
      from: items[from]?.from ?? content.from,
      to: items[to - 1]?.to ?? content.to,
    }
    const before = { ...place, to: content.from }
    const behind = { ...place, from: content.to }
    return {
      id: step === 0 ? id : `${id}.${step}`,
      kind,
      places: step === 0 ? [before, inside, behind] : [inside],
      detail: { part: step === 0 ? 'first' : 'next', ...known },
    }
  })
}

interface Range {
  readonly from: number
  readonly to: number
}

/** Where the blocks of a message stand in the file. */
function blockRanges(bytes: Uint8Array, place: Place): { content: Range; items: readonly Range[] } | null {
  const content = locate(bytes, place.from, ['content'])
  if (content === null) return null
  const items: Range[] = []
  scanArray(bytes, content.from, 0, (from, to) => void items.push({ from, to }))
  return { content, items }
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
