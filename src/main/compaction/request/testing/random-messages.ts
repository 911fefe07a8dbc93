import fc from 'fast-check'
import type { JsonValue, Message, ModelOrigin, Part } from '../../../../shared/thread/message.ts'
import { CALL_MARK, TEXT_MARK } from '../private-layout.ts'

/** Texts as they really stand in files: empty, blank, cut through an emoji. */
const anyText = fc.constantFrom(
  '',
  ' ',
  '\n\n',
  'hi',
  'a longer line\nand another',
  '\ud83d',
  'x\udc00y',
  '😀 漢字',
)
const anyId = fc.constantFrom('', 'c1', 'c1', 'call.with.dots', 'x'.repeat(70), 'toolu_01', '你好')
const anyName = fc.constantFrom('read_file', 'run', 'mcp.server/tool', '', 'n'.repeat(90))
const anyArguments = fc.constantFrom<JsonValue>(
  {},
  { path: 'a.md', text: '\ud83d', nested: { k: ['v'] } },
  'not json',
  '',
  null,
  ['a'],
  7,
)
const anyPart: fc.Arbitrary<Part> = fc.oneof(
  { weight: 6, arbitrary: anyText.map((text): Part => ({ kind: 'text', text })) },
  fc
    .constantFrom('image/png', 'image/tiff')
    .map((mimeType): Part => ({ kind: 'image', mimeType, bytes: 3, source: { kind: 'inline' } })),
  fc.constant<Part>({ kind: 'other', type: 'document', json: '{"type":"document"}' }),
)
const anyOutput = fc.option(
  fc.record({ content: fc.array(anyPart, { maxLength: 2 }), isError: fc.boolean() }),
)
const anyCall = fc.record({
  id: anyId,
  name: anyName,
  arguments: anyArguments,
  partialArguments: fc.constantFrom(null, null, '{"path": "a'),
  output: anyOutput,
})

function base(role: Message['role'], content: readonly Part[]): Message {
  return {
    id: 'm',
    role,
    content,
    thinking: null,
    toolCalls: [],
    usage: null,
    durationMs: null,
    hasPrivateReasoning: false,
    metaFlag: null,
  }
}

const anyUser = fc.array(anyPart, { maxLength: 3 }).map((content) => base('user', content))

/** Private blocks as each protocol writes them, in good order and in a damaged one. */
function privateItems(protocol: ModelOrigin['protocol'], message: Message, isDamaged: boolean): JsonValue[] {
  const text = message.content.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('')
  const block =
    protocol === 'anthropic'
      ? { type: 'thinking', thinking: 'why', signature: 'sig' }
      : { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'enc' }
  const marks: JsonValue[] = [
    block,
    ...(text === '' ? [] : [{ type: TEXT_MARK, chars: isDamaged ? text.length + 3 : text.length }]),
    block,
    ...message.toolCalls.map(() => ({ type: CALL_MARK })),
  ]
  return marks
}

function anyAssistant(protocol: ModelOrigin['protocol']): fc.Arbitrary<Message> {
  return fc
    .record({
      content: fc.array(anyPart, { maxLength: 2 }),
      toolCalls: fc.oneof(fc.constant([]), fc.array(anyCall, { maxLength: 4 })),
      thinking: fc.constantFrom(null, 'because'),
      reasons: fc.constantFrom('none' as const, 'none' as const, 'good' as const, 'damaged' as const),
    })
    .map(({ content, toolCalls, thinking, reasons }) => {
      const message: Message = { ...base('assistant', content), toolCalls, thinking }
      if (reasons === 'none') return message
      const items = privateItems(protocol, message, reasons === 'damaged')
      const runtime = {
        atMs: 0,
        origin: null,
        ending: 'complete' as const,
        privateItems: items,
        approvals: [],
      }
      return { ...message, runtime }
    })
}

/** Random histories with everything that real files hold, reasoning in the form of one protocol; for tests. */
export function anyHistory(protocol: ModelOrigin['protocol']): fc.Arbitrary<readonly Message[]> {
  return fc.array(fc.oneof(anyUser, anyAssistant(protocol)), { maxLength: 10 })
}
