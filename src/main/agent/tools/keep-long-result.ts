import { boundEnds, MAX_RESULT_CHARS, sizeOfText } from './bound-text.ts'
import type { KeepOutput, ToolResult } from './tool.ts'

/** Room for what tools put around a text they have bounded themselves. */
const FRAME_CHARS = 2_000

/** The result as it stands in the thread: text too long for it goes to a file whole, its ends stay. */
export async function keepLongResult(result: ToolResult, keep: KeepOutput): Promise<ToolResult> {
  const texts = result.content.flatMap((part) => (part.kind === 'text' ? [part.text] : []))
  const text = texts.join('\n').toWellFormed()
  if (text.length <= MAX_RESULT_CHARS + FRAME_CHARS) return result
  const path = await keep((file) => file.writeFile(text))
  const pictures = result.content.filter((part) => part.kind === 'image')
  const bounded = boundEnds(text, text, sizeOfText(text), path)
  return { ...result, content: [{ kind: 'text', text: bounded }, ...pictures] }
}
