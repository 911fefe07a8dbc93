import type { FamilyRules } from './families.ts'

const MAX_ID_CHARS = 40
const MAX_NAME_CHARS = 64
const OPEN_ID = /^[a-zA-Z0-9_-]{1,40}$/
const NINE_ID = /^[a-zA-Z0-9]{9}$/

/** 32 bits of FNV-1a as eight hex digits: the same text gives the same digits on every machine. */
function digits(text: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}

/**
 * Gives out call ids for one request. Ids of the facts may repeat, be empty, or hold what a provider refuses;
 * on the wire each is unique. What an id becomes depends only on the ids before it, so the bytes of the older
 * part stay as they are when the thread grows.
 */
export function createCallIds(form: FamilyRules['callIds']): (id: string) => string {
  const used = new Set<string>()
  return (id) => {
    for (let round = 0; ; round += 1) {
      const wire = form === 'nine' ? nineId(id, round) : openId(id, round)
      if (used.has(wire)) continue
      used.add(wire)
      return wire
    }
  }
}

function nineId(id: string, round: number): string {
  return round === 0 && NINE_ID.test(id) ? id : `p${digits(`${id}\n${round}`)}`
}

function openId(id: string, round: number): string {
  if (round === 0 && OPEN_ID.test(id)) return id
  const clean = id.replace(/[^a-zA-Z0-9_-]/g, '')
  const stem = clean === '' ? 'call' : clean
  // Ids that differ only in refused characters or beyond the limit stay apart by their digits.
  const end = OPEN_ID.test(id) || id === '' ? `_${round + 1}` : `_${digits(id)}_${round + 1}`
  return stem.slice(0, MAX_ID_CHARS - end.length) + end
}

/**
 * The name under which a tool is offered and its calls are replayed: letters, digits, `_` and `-`, at most 64.
 * A name that providers take stays as it is; digits keep the others apart. An answer names tools this way too:
 * find the tool by `wireToolName(tool.name) === call.name`.
 */
export function wireToolName(name: string): string {
  if (/^[a-zA-Z0-9_-]{1,64}$/.test(name)) return name
  const end = `_${digits(name)}`
  const clean = name.replace(/[^a-zA-Z0-9_-]+/g, '_').slice(0, MAX_NAME_CHARS - end.length)
  return (clean === '' ? 'tool' : clean) + end
}
