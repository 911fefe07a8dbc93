import { asText, type JsonObject } from '../../native/json-shape.ts'
import { sourceTimeMs } from '../source-time.ts'
import { newTally, type Tally } from '../tally.ts'
import type { Branch, Entry, Place, Transcript } from '../transcript.ts'
import { type TreeNode, treeWays } from '../tree-ways.ts'
import { uniqueIds } from '../unique-id.ts'
import { messageEntries, tallyMessage } from './claude-ai-message.ts'

interface MessageNode extends TreeNode {
  readonly entries: readonly Entry[]
}

/** A conversation while it is read: its messages as entries, its other members that are texts. */
export interface Conversation {
  readonly members: Map<string, string>
  readonly nodes: Map<string, MessageNode>
  readonly tally: Tally
  readonly idOf: ReturnType<typeof uniqueIds>
  /** Id of the message that was read last; null = none yet. */
  last: string | null
  /** Bytes that could not be read; null = all could. */
  broken: Place | null
}

const COUNTS = [
  'conversations',
  'emptyConversations',
  'messages',
  'user',
  'assistant',
  'attachments',
  'files',
  'branchPoints',
  'thinking',
  'encryptedReasoning',
  'toolCalls',
  'toolResults',
] as const

/** A conversation of which nothing has been read yet. */
export function newConversation(): Conversation {
  return {
    members: new Map(),
    nodes: new Map(),
    tally: newTally(COUNTS),
    idOf: uniqueIds(),
    last: null,
    broken: null,
  }
}

/** Takes in the next message. Without a parent of its own it follows the one before it. */
export function addMessage(
  conversation: Conversation,
  bytes: Uint8Array,
  message: JsonObject,
  place: Place,
): void {
  const { nodes, members, tally, idOf } = conversation
  const id = idOf(asText(message.uuid), `message-${nodes.size + 1}`)
  const parent = asText(message.parent_message_uuid) || conversation.last
  const entries = messageEntries(bytes, place, message, id, members.get('model') ?? '')
  nodes.set(id, { id, parent, children: [], entries })
  conversation.last = id
  tallyMessage(tally, message)
}

/** The thread of a conversation. Its active way ends at the leaf that the web app names, else at the last message. */
export function claudeAiTranscript(key: string, conversation: Conversation): Transcript {
  const { members, nodes, tally, broken } = conversation
  const leaf = members.get('current_leaf_message_uuid') ?? ''
  const ways = treeWays(nodes, nodes.has(leaf) ? leaf : conversation.last)
  const active = ways.active.flatMap(({ entries }) => entries)
  const behind = new Map<MessageNode, number>()
  let entryCount = 0
  for (const node of ways.active) {
    entryCount += node.entries.length
    behind.set(node, entryCount)
  }
  const branches = ways.sides.flatMap(({ fork, nodes: way }): readonly Branch[] => {
    const entries = way.flatMap((node) => node.entries)
    const last = entries.at(-1)
    if (last === undefined) return []
    return [{ key: last.id, sharedEntries: fork === null ? 0 : (behind.get(fork) ?? 0), entries }]
  })
  const siblings = new Map<string, number>()
  for (const { parent } of nodes.values())
    if (parent !== null) siblings.set(parent, (siblings.get(parent) ?? 0) + 1)
  const model = members.get('model') ?? ''
  return {
    key,
    head: {
      title: members.get('name') ?? '',
      model: model === '' ? null : { provider: 'anthropic', id: model },
      systemPrompt: '',
      tools: [],
      startedMs: sourceTimeMs(members.get('created_at')),
      endedMs: sourceTimeMs(members.get('updated_at')),
      folder: '',
    },
    entries:
      broken === null ? active : [...active, { id: `${key}~broken`, kind: 'broken', places: [broken] }],
    branches,
    parentKey: null,
    tally: {
      ...tally,
      conversations: 1,
      emptyConversations: nodes.size === 0 ? 1 : 0,
      branchPoints: [...siblings.values()].filter((children) => children > 1).length,
    },
    asides: ways.lost.flatMap(({ entries }) => entries.flatMap(({ places }) => places)),
  }
}
