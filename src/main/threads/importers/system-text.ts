import type { JsonValue } from '../../../shared/thread/message.ts'
import { blockText } from './picture.ts'

/** Text of a system message or of instructions: a text, or its text blocks, apart. */
export function systemText(content: JsonValue | undefined): string {
  const blocks: readonly JsonValue[] = Array.isArray(content) ? content : [content ?? '']
  return blocks
    .flatMap((block) => blockText(block) ?? [])
    .filter((text) => text.trim() !== '')
    .join('\n\n')
}
