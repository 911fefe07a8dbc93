import type { JsonValue } from '../../../../shared/thread/message.ts'
import type { Steps } from '../../../compaction/steps.ts'
import { asList, asObject, asText, type JsonObject } from '../../native/json-shape.ts'
import type { RecordNode } from '../record-tree/record-node.ts'
import { treeOf } from '../record-tree/tree.ts'
import { sourceTimeMs } from '../source-time.ts'
import type { Place, Transcript, TranscriptHead } from '../transcript.ts'
import type { RecordFacts } from './read-record.ts'
import { createTally } from './tally.ts'

/** Key of the session itself while its id is not known. */
export const MAIN = 'session'

/** Records of one thread as they come. */
export interface ThreadScan {
  take(value: JsonValue, place: Place, facts: RecordFacts | null, isSide: boolean, session: string): void
  broken(place: Place): void
  hasNodes(): boolean
  /** Id of the session that called this thread; empty when not said. */
  caller(): string
  /** `loose`: a thread without messages whose records are told with this one. */
  read(key: string, parentKey: string | null, loose?: ThreadScan | null): Steps<Transcript>
  rest(): Pick<Transcript, 'asides' | 'tally'>
}

const BROKEN: RecordFacts = {
  role: 'broken',
  kind: 'broken',
  isEmpty: false,
  messageId: '',
  calls: [],
  results: [],
  hasOwn: true,
  kept: null,
}

/** Collects the nodes of one thread: the session itself, a sidechain or a subagent. */
export function createThread(): ThreadScan {
  const nodes: RecordNode[] = []
  const byUuid = new Map<string, number>()
  const copies = new Map<string, string>()
  const asides: Place[] = []
  const tally = createTally()
  const titles = { custom: '', ai: '', summaries: new Map<string, string>() }
  let head: TranscriptHead = {
    title: '',
    model: null,
    systemPrompt: '',
    tools: [],
    startedMs: null,
    endedMs: null,
    folder: '',
  }
  let session = ''
  let links = 0
  let read: Transcript | null = null

  function add(record: JsonObject | null, place: Place, facts: RecordFacts): void {
    const uuid = asText(record?.uuid)
    const copyKey = `${asText(record?.type)} ${asText(record?.timestamp)} ${place.to - place.from}`
    if (uuid !== '' && copies.get(uuid) === copyKey) {
      // Resuming wrote the same record a second time in old versions.
      asides.push(place)
      return
    }
    const parent = parentOf(record, facts, byUuid, nodes.length)
    if (parent.isLink) links += 1
    const isTaken = uuid === '' || byUuid.has(uuid)
    nodes.push({
      ...facts,
      id: isTaken ? `${uuid || 'line'}@${place.file}.${place.from}` : uuid,
      uuid,
      place,
      parent: parent.index,
    })
    if (uuid === '') return
    byUuid.set(uuid, nodes.length - 1)
    copies.set(uuid, copyKey)
  }

  return {
    take(value, place, facts, isSide, sessionId) {
      read = null
      tally.count(value, isSide)
      const record = asObject(value)
      session ||= asText(record?.sessionId) || sessionId
      if (record !== null) {
        head = grownHead(head, record, facts)
        if (record.type === 'custom-title') titles.custom = asText(record.customTitle)
        if (record.type === 'ai-title') titles.ai = asText(record.aiTitle)
        if (record.type === 'summary') titles.summaries.set(asText(record.leafUuid), asText(record.summary))
      }
      if (facts === null) asides.push(place)
      else add(record, place, facts)
    },
    broken(place) {
      read = null
      add(null, place, BROKEN)
    },
    hasNodes: () => nodes.length > 0,
    caller: () => session,
    rest: () => ({ asides, tally: tally.read() }),
    *read(key, parentKey, loose = null) {
      if (read !== null && loose === null) return read
      const more = loose?.rest() ?? { asides: [], tally: {} }
      const { entries, branches, unseen } = yield* treeOf(links === 0 ? nodes.map(inFileOrder) : nodes)
      const summary = [...titles.summaries].findLast(([leaf]) => byUuid.has(leaf))?.[1] ?? ''
      const transcript: Transcript = {
        key,
        head: { ...head, title: titles.custom || titles.ai || summary },
        entries,
        branches,
        parentKey,
        tally: sumOf(tally.read(), more.tally),
        asides: [...asides, ...unseen, ...more.asides],
      }
      if (loose === null) read = transcript
      return transcript
    },
  }
}

/** A file without a single link is a plain list. */
function inFileOrder(node: RecordNode, index: number): RecordNode {
  return { ...node, parent: index - 1 }
}

/** The node before a record. One that is not known may stand in another file: then the one written before it. */
function parentOf(
  record: JsonObject | null,
  facts: RecordFacts,
  byUuid: ReadonlyMap<string, number>,
  count: number,
): { readonly index: number; readonly isLink: boolean } {
  const named = asText(record?.parentUuid ?? record?.logicalParentUuid)
  const known = byUuid.get(named)
  if (known !== undefined) return { index: known, isLink: true }
  const isRoot = record?.parentUuid === null && named === ''
  const speaks = (facts.role === 'user' && facts.kind !== 'checkpoint') || facts.role === 'assistant'
  return { index: isRoot && speaks ? -1 : count - 1, isLink: false }
}

function grownHead(head: TranscriptHead, record: JsonObject, facts: RecordFacts | null): TranscriptHead {
  const at = sourceTimeMs(record.timestamp)
  const isInit = record.type === 'system' && record.subtype === 'init'
  const model = isInit ? asText(record.model) : asText(asObject(record.message)?.model)
  const isModel = (isInit || facts?.role === 'assistant') && model !== '' && model !== '<synthetic>'
  const folder = head.folder || asText(record.cwd)
  if (at === null && !isModel && folder === head.folder) return head
  return {
    ...head,
    folder,
    model: isModel ? { provider: 'anthropic', id: model } : head.model,
    startedMs: head.startedMs ?? at,
    endedMs: at ?? head.endedMs,
    tools: isInit
      ? asList(record.tools).map((name) => ({ name: asText(name), description: '', parameters: {} }))
      : head.tools,
  }
}

function sumOf(
  one: { readonly [name: string]: number },
  two: { readonly [name: string]: number },
): { readonly [name: string]: number } {
  const names = new Set([...Object.keys(one), ...Object.keys(two)])
  return Object.fromEntries([...names].map((name) => [name, (one[name] ?? 0) + (two[name] ?? 0)]))
}
