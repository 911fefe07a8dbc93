import { expect, it } from 'vitest'
import type { JsonValue, Message, ToolCall } from '../../../shared/thread/message.ts'
import { labelsFor } from './labels.ts'
import { digestTurns } from './turn-digest.ts'
import { turnLine } from './turn-line.ts'

function call(name: string, args: JsonValue): ToolCall {
  const output = { content: [{ kind: 'text' as const, text: 'ok' }], isError: false }
  return { id: '', name, arguments: args, partialArguments: null, output }
}

function message(role: Message['role'], text: string, toolCalls: readonly ToolCall[] = []): Message {
  const content = [{ kind: 'text' as const, text }]
  const none = { usage: null, durationMs: null, hasPrivateReasoning: false, metaFlag: null }
  return { id: '', role, content, thinking: null, toolCalls, ...none }
}

it('the names of a turn are values of its calls, neither their keys nor states of a plan nor pieces of code', () => {
  const [turn] = digestTurns(
    [
      message('user', 'Trim the names before they are stored.'),
      message('assistant', 'Doing it.', [
        call('edit_file', { path: 'names.py', old_string: 'x.name', new_string: 'trimName(a:Text)' }),
        call('todo_write', { todos: [{ content: 'Trim', status: 'in_progress', activeForm: 'Trimming' }] }),
      ]),
    ],
    1,
  )
  if (turn === undefined) throw new Error('no turn')
  const names = ['old_string', 'new_string', 'activeForm', 'in_progress', 'x.name', 'a:Text', 'trimName']
  const line = turnLine(turn, {
    labels: labelsFor('en'),
    weights: new Map(names.map((name) => [name, 1])),
    proven: new Set(),
    revoked: new Set(),
    shown: new Set(),
    maxChars: 300,
  })
  expect(line).toMatch(/ \(trimName\)$/)
})
