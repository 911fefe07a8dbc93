import type { JsonValue } from '../../../../shared/thread/message.ts'
import { asList, asObject, asText, type JsonObject } from '../../native/json-shape.ts'
import type { KeptMessages, RecordNode } from '../record-tree/record-node.ts'
import { treeOf } from '../record-tree/tree.ts'
import { sourceTimeMs } from '../source-time.ts'
import type { LineScan, Place, Transcript, TranscriptHead } from '../transcript.ts'
import { uniqueIds } from '../unique-id.ts'
import { type PiFacts, readPiRecord, systemText } from './read-record.ts'
import { createTally } from './tally.ts'

const BROKEN: PiFacts = {
  role: 'broken',
  kind: 'broken',
  isEmpty: false,
  calls: [],
  results: [],
  hasOwn: true,
}

/** Reads a session of pi: plain lines in version 1, a tree of entries from version 2 on. */
export function startScan(): LineScan {
  const nodes: RecordNode[] = []
  const byId = new Map<string, number>()
  /** Names of the entries by line, the first line included: version 1 counts them. */
  const byLine: string[] = []
  const children = new Map<number, number>()
  const asides: Place[] = []
  const tally = createTally()
  const idOf = uniqueIds()
  let head = EMPTY_HEAD
  let key = ''
  let hasTalk = false
  let shown: readonly Transcript[] | null = null

  function parentOf(record: JsonObject | null): number {
    if (record === null || record.parentId === undefined) return nodes.length - 1
    if (record.parentId === null) return -1
    // An entry that is not there may stand in a broken line.
    return byId.get(asText(record.parentId)) ?? nodes.length - 1
  }

  function add(record: JsonObject | null, place: Place, facts: PiFacts): void {
    const parent = parentOf(record)
    const named = asText(record?.id)
    const id = idOf(named, `line-${byLine.length}`)
    const uuid = named || id
    children.set(parent, (children.get(parent) ?? 0) + 1)
    nodes.push({ ...facts, id, uuid, place, parent, messageId: '', kept: keptOf(record, byLine) })
    byLine.push(uuid)
    byId.set(uuid, nodes.length - 1)
  }

  return {
    take(value: JsonValue, place: Place) {
      shown = null
      const record = asObject(value)
      tally.count(record)
      if (record === null || (record.type === 'session' && byLine.length === 0)) {
        if (record !== null) {
          key = asText(record.id)
          head = sessionHead(head, record)
        }
        byLine.push('')
        return void asides.push(place)
      }
      const facts = readPiRecord(record, !hasTalk)
      head = grownHead(head, record, hasTalk)
      if (facts.role !== 'link') hasTalk = true
      add(record, place, facts)
    },
    broken(place) {
      shown = null
      add(null, place, BROKEN)
    },
    *threads() {
      if (shown !== null) return shown
      const { entries, branches, unseen } = yield* treeOf(nodes, 'record')
      const branchPoints = [...children.values()].filter((count) => count > 1).length
      let activePathEntries = 0
      for (let at = nodes.length - 1; at >= 0; at = nodes[at]?.parent ?? -1) activePathEntries += 1
      shown = [
        {
          key: key || 'session',
          head: { ...head, model: head.model?.id ? head.model : null },
          entries,
          branches,
          parentKey: null,
          tally: { ...tally.read(), branchPoints, activePathEntries },
          asides: [...asides, ...unseen],
        },
      ]
      return shown
    },
  }
}

/** What a compaction leaves visible: from the entry it names up to itself. */
function keptOf(record: JsonObject | null, byLine: readonly string[]): KeptMessages | null {
  if (record?.type !== 'compaction') return null
  const at = record.firstKeptEntryIndex
  const head = asText(record.firstKeptEntryId) || (typeof at === 'number' ? (byLine[at] ?? '') : '')
  return head === '' ? null : { kind: 'segment', head, tail: '' }
}

const EMPTY_HEAD: TranscriptHead = {
  title: '',
  model: null,
  systemPrompt: '',
  tools: [],
  startedMs: null,
  endedMs: null,
  folder: '',
}

function sessionHead(head: TranscriptHead, record: JsonObject): TranscriptHead {
  const at = sourceTimeMs(record.timestamp)
  const model = { provider: asText(record.provider), id: asText(record.modelId) }
  return { ...head, folder: asText(record.cwd), model, startedMs: at, endedMs: at }
}

function grownHead(head: TranscriptHead, record: JsonObject, hasTalk: boolean): TranscriptHead {
  const message = asObject(record.message)
  const at = sourceTimeMs(record.timestamp)
  const timed = at === null ? head : { ...head, startedMs: head.startedMs ?? at, endedMs: at }
  if (record.type === 'session_info') return { ...timed, title: asText(record.name) || head.title }
  if (record.type === 'model_change')
    return { ...timed, model: { provider: asText(record.provider), id: asText(record.modelId) } }
  if (message?.role === 'assistant' && asText(message.model) !== '')
    return { ...timed, model: { provider: asText(message.provider), id: asText(message.model) } }
  return message?.role === 'system' && !hasTalk ? withSystem(timed, message) : timed
}

/** The prompt of the program is written in sections, and with the tools that come and go. */
function withSystem(head: TranscriptHead, message: JsonObject): TranscriptHead {
  const tools = asList(message.toolsAdded).map(asObject)
  return {
    ...head,
    systemPrompt: [head.systemPrompt, systemText(message)].filter((text) => text !== '').join('\n\n'),
    tools: [
      ...head.tools,
      ...tools.map((tool) => ({
        name: asText(tool?.name),
        description: asText(tool?.description),
        parameters: tool?.parameters ?? {},
      })),
    ],
  }
}
