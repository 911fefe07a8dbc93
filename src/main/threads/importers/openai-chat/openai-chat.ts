import { documentFormat } from '../document-format.ts'
import type { SiteFormat } from '../site-format.ts'
import { siteLineFormat } from '../site-lines.ts'
import { buildChat } from './build-chat.ts'
import { isChat } from './recognize.ts'
import { readChatThread } from './scan-chat.ts'

const chat: SiteFormat = {
  id: 'openai-chat',
  label: 'Chat Completions',
  lists: ['messages', 'traj', 'conversation', 'choices'],
  wrappers: ['request', 'response', 'body', 'request_body', 'response_body'],
  marks: ['role'],
  recognizes: isChat,
  read: readChatThread,
  build: buildChat,
}

/** Chat Completions in one document: messages, a request, an answer, an array of conversations (formats.md section 7). */
export const openAiChat = documentFormat(chat)

/** The same, one conversation or one message a line: fine-tuning files and logs of requests. */
export const openAiChatLines = siteLineFormat(chat)
