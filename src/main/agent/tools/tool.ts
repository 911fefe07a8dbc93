import { z } from 'zod'
import type { JsonValue, Part, ToolSchema } from '../../../shared/thread/message.ts'
import type { SeenFiles } from './seen-files.ts'

/** A picture a tool answered with. */
interface ImageResult {
  readonly kind: 'image'
  readonly mimeType: string
  readonly base64: string
}

/** What a tool answers. A failure is a result too: nothing is thrown out of the loop. */
export interface ToolResult {
  readonly content: readonly (Extract<Part, { kind: 'text' }> | ImageResult)[]
  readonly isError: boolean
}

/**
 * Keeps an output that is too long for its message: `write` gives the whole of it to a new file. Answers the file's
 * path in the workspace; null = it could not be kept. Never rejects.
 */
export type KeepOutput = (
  write: (file: { writeFile(bytes: string | Uint8Array): Promise<void> }) => Promise<void>,
) => Promise<string | null>

/** What a run is given. `signal` aborts when the person stops. */
export interface ToolContext {
  /** Real path of the workspace. */
  readonly root: string
  /** Real paths no tool may write to: the files of open threads. */
  readonly protectedPaths: readonly string[]
  readonly seen: SeenFiles
  readonly signal: AbortSignal
  readonly keepOutput: KeepOutput
}

/** What is known before a call runs. */
export type CheckContext = Pick<ToolContext, 'root' | 'protectedPaths' | 'seen'>

/** What a call would do to the world, as the approvals judge it. */
export type CallEffect =
  | { readonly kind: 'read' }
  | { readonly kind: 'write'; readonly path: string }
  /** `cwd` from the workspace, with `/`; `.` = the workspace itself. */
  | { readonly kind: 'run'; readonly command: string; readonly cwd: string }
  | { readonly kind: 'fetch'; readonly host: string }
  | { readonly kind: 'foreign'; readonly tool: string }

/** A call whose arguments were understood. */
export interface PreparedCall {
  readonly effect: CallEffect
  /** What it would touch, in one line, for the question. */
  readonly subject: string
  /**
   * Rejects with a ToolFault what can never run: the person is not asked then. Answers the effect at its real place,
   * however the model spelled it; null = the effect is all there is to know.
   */
  readonly check?: (context: CheckContext) => Promise<CallEffect | null>
  run(context: ToolContext): Promise<ToolResult>
}

/** One tool as the loop sees it. */
export interface Tool {
  readonly schema: ToolSchema
  /** Checks the arguments; a text says what is wrong with them. */
  prepare(input: JsonValue): PreparedCall | string
}

/** A mistake of the call itself, in words for the model. */
export class ToolFault extends Error {}

/** What `defineTool` needs. */
interface ToolDefinition<T> {
  readonly name: string
  readonly description: string
  readonly input: z.ZodType<T>
  readonly effect?: (input: T) => CallEffect
  readonly subject: (input: T) => string
  /** As `PreparedCall.check`. */
  readonly check?: (input: T, context: CheckContext) => Promise<CallEffect | null>
  /** A text is a good result. */
  readonly run: (input: T, context: ToolContext) => Promise<string | ToolResult>
}

/** A tool from a schema of its input and a function that answers. */
export function defineTool<T>(definition: ToolDefinition<T>): Tool {
  const { $schema: _, ...parameters } = z.toJSONSchema(definition.input, { io: 'input' })
  return {
    schema: {
      name: definition.name,
      description: definition.description,
      // A JSON schema is JSON.
      parameters: parameters as JsonValue,
    },
    prepare(value) {
      const parsed = definition.input.safeParse(value)
      if (!parsed.success) return describeIssues(parsed.error)
      const input = parsed.data
      return {
        effect: definition.effect?.(input) ?? { kind: 'read' },
        subject: definition.subject(input),
        check: async (context) => (await definition.check?.(input, context)) ?? null,
        run: async (context) => {
          const answer = await definition.run(input, context)
          return typeof answer === 'string' ? textResult(answer) : answer
        },
      }
    },
  }
}

/** A good result that is only text. */
export function textResult(text: string): ToolResult {
  return { content: [{ kind: 'text', text }], isError: false }
}

/** A failed result with its reason. */
export function failedResult(reason: string): ToolResult {
  return { content: [{ kind: 'text', text: reason }], isError: true }
}

function describeIssues(error: z.ZodError): string {
  const lines = error.issues.slice(0, 5).map((issue) => {
    const place = issue.path.join('.')
    return place === '' ? issue.message : `${place}: ${issue.message}`
  })
  return `The arguments do not fit the tool. ${lines.join('; ')}`
}
