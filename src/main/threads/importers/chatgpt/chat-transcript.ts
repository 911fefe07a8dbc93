import { asText, type JsonObject } from '../../native/json-shape.ts'
import { sourceTimeMs } from '../source-time.ts'
import { count, newTally } from '../tally.ts'
import type { Branch, Entry, EntryKind, Place, SourceFile, Transcript } from '../transcript.ts'
import { treeWays } from '../tree-ways.ts'
import type { ChatNode } from './chat-node.ts'
import { nodeSteps } from './node-steps.ts'

/** A conversation of the export as it was read: its nodes in file order and its other small members. */
export interface Conversation {
  readonly nodes: ReadonlyMap<string, ChatNode>
  readonly members: JsonObject
  /** Bytes of it that could not be read; null = all could. */
  readonly broken: Place | null
}

const COUNTS = [
  'conversations',
  'withCurrentNode',
  'nodes',
  'messages',
  'activePathMessages',
  'user',
  'assistant',
  'system',
  'tool',
  'branchPoints',
  'danglingRefs',
  'hidden',
  'images',
  'thinking',
] as const

/** The thread of a conversation: the active way as its entries, every other way as a branch. */
export function chatTranscript(
  { nodes, members, broken }: Conversation,
  key: string,
  files: readonly SourceFile[],
  mediaAt: (address: string) => number | null,
): Transcript {
  const current = asText(members.current_node) || null
  const ways = treeWays(nodes, current)
  const firstTalk = ways.active.findIndex(({ kind }) => kind !== 'system' && kind !== 'none')
  const opening = ways.active.slice(0, firstTalk < 0 ? ways.active.length : firstTalk)
  const isOpening = new Set(opening)
  const made = new Map<string, Entry>()
  const entriesOf = (way: readonly ChatNode[]): readonly Entry[] =>
    nodeSteps(
      way.filter((node) => !isOpening.has(node)),
      ways.isOnlyChild,
    ).map((step) => {
      const entry = made.get(step[0]?.id ?? '') ?? entryOf(step, files, mediaAt)
      made.set(entry.id, entry)
      return entry
    })
  const active = entriesOf(ways.active)
  const entryOfNode = new Map<ChatNode, number>()
  for (const [index, step] of nodeSteps(ways.active.slice(opening.length), ways.isOnlyChild).entries())
    for (const node of step) entryOfNode.set(node, index)
  const branches = ways.sides.flatMap(({ fork, nodes: way }): readonly Branch[] => {
    const entries = entriesOf(way)
    const last = entries.at(-1)
    if (last === undefined) return []
    return [{ key: last.id, sharedEntries: fork === null ? 0 : (entryOfNode.get(fork) ?? -1) + 1, entries }]
  })
  const isUsable = current !== null && nodes.has(current)
  return {
    key,
    head: headOf(ways.active, opening, members),
    entries:
      broken === null ? active : [...active, { id: `${key}~broken`, kind: 'broken', places: [broken] }],
    branches,
    parentKey: null,
    tally: tallyOf(nodes, current, isUsable ? ways.active : []),
    asides: [...opening, ...ways.lost].map(({ place }) => place),
  }
}

function entryOf(
  step: readonly ChatNode[],
  files: readonly SourceFile[],
  mediaAt: (address: string) => number | null,
): Entry {
  const [first] = step
  const media = new Map<string, Place>()
  for (const address of step.flatMap(({ pictures }) => pictures)) {
    const file = mediaAt(address)
    const source = file === null ? undefined : files[file]
    if (file !== null && source !== undefined) media.set(address, { file, from: 0, to: source.bytes.length })
  }
  return {
    id: first?.id ?? '',
    kind: entryKind(first),
    places: [...step.map(({ place }) => place), ...media.values()],
    ...(first?.isEmpty ? { isEmpty: true } : {}),
    ...(media.size === 0 ? {} : { detail: [...media.keys()] }),
  }
}

function entryKind(node: ChatNode | undefined): EntryKind {
  if (node?.kind === 'prompt') return 'prompt'
  return node?.kind === 'assistant' || node?.kind === 'call' ? 'reply' : 'context'
}

function headOf(
  active: readonly ChatNode[],
  opening: readonly ChatNode[],
  members: JsonObject,
): Transcript['head'] {
  const preset = asText(members.default_model_slug)
  const model = active.findLast((node) => node.model !== '')?.model ?? (preset === 'auto' ? '' : preset)
  return {
    title: asText(members.title),
    model: model === '' ? null : { provider: 'openai', id: model },
    systemPrompt: opening.flatMap(({ systemText }) => systemText || []).join('\n\n'),
    tools: [],
    startedMs: sourceTimeMs(members.create_time),
    endedMs: sourceTimeMs(members.update_time),
    folder: '',
  }
}

function tallyOf(
  nodes: ReadonlyMap<string, ChatNode>,
  current: string | null,
  active: readonly ChatNode[],
): Transcript['tally'] {
  const tally = newTally(COUNTS)
  tally.conversations = 1
  tally.nodes = nodes.size
  tally.withCurrentNode = current !== null && nodes.has(current) ? 1 : 0
  tally.danglingRefs = current !== null && !nodes.has(current) ? 1 : 0
  tally.activePathMessages = active.filter(({ kind }) => kind !== 'none').length
  for (const node of nodes.values()) {
    if (node.children.length > 1) count(tally, 'branchPoints')
    if (node.parent !== null && !nodes.has(node.parent)) count(tally, 'danglingRefs')
    if (node.kind === 'none') continue
    count(tally, 'messages')
    if (node.role !== '') count(tally, node.role)
    if (node.isHidden) count(tally, 'hidden')
    if (node.isThought) count(tally, 'thinking')
    count(tally, 'images', node.pictures.length)
  }
  return tally
}
