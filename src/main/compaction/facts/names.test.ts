import { expect, it } from 'vitest'
import type { JsonValue, Message, ToolCall } from '../../../shared/thread/message.ts'
import { extractFacts } from './extract-facts.ts'
import { mergeFacts } from './merge-facts.ts'
import { parseFacts } from './parse-facts.ts'
import { renderFacts } from './render-facts.ts'

function call(name: string, args: JsonValue): ToolCall {
  const output = { content: [{ kind: 'text' as const, text: 'ok' }], isError: false }
  return { id: '', name, arguments: args, partialArguments: null, output }
}

function message(role: Message['role'], text: string, toolCalls: readonly ToolCall[] = []): Message {
  const content = [{ kind: 'text' as const, text }]
  const none = { usage: null, durationMs: null, hasPrivateReasoning: false, metaFlag: null }
  return { id: '', role, content, thinking: null, toolCalls, ...none }
}

const EDIT = message('assistant', 'I rename it.', [
  call('edit_file', { path: 'names.py', old_string: 'trimName(a.from)', new_string: 'cleanName(a.from)' }),
])
const OPTIONS = { firstIndex: 0, firstTurn: 1 }

function namesOf(facts: ReturnType<typeof extractFacts>): string {
  return renderFacts(facts, 4_000).find(({ key }) => key === 'references')?.text ?? ''
}

it('names of tools stand on a line of their own, apart from the names of the work', () => {
  const names = namesOf(extractFacts([message('user', 'Rename it.'), EDIT], OPTIONS))
  expect(names).toContain('- Arguments of tools: `new_string, old_string`')
  expect(names).toMatch(/- Code: `(?:trimName, cleanName|cleanName, trimName)`/)
  expect(names).not.toContain('a.from')
})

it('an argument name that somebody speaks of is a name of the work', () => {
  const said = message('user', 'The field old_string of our form is wrong.')
  expect(namesOf(extractFacts([said, EDIT], OPTIONS))).toMatch(/- Code: `[^`]*old_string/)
})

it('argument names stay on their line through a second compaction, until somebody speaks of them', () => {
  const before = parseFacts(renderFacts(extractFacts([EDIT], OPTIONS), 4_000))
  const quiet = mergeFacts(before, extractFacts([message('user', 'Now the fooBar.')], OPTIONS))
  expect(namesOf(quiet)).toMatch(/- Arguments of tools: `(?:new_string, old_string|old_string, new_string)`/)
  const spoken = extractFacts([message('user', 'Our own old_string is wrong.')], OPTIONS)
  expect(namesOf(mergeFacts(before, spoken))).toContain('- Arguments of tools: `new_string`')
})

it('a name that stood beside what is at hand comes before one as old that did not', () => {
  const talk = [
    message('assistant', 'The class HttpServer reads portNumber from settings.'),
    message('assistant', 'The class MailQueue reads retryLimit from settings.'),
  ]
  const order = (at: string) => {
    const kept = [message('user', `Back to ${at} please.`)]
    const [first] = extractFacts(talk, { ...OPTIONS, kept }).references.filter(({ text }) =>
      ['portNumber', 'retryLimit'].includes(text),
    )
    return first?.text
  }
  expect(order('HttpServer')).toBe('portNumber')
  expect(order('MailQueue')).toBe('retryLimit')
})
