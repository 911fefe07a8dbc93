import type { JsonValue } from '../../shared/thread/message.ts'

/** A native record as it stands in a file, before any reading. */
export type NativeRecord = { readonly [key: string]: JsonValue }

/** What a thread of a test holds beside its messages. */
export interface ThreadSpec {
  readonly title?: string
  readonly systemPrompt?: string
  readonly variables?: NativeRecord
  readonly meta?: NativeRecord
  readonly blobs?: NativeRecord
}

/** A prompt. */
export function prompt(id: string, text: string): NativeRecord {
  return { id, role: 'user', content: [{ type: 'text', text }] }
}

/** A call with its result; `result` null = never answered. */
export function call(
  id: string,
  name: string,
  args: JsonValue,
  result: string | null,
  isError = false,
): NativeRecord {
  const input = { name, arguments: args }
  if (result === null) return { id, input }
  return { id, input, output: { content: [{ type: 'text', text: result }], isError } }
}

/** An answer, with calls when there are any. */
export function answer(id: string, text: string, calls: readonly NativeRecord[] = []): NativeRecord {
  const record = { id, role: 'assistant', content: [{ type: 'text', text }] }
  return calls.length === 0 ? record : { ...record, toolCalls: calls }
}

/** `turns` turns of a prompt, an answer with one read call and a closing answer: three messages each. */
export function plainTurns(turns: number, startAt = 1): readonly NativeRecord[] {
  return Array.from({ length: turns }, (_, index) => index + startAt).flatMap((turn) => [
    prompt(`u${turn}`, `Task ${turn}: look at src/part-${turn}.ts`),
    answer(`a${turn}`, `Reading part ${turn}.`, [
      call(`c${turn}`, 'read_file', { path: `src/part-${turn}.ts` }, `export const part = ${turn}\n`),
    ]),
    answer(`b${turn}`, `Part ${turn} holds one constant.`),
  ])
}

/** A whole native thread as a value. */
export function thread(messages: readonly NativeRecord[], spec: ThreadSpec = {}): NativeRecord {
  return {
    title: spec.title ?? 'test-thread',
    model: { provider: 'openai', id: 'gpt-5.1' },
    context: {
      systemPrompt: spec.systemPrompt ?? 'You are a careful assistant.',
      tools: [],
      messages,
      variables: spec.variables ?? {},
      variableVariants: { active: 'default', variants: { default: {} } },
    },
    ...(spec.meta === undefined ? {} : { meta: spec.meta }),
    runHistoryVersion: 2,
    runHistoryIndex: [],
    ...(spec.blobs === undefined ? {} : { blobs: spec.blobs }),
  }
}

/** A whole native thread as the program writes it: two spaces, final line feed. */
export function threadText(messages: readonly NativeRecord[], spec: ThreadSpec = {}): string {
  return `${JSON.stringify(thread(messages, spec), null, 2)}\n`
}
