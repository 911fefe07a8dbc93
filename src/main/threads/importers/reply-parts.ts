import type { JsonValue } from '../../../shared/thread/message.ts'
import { CALL_MARK, TEXT_MARK } from '../../compaction/request/private-layout.ts'
import type { NewCall, NewPart } from '../native/write-message.ts'
import { textPart } from './new-part.ts'
import type { ImportedMessage } from './transcript.ts'

/** Collects the blocks of one reply in the order the model wrote them. */
export interface ReplyParts {
  /** `phase` is the provider's word for what kind of text it is, where it has one. */
  text(text: string, phase?: string | null): void
  part(part: NewPart): void
  thinking(text: string): void
  call(call: NewCall): void
  /** A block only the provider can read, verbatim. */
  private(block: JsonValue): void
  finish(): Pick<ImportedMessage, 'content' | 'thinking' | 'toolCalls' | 'privateItems'>
}

/**
 * Text, calls and private blocks of a reply. Private blocks keep their places by marks between them, as the
 * requests of this program read them (private-layout.ts).
 */
export function createReplyParts(): ReplyParts {
  const content: NewPart[] = []
  const thinking: string[] = []
  const toolCalls: NewCall[] = []
  const layout: JsonValue[] = []
  let hasPrivate = false
  return {
    text(text, phase = null) {
      content.push(textPart(text))
      layout.push({ type: TEXT_MARK, chars: text.length, ...(phase === null ? {} : { phase }) })
    },
    part: (part) => void content.push(part),
    thinking(text) {
      if (text.trim() !== '') thinking.push(text)
    },
    call(call) {
      toolCalls.push(call)
      layout.push({ type: CALL_MARK })
    },
    private(block) {
      hasPrivate = true
      layout.push(block)
    },
    finish: () => ({
      content,
      thinking: thinking.length === 0 ? null : thinking.join('\n\n'),
      toolCalls,
      privateItems: hasPrivate ? layout : [],
    }),
  }
}
