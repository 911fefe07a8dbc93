import type { JsonValue } from '../../../shared/thread/message.ts'
import { asList, asObject, asText } from '../native/json-shape.ts'
import { type DocumentBytes, memberAt, type Site } from './document-site.ts'
import { schemaNumbers } from './schema-numbers.ts'
import { sourceTimeMs } from './source-time.ts'
import type { TranscriptHead } from './transcript.ts'

/** Model names as their makers give them; the rest is behind a router or local. */
const PROVIDERS: readonly (readonly [RegExp, string])[] = [
  [/^(?:gpt-|chatgpt|o[134](?:-|$)|codex|computer-use)/i, 'openai'],
  [/^claude/i, 'anthropic'],
  [/^gemini/i, 'google'],
]

/** A model by its name; the provider is empty when the name does not tell it. Null without a name. */
export function modelOf(name: JsonValue | undefined): TranscriptHead['model'] {
  const id = asText(name)
  if (id === '') return null
  return { provider: PROVIDERS.find(([pattern]) => pattern.test(id))?.[1] ?? '', id }
}

/** Tools of a request in any provider's form; hosted ones, which nobody here answers, are left out. */
export function toolsOf(tools: JsonValue | undefined): TranscriptHead['tools'] {
  return asList(tools).flatMap((value) => {
    const tool = asObject(value)
    const body = asObject(tool?.function) ?? asObject(tool?.custom) ?? tool
    const name = asText(body?.name)
    if (body === null || name === '') return []
    const parameters = body.parameters ?? body.input_schema ?? body.inputSchema ?? {}
    return [{ name, description: asText(body.description), parameters: schemaNumbers(parameters) }]
  })
}

/** What the members around a list of messages tell of the thread. */
export function apiHead(document: DocumentBytes, site: Site, systemPrompt: string): TranscriptHead {
  const member = (name: string) => memberAt(document, site, name)
  const firstTime = (names: readonly string[]) => {
    for (const name of names) {
      const ms = sourceTimeMs(member(name))
      if (ms !== null) return ms
    }
    return null
  }
  return {
    title: asText(member('title')),
    model: modelOf(member('model')),
    systemPrompt,
    tools: toolsOf(member('tools') ?? member('functions')),
    startedMs: firstTime(['created_at', 'createdAt', 'timestamp', 'created']),
    endedMs: firstTime(['completed_at', 'updated_at', 'updatedAt']),
    folder: '',
  }
}
