import type { Message } from '../../../shared/thread/message.ts'
import type { Row, RowFooter } from '../../../shared/thread/row.ts'
import type { ThreadLayout } from '../../../shared/thread/turn.ts'
import { readInnerCheckpoint } from '../../compaction/checkpoint/inner-checkpoint.ts'
import { readCheckpoint } from '../../compaction/checkpoint/wrapper.ts'
import { estimateMessageTokens } from '../../compaction/tokens/estimate-message.ts'
import type { ThreadFile } from '../thread-file.ts'
import { toCallCard } from './call-card.ts'
import { splitSections } from './checkpoint-sections.ts'
import { contentParts, type PartContext } from './row-parts.ts'
import { cutBody } from './text-body.ts'

type UserRow = Extract<Row, { kind: 'user' }>

/** Number of the turn a message belongs to; null outside all turns. */
export function turnAt(layout: ThreadLayout, index: number): number | null {
  let low = 0
  let high = layout.turns.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const turn = layout.turns[middle]
    if (turn === undefined || index < turn.from) high = middle - 1
    else if (index >= turn.to) low = middle + 1
    else return turn.number
  }
  return null
}

/** Who wrote it: its own record says so; the model of the file speaks only for replies of other programs. */
function modelOf({ runtime }: Message, fileModel: string | null): string | null {
  return runtime === undefined ? fileModel : runtime.origin?.model || null
}

function footerOf(message: Message, fileModel: string | null): RowFooter {
  const { usage } = message
  return {
    model: modelOf(message, fileModel),
    tokensIn: usage?.input ?? null,
    tokensOut: usage?.output ?? null,
    tokensCached: usage?.cacheRead ?? null,
    // Most writers fill in 0 where they know no price.
    costUsd: usage?.cost || null,
    durationMs: message.durationMs,
  }
}

function userRole(message: Message, layout: ThreadLayout, index: number): UserRow['role'] {
  if (layout.metaPromptIndex === index && message.runtime?.imported == null) return 'meta'
  if (message.metaFlag === true) return 'context'
  return layout.draftIndexes.includes(index) ? 'draft' : 'prompt'
}

/** Text parts of a message as one text, as the checkpoint wrapper is read. */
function plainText(message: Message): string {
  return message.content.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n')
}

/**
 * Message `index` of an open thread as the view shows it. `thread` is the id that goes into picture
 * addresses; texts are cut to `maxChars` units. Never holds bytes of a picture.
 */
export function toRow(file: ThreadFile, thread: string, index: number, maxChars: number): Row {
  const { message, problem } = file.readRecord(index)
  // Not from the index: the first rows are shown before it is built.
  const base = { index, id: message.id, tokens: estimateMessageTokens(message) }
  if (problem !== null) return { ...base, kind: 'broken', reason: problem }
  const context: PartContext = { thread, index, blobs: file.scan.blobs, maxChars }
  const imported = message.runtime?.imported?.checkpoint ?? null
  const inner = readInnerCheckpoint(message)
  if (file.layout.checkpointIndex === index || imported !== null || inner !== null) {
    const body = readCheckpoint(plainText(message))?.body ?? plainText(message)
    const sections = splitSections(body).map((section) => ({
      ...section,
      text: cutBody(section.text, maxChars).text,
    }))
    if (imported !== null) return { ...base, kind: 'checkpoint', sections, origin: null, imported }
    // The lineage tells where the newest one comes from.
    const isNewest = index === file.newestCheckpoint
    return { ...base, kind: 'checkpoint', sections, origin: isNewest ? file.origin : null }
  }
  const turn = turnAt(file.layout, index)
  const parts = contentParts(message.content, context)
  if (message.role === 'user') {
    const role = userRole(message, file.layout, index)
    return { ...base, kind: 'user', role, turn: role === 'prompt' ? turn : null, parts }
  }
  return {
    ...base,
    kind: 'assistant',
    turn,
    thinking: message.thinking === null ? null : cutBody(message.thinking, maxChars),
    hasPrivateReasoning: message.hasPrivateReasoning,
    parts,
    calls: message.toolCalls.map(toCallCard),
    footer: footerOf(message, file.head.model?.id ?? null),
  }
}
