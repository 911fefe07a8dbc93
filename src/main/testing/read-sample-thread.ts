import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { JsonValue, Message, Part, ToolCall } from '../../shared/thread/message.ts'

/** Where shared sample threads lie beside the repository, or where PALIMPSEST_SAMPLES says; null = nowhere. */
export function sampleFolder(): string | null {
  const folder =
    process.env.PALIMPSEST_SAMPLES ?? path.resolve(import.meta.dirname, '../../../../shared/samples')
  return existsSync(path.join(folder, 'llm-space')) ? folder : null
}

/** All native sample threads below a sample folder, by path relative to it. */
export function sampleThreads(folder: string): readonly string[] {
  return readdirSync(path.join(folder, 'llm-space'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => `llm-space/${name}`)
    .sort()
}

/** A thread as tests of pure functions need it. Reads with JSON.parse; the product's reader is elsewhere. */
export function readSampleThread(file: string): {
  messages: readonly Message[]
  variables: ReadonlySet<string>
} {
  const document = JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, '')) as { context: RawContext }
  return {
    messages: document.context.messages.map(toMessage),
    variables: new Set(Object.keys(document.context.variables ?? {})),
  }
}

interface RawContext {
  readonly messages: readonly RawMessage[]
  readonly variables?: Readonly<Record<string, unknown>>
}

interface RawPart {
  readonly type: string
  readonly text?: string
  readonly mimeType?: string
  readonly data?: string
}

interface RawMessage {
  readonly id?: string
  readonly role: 'user' | 'assistant'
  readonly content?: readonly RawPart[]
  readonly thinking?: string
  readonly toolCalls?: readonly {
    readonly id?: string
    readonly input: {
      readonly name: string
      readonly arguments: JsonValue
      readonly partialArguments?: string
    }
    readonly output?: { readonly content?: readonly RawPart[]; readonly isError?: boolean }
  }[]
}

function toMessage(raw: RawMessage): Message {
  return {
    id: raw.id ?? '',
    role: raw.role,
    content: (raw.content ?? []).map(toPart),
    thinking: raw.thinking ?? null,
    toolCalls: (raw.toolCalls ?? []).map(
      (call): ToolCall => ({
        id: call.id ?? '',
        name: call.input.name,
        arguments: call.input.arguments ?? {},
        partialArguments: call.input.partialArguments ?? null,
        output: call.output
          ? { content: (call.output.content ?? []).map(toPart), isError: call.output.isError === true }
          : null,
      }),
    ),
    usage: null,
    durationMs: null,
    hasPrivateReasoning: false,
    metaFlag: null,
  }
}

function toPart(raw: RawPart): Part {
  if (raw.type === 'text') return { kind: 'text', text: raw.text ?? '' }
  if (raw.type === 'image' || raw.type === 'image_data') {
    const data = raw.data ?? ''
    const hash = /^blob:sha256:(.*)$/.exec(data)?.[1]
    return {
      kind: 'image',
      mimeType: raw.mimeType ?? 'image/png',
      bytes: hash === undefined ? Math.floor((data.length * 3) / 4) : 0,
      source: hash === undefined ? { kind: 'inline' } : { kind: 'blob', hash },
    }
  }
  return { kind: 'other', type: raw.type, json: JSON.stringify(raw) }
}
