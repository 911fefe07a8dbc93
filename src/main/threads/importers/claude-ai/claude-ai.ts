import { OPEN_BRACKET } from '../../json/bytes.ts'
import { asObject } from '../../native/json-shape.ts'
import type { DocumentFormat, Probe, SourceFile, Transcript } from '../transcript.ts'
import { uniqueIds } from '../unique-id.ts'
import { valueReader } from '../value-reader.ts'
import { walkArray, walkObject, walkObjects } from '../walk-json.ts'
import { buildClaudeAi } from './build-claude-ai.ts'
import { addMessage, type Conversation, claudeAiTranscript, newConversation } from './claude-ai-transcript.ts'

const CONVERSATIONS = /(^|\/)conversations[^/]*\.json$/

/** Claude.ai's data export: one conversation, an array of them, or the whole archive (formats.md section 11). */
export const claudeAi: DocumentFormat = {
  kind: 'document',
  id: 'claude-ai',
  label: 'Claude.ai',
  recognizes,
  *scan(files) {
    const threads: Transcript[] = []
    const keyOf = uniqueIds()
    for (const [file, source] of files.entries()) {
      if (file > 0 && !CONVERSATIONS.test(source.name)) continue
      for (const conversation of yield* readConversations(source, file)) {
        const key = keyOf(conversation.members.get('uuid') ?? '', `conversation-${threads.length + 1}`)
        threads.push(claudeAiTranscript(key, conversation))
        yield
      }
    }
    return threads
  },
  build: buildClaudeAi,
}

function recognizes({ value }: Probe): boolean {
  const first = asObject(Array.isArray(value) ? value[0] : value)
  return Array.isArray(first?.chat_messages)
}

function* readConversations(
  { bytes: source }: SourceFile,
  file: number,
): Generator<void, readonly Conversation[], void> {
  const bytes = source.slice(0, source.length)
  const found: Conversation[] = []
  const { read, rest } = valueReader(bytes, file)
  const cutAt = yield* walkObjects(bytes, (at) => {
    const conversation = newConversation()
    found.push(conversation)
    return walkObject(bytes, at, (key, memberAt) => {
      if (key === 'chat_messages' && bytes[memberAt] === OPEN_BRACKET)
        return walkArray(bytes, memberAt, (from) =>
          read(from, (message, place) => addMessage(conversation, bytes, asObject(message) ?? {}, place)),
        )
      return read(memberAt, (member) => {
        if (typeof member === 'string') conversation.members.set(key, member)
      })
    })
  })
  const last = found.at(-1)
  if (cutAt !== null && last !== undefined) last.broken = rest()
  return found
}
