import type { ProjectionItem } from '../../shared/compact/preview.ts'
import type { Message } from '../../shared/thread/message.ts'
import { checkpointText } from './draft-preview.ts'
import type { PreviewSession } from './preview-session.ts'
import { messageItem, textItem } from './projection-item.ts'

/**
 * What the model would see after Apply, in order (S-185): system, tools, meta prompt, what stays before the
 * checkpoint, checkpoint, pins, kept turns.
 */
export function projectionItems(session: PreviewSession): readonly ProjectionItem[] {
  const { source, sections } = session.material
  const { file, family, cut, kept, headMessages, pinned } = source
  const items: ProjectionItem[] = []
  const { head, layout } = file
  const tokens = file.tokensIn(family)
  const headTokens = file.headTokens[family]
  const add = (index: number, message: Message) => {
    const isDraft = layout.draftIndexes.includes(index)
    const kind = isDraft ? 'draft' : index === layout.checkpointIndex ? 'checkpoint' : message.role
    items.push({ ...messageItem(kind, index, tokens[index] ?? 0, message), isSent: !isDraft })
  }
  if (head.systemPrompt !== '') items.push(textItem('system', null, headTokens.system, head.systemPrompt))
  if (head.tools.length > 0)
    items.push(textItem('tools', null, headTokens.tools, head.tools.map(({ name }) => name).join(', ')))
  const meta = layout.metaPromptIndex
  if (meta !== null) items.push(messageItem('meta', meta, tokens[meta] ?? 0, file.readMessage(meta)))
  for (const [offset, message] of headMessages.entries()) add((cut.head?.from ?? 0) + offset, message)
  items.push(textItem('checkpoint', null, session.preview.checkpointTokens, checkpointText(sections)))
  for (const { index, message } of pinned) add(index, message)
  for (const [offset, message] of kept.entries()) add(cut.index + offset, message)
  return items
}
