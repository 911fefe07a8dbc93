import type { JsonValue } from '../../../../shared/thread/message.ts'
import { asList, asObject, asText } from '../../native/json-shape.ts'
import { documentFormat } from '../document-format.ts'
import type { SiteFormat } from '../site-format.ts'
import { siteLineFormat } from '../site-lines.ts'
import { buildLangChain } from './build-langchain.ts'
import { joinStates } from './join-states.ts'
import { langChainMessage } from './langchain-message.ts'
import { streamChunk } from './merge-chunks.ts'
import { readLangChain, readLangChainStream } from './scan-langchain.ts'

const PLAIN = /^(?:human|ai|tool|system|developer|function|remove|chat|[A-Za-z]+MessageChunk)$/

/** True for messages in any of the three serialisations. */
function isLangChain(records: readonly JsonValue[]): boolean {
  const whole = records.length > 1 ? records.slice(0, -1) : records
  // Programs write types of their own between them.
  const known = whole.filter(isMessage)
  return known.length * 2 > whole.length && !whole.some(hasForeignRole) && known.some(isSpeech)
}

/** Only a chat message says a role beside its type. */
function hasForeignRole(value: JsonValue): boolean {
  const record = asObject(value)
  return typeof record?.role === 'string' && !/^chat(?:messagechunk)?$/i.test(asText(record.type))
}

function isMessage(value: JsonValue): boolean {
  const record = asObject(value)
  if (record === null) return false
  return record.lc !== undefined || PLAIN.test(asText(record.type))
}

function isSpeech(value: JsonValue): boolean {
  const message = langChainMessage(value)
  return message !== null && message.type !== 'other'
}

const site: SiteFormat = {
  id: 'langchain',
  label: 'LangChain',
  lists: ['messages'],
  wrappers: ['values', 'state'],
  marks: ['lc', 'kwargs', 'content'],
  recognizes: isLangChain,
  read: readLangChain,
  build: buildLangChain,
  join: joinStates,
}

/** Messages of LangChain, the state of a LangGraph thread or its history, in one document (formats.md section 15). */
export const langChain = documentFormat(site)

/** The same, one message or one thread a line. */
export const langChainLines = siteLineFormat(site)

/** A recorded stream of message chunks. */
export const langChainStream = documentFormat({
  ...site,
  lists: [],
  wrappers: [],
  isOneThread: true,
  recognizes: (records) => {
    const whole = records.length > 1 ? records.slice(0, -1) : records
    return (
      whole.length > 0 &&
      whole.every((value) => asList(value).length === 2) &&
      whole.some((value) => streamChunk(value) !== null)
    )
  },
  read: readLangChainStream,
})
