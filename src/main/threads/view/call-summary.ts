import type { JsonValue, ToolCall } from '../../../shared/thread/message.ts'
import { asObject } from '../native/json-shape.ts'
import { oneLine } from './one-line.ts'

/** Argument names that say most about a call, best first. Tools of many programs share them. */
const TELLING_KEYS = [
  'path',
  'file_path',
  'filePath',
  'filename',
  'file',
  'command',
  'cmd',
  'script',
  'pattern',
  'query',
  'q',
  'url',
  'name',
  'title',
  'prompt',
  'description',
] as const

/** Names that add to the first one: what is looked for, beside where. */
const SECOND_KEYS = ['pattern', 'query', 'command', 'line', 'offset'] as const

function shown(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value.trim()
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  // Commands of some programs are lists of words.
  if (Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === 'string'))
    return value.join(' ')
  return ''
}

function listSummary(object: { readonly [key: string]: JsonValue }): string {
  const list = Object.entries(object).find(([, value]) => Array.isArray(value))
  if (list === undefined || !Array.isArray(list[1])) return ''
  const labels = list[1].map((item: JsonValue) => {
    const inner = asObject(item)
    return shown(inner?.content ?? inner?.step ?? inner?.text ?? inner?.title ?? item)
  })
  return labels.filter((label) => label !== '').join(' · ')
}

/** One line about the arguments of a call, at most 120 characters: path, command or query first. */
export function summarizeCall(call: ToolCall): string {
  if (call.partialArguments !== null) return oneLine(call.partialArguments)
  const object = asObject(call.arguments)
  if (object === null) return oneLine(shown(call.arguments))
  const firstKey = TELLING_KEYS.find((key) => shown(object[key]) !== '')
  if (firstKey === undefined) {
    const list = listSummary(object)
    const isEmpty = Object.keys(object).length === 0
    return oneLine(list || (isEmpty ? '' : JSON.stringify(object)))
  }
  const second = SECOND_KEYS.find((key) => key !== firstKey && shown(object[key]) !== '')
  const extra =
    second === undefined
      ? ''
      : ` · ${second === 'line' || second === 'offset' ? `${second} ` : ''}${shown(object[second])}`
  return oneLine(`${shown(object[firstKey])}${extra}`)
}
