import type { JsonValue } from '../../../shared/thread/message.ts'
import { keepLongResult } from '../tools/keep-long-result.ts'
import { SeenFiles } from '../tools/seen-files.ts'
import { type KeepOutput, type Tool, ToolFault } from '../tools/tool.ts'

/** A tool's answer as text; `failed: ` in front of what went wrong. */
export async function callTool(
  tool: Tool,
  root: string,
  input: JsonValue,
  options: {
    readonly signal?: AbortSignal
    readonly protectedPaths?: readonly string[]
    readonly keepOutput?: KeepOutput
    readonly seen?: SeenFiles
  } = {},
): Promise<string> {
  const prepared = tool.prepare(input)
  if (typeof prepared === 'string') return `failed: ${prepared}`
  const keepOutput = options.keepOutput ?? (async () => null)
  try {
    const answer = await prepared.run({
      root,
      protectedPaths: options.protectedPaths ?? [],
      seen: options.seen ?? new SeenFiles(),
      signal: options.signal ?? new AbortController().signal,
      keepOutput,
    })
    const result = await keepLongResult(answer, keepOutput)
    const text = result.content
      .map((part) => (part.kind === 'text' ? part.text : `<${part.mimeType}>`))
      .join('\n')
    return result.isError ? `failed: ${text}` : text
  } catch (error) {
    if (error instanceof ToolFault) return `failed: ${error.message}`
    throw error
  }
}
