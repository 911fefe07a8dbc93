import type { ProjectionItem } from '../../shared/compact/preview.ts'
import { messageText } from '../../shared/thread/message-text.ts'
import { checkpointText } from './draft-preview.ts'
import type { PreviewSession } from './preview-session.ts'

const EXCERPT_CHARS = 400

/** What the model would see after Apply, in order (S-185): system, tools, meta prompt, checkpoint, kept turns. */
export function projectionItems(session: PreviewSession): readonly ProjectionItem[] {
  const { source, sections } = session.material
  const { file, cut, kept } = source
  const items: ProjectionItem[] = []
  if (file.head.systemPrompt !== '')
    items.push(item('system', null, file.headTokens.system, file.head.systemPrompt, 0))
  if (file.head.tools.length > 0)
    items.push(
      item('tools', null, file.headTokens.tools, file.head.tools.map(({ name }) => name).join(', '), 0),
    )
  const meta = file.layout.metaPromptIndex
  if (meta !== null)
    items.push(item('meta', meta, file.tokens[meta] ?? 0, messageText(file.readMessage(meta)), 0))
  items.push(item('checkpoint', null, session.preview.checkpointTokens, checkpointText(sections), 0))
  for (const [offset, message] of kept.entries()) {
    const index = cut.index + offset
    const isDraft = file.layout.draftIndexes.includes(index)
    items.push({
      ...item(
        isDraft ? 'draft' : message.role,
        index,
        file.tokens[index] ?? 0,
        messageText(message),
        message.toolCalls.length,
      ),
      isSent: !isDraft,
    })
  }
  return items
}

function item(
  kind: ProjectionItem['kind'],
  index: number | null,
  tokens: number,
  text: string,
  calls: number,
): ProjectionItem {
  return { kind, index, tokens, text: text.slice(0, EXCERPT_CHARS).toWellFormed(), calls, isSent: true }
}
