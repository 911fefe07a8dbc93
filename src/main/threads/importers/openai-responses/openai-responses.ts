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

/** True for the items of a request or an answer; a plain array has to hold one that only Responses has. */
function isResponses(records: readonly JsonValue[], holder: JsonValue): boolean {
  // The last one may be cut by the end of what detection looks at.
  const whole = records.length > 1 && itemType(records.at(-1) ?? null) === '' ? records.slice(0, -1) : records
  if (whole.length === 0 || !whole.every((item) => ITEM.test(itemType(item)))) return false
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
