import type { JsonValue } from '../../../../shared/thread/message.ts'
import { OPEN_BRACE } from '../../json/bytes.ts'
import { skipValue } from '../../json/skip-value.ts'
import { asKey, asObject } from '../../native/json-shape.ts'
import { sliceValue } from '../slice-value.ts'
import type { DocumentFormat, SourceFile, Transcript } from '../transcript.ts'
import { uniqueIds } from '../unique-id.ts'
import { type Walk, walkObject, walkObjects } from '../walk-json.ts'
import { buildChat } from './build-chat.ts'
import { type ChatNode, readNode } from './chat-node.ts'
import { type Conversation, chatTranscript } from './chat-transcript.ts'
import { mediaFiles } from './media-files.ts'

/** `conversations.json`, or `conversations-000.json` and so on in newer exports. */
const CONVERSATIONS = /(^|\/)conversations(-\d+)?\.json$/

/** ChatGPT's data export: one conversation, an array of them, or the whole archive (formats.md section 10). */
export const chatgpt: DocumentFormat = {
  kind: 'document',
  id: 'chatgpt',
  label: 'ChatGPT',
  recognizes: ({ value }) => isExport(value),
  // An export that was unpacked: its pictures lie beside the conversations.
  folder: [
    { way: [/^conversations(-\d+)?\.json$/], holds: isExport },
    { way: [/^user\.json$/], holds: (value) => asObject(value) !== null },
  ],
  *scan(files) {
    const threads: Transcript[] = []
    const mediaAt = mediaFiles(files)
    const keyOf = uniqueIds()
    for (const [file, source] of files.entries()) {
      if (file > 0 && !CONVERSATIONS.test(source.name)) continue
      for (const conversation of yield* readConversations(source, file)) {
        const { conversation_id: own, id } = conversation.members
        const key = keyOf(asKey(own ?? id), `conversation-${threads.length + 1}`)
        threads.push(chatTranscript(conversation, key, files, mediaAt))
        yield
      }
    }
    return threads
  },
  build: buildChat,
}

function isExport(value: JsonValue): boolean {
  const first = asObject(Array.isArray(value) ? value[0] : value)
  return asObject(first?.mapping) !== null
}

function* readConversations(
  { bytes: source }: SourceFile,
  file: number,
): Generator<void, readonly Conversation[], void> {
  const bytes = source.slice(0, source.length)
  const found: Open[] = []
  const broken = yield* walkObjects(bytes, (at) => {
    const open: Open = { nodes: new Map(), members: [], from: at }
    found.push(open)
    return walkConversation(bytes, file, open)
  })
  return found.map(({ nodes, members, from }, index) => ({
    nodes,
    members: Object.fromEntries(members),
    broken: broken !== null && index === found.length - 1 ? { file, from, to: bytes.length } : null,
  }))
}

interface Open {
  readonly nodes: Map<string, ChatNode>
  readonly members: [string, JsonValue][]
  /** Start of what is being read, or end of what was read last. */
  from: number
}

function walkConversation(bytes: Uint8Array, file: number, open: Open): Walk {
  return walkObject(bytes, open.from, (key, at) => {
    open.from = at
    if (key === 'mapping' && bytes[at] === OPEN_BRACE)
      return walkObject(bytes, at, (id, nodeAt) => {
        open.from = nodeAt
        const to = skipValue(bytes, nodeAt)
        const value = sliceValue(bytes.subarray(nodeAt, to)) ?? null
        open.nodes.set(id, readNode(id, value, { file, from: nodeAt, to }))
        open.from = to
        return to
      })
    const to = skipValue(bytes, at)
    const value = sliceValue(bytes.subarray(at, to)) ?? null
    if (typeof value !== 'object') open.members.push([key, value])
    open.from = to
    return to
  })
}
