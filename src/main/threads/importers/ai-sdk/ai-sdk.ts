import type { JsonValue } from '../../../../shared/thread/message.ts'
import { asList, asObject, asText } from '../../native/json-shape.ts'
import { documentFormat } from '../document-format.ts'
import type { SiteFormat } from '../site-format.ts'
import { siteLineFormat } from '../site-lines.ts'
import { buildUiMessage } from './build-ui-message.ts'
import { readUiMessages } from './scan-ui-messages.ts'

const PARTS =
  /^(?:text|reasoning|step-start|file|source|source-url|source-document|dynamic-tool|tool-.+|data-.+)$/
const MODEL_BLOCKS = /^(?:tool-call|tool-result)$/

/** True for messages with parts of the SDK, or model messages with its calls. */
function isAiSdk(records: readonly JsonValue[]): boolean {
  const messages = records.map(asObject)
  const withRole = messages.filter((message) => typeof message?.role === 'string')
  if (withRole.length === 0 || withRole.length < records.length - 1) return false
  const typed = (list: JsonValue | undefined, pattern: RegExp) =>
    asList(list).some((part) => pattern.test(asText(asObject(part)?.type)))
  return withRole.some((message) => typed(message?.parts, PARTS) || typed(message?.content, MODEL_BLOCKS))
}

const site: SiteFormat = {
  id: 'ai-sdk',
  label: 'AI SDK',
  lists: ['messages'],
  wrappers: ['chat'],
  marks: ['role'],
  recognizes: isAiSdk,
  read: readUiMessages,
  build: buildUiMessage,
}

/** UI messages of versions 4 to 6, and model messages, in one document (formats.md section 16). */
export const aiSdk = documentFormat(site)

/** The same, one chat or one message a line. */
export const aiSdkLines = siteLineFormat(site)
