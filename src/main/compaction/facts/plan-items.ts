import type { JsonValue, ToolCall } from '../../../shared/thread/message.ts'
import type { PlanItem, PlanStatus } from './facts.ts'
import { asRecord, isList, outputText } from './message-text.ts'
import { toolKind } from './tool-kinds.ts'

const LIST_KEYS = [
  'todos',
  'plan',
  'tasks',
  'items',
  'task_list',
  'todo_list',
  'todoList',
  'list',
  'steps',
  'todo',
]
const TEXT_KEYS = [
  'content',
  'text',
  'step',
  'title',
  'subject',
  'description',
  'task',
  'name',
  'label',
  'todo',
]
const ID_KEYS = ['id', 'taskId', 'task_id', 'todo_id', 'key']

/** What a plan tool's call says: the whole list, or a change of single entries. */
export interface PlanCall {
  readonly isWholeList: boolean
  readonly items: readonly PlanItem[]
}

/** Reads a plan or to-do call; null when the call is none or holds no entries. */
export function planOf(call: ToolCall, messageIndex: number): PlanCall | null {
  if (toolKind(call.name) !== 'plan') return null
  const record = asRecord(call.arguments)
  if (record === null) return isList(call.arguments) ? whole(call.arguments, messageIndex) : null
  for (const key of LIST_KEYS) {
    const value = record[key]
    if (value !== undefined && value !== null && typeof value === 'object' && isList(value))
      return whole(value, messageIndex)
    // Some programs hand the list over as Markdown check boxes.
    if (typeof value === 'string' && /^\s*[-*] \[.\]/m.test(value))
      return { isWholeList: true, items: checkBoxes(value, messageIndex) }
  }
  const item = toItem(record, messageIndex)
  if (item === null) return null
  return { isWholeList: false, items: [{ ...item, id: item.id ?? givenId(call) }] }
}

/** The id that a program gives a new entry stands in its result: "Task #4 created". */
function givenId(call: ToolCall): string | null {
  return /^[^\n]{0,40}#(\d{1,6})\b/.exec(outputText(call))?.[1] ?? null
}

function whole(list: readonly JsonValue[], messageIndex: number): PlanCall {
  const items = list.flatMap((value) => {
    if (typeof value === 'string')
      return value.trim() === '' ? [] : [entry(null, value, 'pending', messageIndex)]
    const record = asRecord(value)
    const item = record === null ? null : toItem(record, messageIndex)
    return item === null ? [] : [item]
  })
  return { isWholeList: true, items }
}

function toItem(record: { readonly [key: string]: JsonValue }, messageIndex: number): PlanItem | null {
  const id = ID_KEYS.map((key) => record[key]).find(
    (value) => typeof value === 'string' || typeof value === 'number',
  )
  const text = TEXT_KEYS.map((key) => record[key]).find(
    (value) => typeof value === 'string' && value.trim() !== '',
  )
  if (text === undefined && id === undefined) return null
  return entry(
    id === undefined ? null : String(id),
    typeof text === 'string' ? text : '',
    statusOf(record),
    messageIndex,
  )
}

function entry(id: string | null, text: string, status: PlanStatus, messageIndex: number): PlanItem {
  return { id, text: text.replace(/\s+/g, ' ').trim(), status, messageIndex, requestsSince: 0 }
}

function statusOf(record: { readonly [key: string]: JsonValue }): PlanStatus {
  if (record.done === true || record.completed === true) return 'done'
  const raw = record.status ?? record.state
  return typeof raw === 'string' ? readStatus(raw) : 'pending'
}

/** The five statuses behind the words that programs use; unknown words count as pending. */
export function readStatus(raw: string): PlanStatus {
  const word = raw.toLowerCase().replace(/[\s_-]+/g, '')
  if (/^(?:done|completed?|finished|closed|resolved|success|x)$/.test(word)) return 'done'
  if (/^(?:inprogress|active|doing|started|current|running|wip)$/.test(word)) return 'in-progress'
  if (/^(?:cancell?ed|skipped|dropped|deleted|abandoned|wontdo|removed)$/.test(word)) return 'cancelled'
  if (/^(?:blocked|waiting|onhold|failed)$/.test(word)) return 'blocked'
  if (word === 'unanswered') return 'unanswered'
  return 'pending'
}

function checkBoxes(text: string, messageIndex: number): readonly PlanItem[] {
  return [...text.matchAll(/^\s*[-*] \[(.)\]\s+(.+)$/gm)].map(([, box, label]) =>
    entry(
      null,
      label ?? '',
      box === 'x' || box === 'X' ? 'done' : box === '-' || box === '>' ? 'in-progress' : 'pending',
      messageIndex,
    ),
  )
}

/** True for entries somebody still has to do. */
export function isOpen(item: PlanItem): boolean {
  return item.status !== 'done' && item.status !== 'cancelled'
}

function sameItem(a: PlanItem, b: PlanItem): boolean {
  if (a.id !== null && b.id !== null) return a.id === b.id
  return a.text !== '' && a.text.toLowerCase() === b.text.toLowerCase()
}

/**
 * The plan after a call. A whole list replaces what stood before; a single entry changes its namesake (by id,
 * else by text) or is appended. A change without text keeps the text known.
 */
export function applyPlan(plan: readonly PlanItem[], call: PlanCall): readonly PlanItem[] {
  if (call.isWholeList)
    return call.items.map((item) => {
      if (item.text !== '') return item
      return { ...item, text: plan.find((old) => sameItem(old, item))?.text ?? item.id ?? '' }
    })
  const next = [...plan]
  for (const item of call.items) {
    const at = next.findIndex((old) => sameItem(old, item))
    const old = next[at]
    if (old === undefined) next.push(item.text === '' ? { ...item, text: item.id ?? '' } : item)
    else next[at] = { ...item, id: item.id ?? old.id, text: item.text === '' ? old.text : item.text }
  }
  return next
}
