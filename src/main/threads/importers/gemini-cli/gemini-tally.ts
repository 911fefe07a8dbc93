import type { GeminiMessage } from './gemini-message.ts'

/** Counts of a list of messages, by the names of the samples' list; calls and results count once by id. */
export function tallyOf(messages: readonly GeminiMessage[]): { readonly [name: string]: number } {
  const { calls, results } = callIds(messages)
  const count = (test: (message: GeminiMessage) => boolean) => messages.filter(test).length
  const sum = (of: (message: GeminiMessage) => number) => messages.reduce((total, one) => total + of(one), 0)
  return {
    messages: messages.length,
    user: count(({ key }) => key.startsWith('user ')),
    assistant: count(({ key }) => key.startsWith('gemini ')),
    otherMessages: count(({ key }) => !/^(user|gemini) /.test(key)),
    thoughts: sum(({ thoughts }) => thoughts),
    images: sum(({ images }) => images),
    toolCalls: calls.size,
    toolResults: results.size,
    orphanCalls: [...calls].filter((id) => !results.has(id)).length,
    orphanResults: [...results].filter((id) => !calls.has(id)).length,
  }
}

/** Counts of a saved chat: it has no ids of messages, and every call and response counts. */
export function chatTallyOf(messages: readonly GeminiMessage[]): { readonly [name: string]: number } {
  const { orphanCalls, orphanResults, images, user } = tallyOf(messages)
  const sum = (of: (message: GeminiMessage) => number) => messages.reduce((total, one) => total + of(one), 0)
  return {
    messages: messages.length,
    user: user ?? 0,
    assistant: messages.filter(({ role }) => role === 'gemini').length,
    images: images ?? 0,
    encryptedReasoning: sum(({ signatures }) => signatures),
    toolCalls: sum(({ steps }) => steps.flat().length),
    toolResults: sum(({ responses }) => responses.length),
    orphanCalls: orphanCalls ?? 0,
    orphanResults: orphanResults ?? 0,
  }
}

/** Ids of the calls and of the results in some messages. */
export function callIds(messages: readonly GeminiMessage[]): {
  readonly calls: ReadonlySet<string>
  readonly results: ReadonlySet<string>
} {
  const calls = new Set<string>()
  const results = new Set<string>()
  for (const { steps, responses } of messages) {
    for (const { key, isAnswered } of steps.flat()) {
      calls.add(key)
      if (isAnswered) results.add(key)
    }
    for (const { key } of responses) results.add(key)
  }
  return { calls, results }
}
