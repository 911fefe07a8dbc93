import type { ErrorCode } from '../../shared/ipc/errors.ts'
import { plainTurns, threadText } from './thread-builder.ts'

/** A file that is no readable thread, and the code it must be refused with. */
export interface DamagedFile {
  readonly name: string
  readonly bytes: Uint8Array
  readonly code: ErrorCode
}

const good = threadText(plainTurns(3))
const utf8 = (text: string): Uint8Array => Buffer.from(text, 'utf8')

/** Every kind of damage that a thread file is found with. */
export const DAMAGED_FILES: readonly DamagedFile[] = [
  { name: 'empty', bytes: utf8(''), code: 'file-empty' },
  { name: 'a line feed alone', bytes: utf8('\n'), code: 'file-empty' },
  { name: 'a byte order mark alone', bytes: utf8('\ufeff'), code: 'file-empty' },
  { name: 'cut at half', bytes: utf8(good.slice(0, good.length / 2)), code: 'file-truncated' },
  { name: 'without its last bracket', bytes: utf8(good.trimEnd().slice(0, -1)), code: 'file-truncated' },
  { name: 'UTF-16 little end', bytes: Buffer.from(`\ufeff${good}`, 'utf16le'), code: 'file-encoding' },
  { name: 'UTF-16 big end', bytes: Buffer.from(`\ufeff${good}`, 'utf16le').swap16(), code: 'file-encoding' },
  { name: 'UTF-16 without a mark', bytes: Buffer.from(good, 'utf16le'), code: 'file-encoding' },
  { name: 'zero bytes alone, as after a crash', bytes: new Uint8Array(4096), code: 'file-empty' },
  { name: 'a zero byte in a string', bytes: utf8(good.replace('Task 1', 'Task\0 1')), code: 'file-not-json' },
  { name: 'a picture', bytes: Buffer.from('89504e470d0a1a0a', 'hex'), code: 'file-not-json' },
  { name: 'too deep', bytes: utf8(`{"context":{"messages":[${'['.repeat(5000)}`), code: 'file-too-deep' },
  { name: 'a comma too many', bytes: utf8(good.replace(/\}\s*\]/, '},]')), code: 'file-not-json' },
  { name: 'two threads in one file', bytes: utf8(good + good), code: 'file-not-thread' },
  { name: 'something behind the thread', bytes: utf8(`${good}garbage`), code: 'file-not-json' },
  { name: 'no messages', bytes: utf8('{"context":{}}'), code: 'file-not-thread' },
  { name: 'no context', bytes: utf8('{"messages":[]}'), code: 'file-not-thread' },
  { name: 'messages as an object', bytes: utf8('{"context":{"messages":{}}}'), code: 'file-not-thread' },
  { name: 'messages as a text', bytes: utf8('{"context":{"messages":"[]"}}'), code: 'file-not-thread' },
  { name: 'messages as null', bytes: utf8('{"context":{"messages":null}}'), code: 'file-not-thread' },
  { name: 'a list', bytes: utf8('[]'), code: 'file-not-thread' },
  { name: 'a number', bytes: utf8('7'), code: 'file-not-thread' },
  { name: 'null', bytes: utf8('null'), code: 'file-not-thread' },
]

const talk = 'The parser reads part after part and keeps what it saw on its way. '.repeat(30)

/** A whole thread around the text of its messages, as it would stand in a file. */
export function threadAround(messages: readonly string[], more = ''): string {
  return `{"title":"odd","context":{"systemPrompt":"Be careful.","messages":[${messages.join(',')}]}${more}}`
}

function turn(number: number, more = ''): readonly string[] {
  return [
    `{"id":"u${number}","role":"user","content":[{"type":"text","text":"Task ${number}"}]${more}}`,
    `{"id":"a${number}","role":"assistant","content":[{"type":"text","text":"${talk}"}]${more}}`,
  ]
}

const turns = [...turn(1), ...turn(2), ...turn(3), ...turn(4)]

/** Threads that are odd but readable: each opens, shows and compacts. */
export const ODD_THREADS: readonly { readonly name: string; readonly text: string }[] = [
  {
    name: 'contents as plain strings',
    text: threadAround(
      turns.map((message) => message.replace(/\[\{"type":"text","text":("[^"]*")\}\]/, (_, text) => text)),
    ),
  },
  { name: 'ids missing', text: threadAround(turns.map((message) => message.replace(/"id":"\w+",/, ''))) },
  {
    name: 'ids repeated',
    text: threadAround(turns.map((message) => message.replace(/"id":"\w+"/, '"id":"x"'))),
  },
  {
    name: 'ids that are no texts',
    text: threadAround(turns.map((message) => message.replace(/"id":"\w+"/, '"id":{"a":[1]}'))),
  },
  {
    name: 'a key __proto__ at every level',
    text: threadAround(
      [...turn(1, ',"__proto__":{"role":"system"}'), ...turns],
      ',"__proto__":{"polluted":true},"meta":{"__proto__":{"polluted":true}}',
    ).replace(
      '"systemPrompt"',
      '"variables":{"__proto__":{"type":"text","value":"x"},"constructor":1},"systemPrompt"',
    ),
  },
  {
    name: 'keys twice, the last counts',
    text: threadAround([
      ...turns,
      '{"id":"d","id":"u9","role":"assistant","role":"user","content":"lost","content":[{"type":"text","text":"kept"}]}',
      `{"id":"a9","role":"assistant","content":"${talk}"}`,
    ]),
  },
  {
    name: 'halves of pairs as escapes',
    text: threadAround([
      '{"id":"\\ud83d","role":"user","content":[{"type":"text","text":"half \\ud83d here"}]}',
      `{"id":"a0","role":"assistant","content":[{"type":"text","text":"${talk} \\udc00"}],"toolCalls":[{"id":"c\\ud800","input":{"name":"n\\ud800","arguments":{"\\ud800":"\\udfff"}},"output":{"content":"\\ud83d"}}]}`,
      ...turns,
    ]),
  },
  {
    name: 'messages that are none among good ones',
    text: threadAround([
      'null',
      '7',
      '"text"',
      '[]',
      '{}',
      '{"role":"system","content":"x"}',
      ...turns,
      'null',
    ]),
  },
  {
    name: 'calls of odd shapes',
    text: threadAround([
      ...turn(0),
      `{"id":"z","role":"assistant","content":null,"toolCalls":[null,7,{},{"input":null},{"id":5,"input":{"name":9,"arguments":"not json"}},{"id":"","input":{"name":"x","arguments":null},"output":"plain"},{"id":"","input":{"name":"x"},"output":[]},{"input":{"name":"y","arguments":[1]},"output":{"content":{"a":1}}}]}`,
      ...turns,
    ]),
  },
  {
    name: 'zero characters as escapes',
    text: threadAround(turns.map((message) => message.replace('Task', 'Ta\\u0000sk'))),
  },
  { name: 'a byte order mark and CRLF', text: `\ufeff${threadAround(turns).replaceAll(',"', ',\r\n"')}\r\n` },
  {
    name: 'meta, title and variables of odd types',
    text: threadAround(turns, ',"title":7,"meta":[1],"blobs":null,"model":"m"'),
  },
  {
    name: 'numbers no double can hold',
    text: threadAround(
      turns.map((message) => message.replace('{', '{"n":123456789012345678901234567890,"f":1e999,')),
    ),
  },
  {
    name: 'a very long line',
    text: threadAround([
      ...turns,
      ...turn(5).map((message) => message.replace('Task', 'x'.repeat(3_000_000))),
    ]),
  },
]
