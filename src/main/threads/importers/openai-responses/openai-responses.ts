import type { JsonValue } from '../../../../shared/thread/message.ts'
import { asObject } from '../../native/json-shape.ts'
import { documentFormat } from '../document-format.ts'
import type { SiteFormat } from '../site-format.ts'
import { siteLineFormat } from '../site-lines.ts'
import { buildResponses } from './build-responses.ts'
import { itemType } from './response-item.ts'
import { readResponsesThread } from './scan-responses.ts'

const ITEM =
  /^(?:message|reasoning|compaction|item_reference|program|mcp_list_tools|mcp_approval_(?:request|response)|[a-z_]+_call(?:_output)?|program_output)$/

function isTyped(item: JsonValue): boolean {
  return itemType(item) !== ''
}

/** True for the items of a request or an answer; a plain array has to hold one that only Responses has. */
function isResponses(records: readonly JsonValue[], holder: JsonValue): boolean {
  // The last one may be cut by the end of what detection looks at.
  const whole = records.length > 1 && itemType(records.at(-1) ?? null) === '' ? records.slice(0, -1) : records
  // The API gets new kinds of items: most of them have to be known, or the object says what it is.
  const known = whole.filter((item) => ITEM.test(itemType(item)))
  const isAnswer = asObject(holder)?.object === 'response'
  if (known.length * 2 <= whole.length && !(isAnswer && whole.every(isTyped))) return false
  // Parts of opencode have some of the types, each in a file of its own.
  if (whole.some((item) => asObject(item)?.sessionID !== undefined)) return false
  return asObject(holder) === null || whole.includes(holder)
    ? whole.some((item) => asObject(item)?.type !== undefined)
    : true
}

const responses: SiteFormat = {
  id: 'openai-responses',
  label: 'OpenAI Responses',
  lists: ['input', 'output'],
  wrappers: ['request', 'response', 'body'],
  marks: ['type', 'role'],
  recognizes: isResponses,
  read: readResponsesThread,
  build: buildResponses,
}

/** Items of the Responses API in one document: a request, an answer, or the bare items (formats.md section 8). */
export const openAiResponses = documentFormat(responses)

/** The same, one request or one item a line. */
export const openAiResponsesLines = siteLineFormat(responses)
