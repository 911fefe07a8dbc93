import { type GeneratedMessage, generateMessages } from './generate-thread.ts'

/** A transcript in the layout of another tool, in pieces of about one message. */
type Write = (messages: Iterable<GeneratedMessage>) => Generator<string>

const START_MS = 1_750_000_000_000

const textOf = ({ content }: GeneratedMessage): string => content.map(({ text }) => text).join('\n')
const timeOf = (at: number): string => new Date(START_MS + at * 1000).toISOString()
const outputOf = ({ output }: NonNullable<GeneratedMessage['toolCalls']>[number]): string =>
  output.content.map(({ text }) => text).join('\n')

/** One value per line. */
function lines(
  records: (message: GeneratedMessage, at: number) => readonly object[],
  head: readonly object[] = [],
): Write {
  return function* write(messages) {
    for (const record of head) yield `${JSON.stringify(record)}\n`
    let at = 0
    for (const message of messages) {
      for (const record of records(message, at)) yield `${JSON.stringify(record)}\n`
      at += 1
    }
  }
}

/** One document with a list in it. */
function list(
  before: string,
  after: string,
  records: (message: GeneratedMessage, at: number) => readonly object[],
): Write {
  return function* write(messages) {
    yield before
    let separator = ''
    let at = 0
    for (const message of messages) {
      for (const record of records(message, at)) {
        yield `${separator}${JSON.stringify(record)}`
        separator = ',\n'
      }
      at += 1
    }
    yield after
  }
}

const blocksOf = (message: GeneratedMessage): readonly object[] => [
  { type: 'text', text: textOf(message) },
  ...(message.toolCalls ?? []).map((call) => ({
    type: 'tool_use',
    id: call.id,
    name: call.input.name,
    input: call.input.arguments,
  })),
]
const resultsOf = (message: GeneratedMessage): readonly object[] =>
  (message.toolCalls ?? []).map((call) => ({
    type: 'tool_result',
    tool_use_id: call.id,
    content: outputOf(call),
  }))

const anthropic = (message: GeneratedMessage): readonly object[] => [
  message.role === 'user'
    ? { role: 'user', content: textOf(message) }
    : { role: 'assistant', content: blocksOf(message) },
  ...(message.toolCalls ? [{ role: 'user', content: resultsOf(message) }] : []),
]

function claudeCode(): Write {
  let parent: string | null = null
  const record = (type: 'user' | 'assistant', uuid: string, at: number, content: unknown): object => {
    const line = {
      parentUuid: parent,
      isSidechain: false,
      sessionId: 's',
      version: '2.1.0',
      type,
      uuid,
      timestamp: timeOf(at),
      message: { role: type, content, ...(type === 'assistant' ? { id: `msg-${uuid}`, model: 'm' } : {}) },
    }
    parent = uuid
    return line
  }
  return lines((message, at) => [
    record(message.role, message.id, at, message.role === 'user' ? textOf(message) : blocksOf(message)),
    ...(message.toolCalls ? [record('user', `${message.id}-r`, at, resultsOf(message))] : []),
  ])
}

const responseItems = (message: GeneratedMessage): readonly object[] => [
  {
    type: 'message',
    role: message.role,
    content: [{ type: message.role === 'user' ? 'input_text' : 'output_text', text: textOf(message) }],
  },
  ...(message.toolCalls ?? []).flatMap((call) => [
    {
      type: 'function_call',
      name: call.input.name,
      arguments: JSON.stringify(call.input.arguments),
      call_id: call.id,
    },
    { type: 'function_call_output', call_id: call.id, output: outputOf(call) },
  ]),
]

const chat = (message: GeneratedMessage): readonly object[] => [
  {
    role: message.role,
    content: textOf(message),
    ...(message.toolCalls
      ? {
          tool_calls: message.toolCalls.map((call) => ({
            id: call.id,
            type: 'function',
            function: { name: call.input.name, arguments: JSON.stringify(call.input.arguments) },
          })),
        }
      : {}),
  },
  ...(message.toolCalls ?? []).map((call) => ({
    role: 'tool',
    tool_call_id: call.id,
    content: outputOf(call),
  })),
]

function pi(): Write {
  let parentId: string | null = null
  const entry = (id: string, at: number, message: object): object => {
    const line = { type: 'message', id, parentId, timestamp: timeOf(at), message }
    parentId = id
    return line
  }
  return lines(
    (message, at) => [
      entry(message.id, at, {
        role: message.role,
        content:
          message.role === 'user'
            ? [{ type: 'text', text: textOf(message) }]
            : [
                { type: 'text', text: textOf(message) },
                ...(message.toolCalls ?? []).map((call) => ({
                  type: 'toolCall',
                  id: call.id,
                  name: call.input.name,
                  arguments: call.input.arguments,
                })),
              ],
      }),
      ...(message.toolCalls ?? []).map((call) =>
        entry(`${message.id}-r`, at, {
          role: 'toolResult',
          toolCallId: call.id,
          toolName: call.input.name,
          content: [{ type: 'text', text: outputOf(call) }],
          isError: false,
        }),
      ),
    ],
    [{ type: 'session', version: 3, id: 's', cwd: '/work' }],
  )
}

function chatGpt(): Write {
  return function* write(messages) {
    let parent = 'root'
    yield `[{"title":"generated","conversation_id":"c","create_time":1750000000,"mapping":{`
    let before = ''
    const nodes: string[] = []
    for (const message of messages) {
      const node = {
        id: message.id,
        parent,
        children: [],
        message: {
          id: message.id,
          author: { role: message.role },
          content: {
            content_type: 'text',
            parts: [textOf(message) + (message.toolCalls ?? []).map(outputOf).join('\n')],
          },
          recipient: 'all',
          metadata: {},
        },
      }
      yield `${before}${JSON.stringify(message.id)}:${JSON.stringify(node)}`
      before = ',\n'
      parent = message.id
      nodes.push(message.id)
    }
    yield `,"root":{"id":"root","parent":null,"children":["${nodes[0]}"],"message":null}},"current_node":"${parent}"}]`
  }
}

const uiParts = (message: GeneratedMessage): readonly object[] => [
  { type: 'text', text: textOf(message) },
  ...(message.toolCalls ?? []).map((call) => ({
    type: `tool-${call.input.name}`,
    toolCallId: call.id,
    state: 'output-available',
    input: call.input.arguments,
    output: outputOf(call),
  })),
]

/** Layouts that are written for the benchmark, by the name of the format that reads them. */
const LAYOUTS: Readonly<Record<string, { readonly extension: string; readonly write: () => Write }>> = {
  'claude-code': { extension: 'jsonl', write: claudeCode },
  codex: {
    extension: 'jsonl',
    write: () =>
      lines(
        (message, at) =>
          responseItems(message).map((payload) => ({
            timestamp: timeOf(at),
            type: 'response_item',
            payload,
          })),
        [
          {
            timestamp: timeOf(0),
            type: 'session_meta',
            payload: { id: 's', cwd: '/work', cli_version: '0.128.0' },
          },
        ],
      ),
  },
  pi: { extension: 'jsonl', write: pi },
  'openai-chat': { extension: 'json', write: () => list('{"model":"m","messages":[', ']}', chat) },
  'openai-responses': { extension: 'json', write: () => list('{"model":"m","input":[', ']}', responseItems) },
  'anthropic-messages': {
    extension: 'json',
    write: () => list('{"model":"m","system":"s","messages":[', ']}', anthropic),
  },
  chatgpt: { extension: 'json', write: chatGpt },
  'claude-ai': {
    extension: 'json',
    write: () =>
      list('[{"uuid":"c","name":"generated","chat_messages":[', ']}]', (message, at) => [
        {
          uuid: message.id,
          sender: message.role === 'user' ? 'human' : 'assistant',
          text: textOf(message),
          content: [...blocksOf(message), ...resultsOf(message)],
          created_at: timeOf(at),
          attachments: [],
          files: [],
        },
      ]),
  },
  'gemini-cli': {
    extension: 'jsonl',
    write: () =>
      lines(
        (message, at) => [
          {
            id: message.id,
            timestamp: timeOf(at),
            type: message.role === 'user' ? 'user' : 'gemini',
            content: textOf(message),
            ...(message.toolCalls
              ? {
                  toolCalls: message.toolCalls.map((call) => ({
                    id: call.id,
                    name: call.input.name,
                    args: call.input.arguments,
                    status: 'success',
                    result: [
                      {
                        functionResponse: {
                          id: call.id,
                          name: call.input.name,
                          response: { output: outputOf(call) },
                        },
                      },
                    ],
                  })),
                }
              : {}),
          },
        ],
        [{ sessionId: 's', projectHash: 'h', startTime: timeOf(0), lastUpdated: timeOf(1), kind: 'main' }],
      ),
  },
  opencode: {
    extension: 'json',
    write: () =>
      list(
        '{"info":{"id":"ses_1","title":"generated","version":"1.18.0"},"messages":[',
        ']}',
        (message, at) => [
          {
            info: {
              id: `msg_${message.id}`,
              sessionID: 'ses_1',
              role: message.role,
              time: { created: START_MS + at },
            },
            parts: [
              { id: `prt_${message.id}`, type: 'text', text: textOf(message) },
              ...(message.toolCalls ?? []).map((call) => ({
                id: `prt_${call.id}`,
                type: 'tool',
                callID: call.id,
                tool: call.input.name,
                state: { status: 'completed', input: call.input.arguments, output: outputOf(call) },
              })),
            ],
          },
        ],
      ),
  },
  'ai-sdk': {
    extension: 'json',
    write: () =>
      list('[', ']', (message) => [{ id: message.id, role: message.role, parts: uiParts(message) }]),
  },
  langchain: {
    extension: 'json',
    write: () =>
      list('{"values":{"messages":[', ']},"next":[],"tasks":[]}', (message) => [
        {
          type: message.role === 'user' ? 'human' : 'ai',
          id: message.id,
          content: textOf(message),
          tool_calls: (message.toolCalls ?? []).map((call) => ({
            id: call.id,
            name: call.input.name,
            args: call.input.arguments,
          })),
        },
        ...(message.toolCalls ?? []).map((call) => ({
          type: 'tool',
          tool_call_id: call.id,
          content: outputOf(call),
          status: 'success',
        })),
      ]),
  },
  sharegpt: {
    extension: 'json',
    write: () =>
      list('[{"id":"c","conversations":[', ']}]', (message) => [
        { from: message.role === 'user' ? 'human' : 'gpt', value: textOf(message) },
      ]),
  },
  'swe-agent': {
    extension: 'traj',
    write: () => list('{"trajectory":[],"info":{},"history":[', ']}', chat),
  },
  openhands: {
    extension: 'json',
    write: () =>
      list('[', ']', (message, at) => [
        {
          id: at * 2,
          timestamp: timeOf(at),
          source: message.role === 'user' ? 'user' : 'agent',
          action: 'message',
          args: { content: textOf(message) },
        },
        ...(message.toolCalls ?? []).flatMap((call) => [
          {
            id: at * 2 + 1,
            cause: at * 2,
            timestamp: timeOf(at),
            source: 'agent',
            observation: 'run',
            content: outputOf(call),
            extras: {},
          },
        ]),
      ]),
  },
  cline: {
    extension: 'json',
    write: () =>
      list('[', ']', (message, at) => anthropic(message).map((record) => ({ ...record, ts: START_MS + at }))),
  },
  aider: {
    extension: 'md',
    write: () =>
      function* write(messages) {
        yield '# aider chat started at 2026-03-04 05:06:07\n\n'
        for (const message of messages)
          yield message.role === 'user'
            ? `#### ${textOf(message).replaceAll('\n', '\n#### ')}\n\n`
            : `${textOf(message)}\n\n> Tokens: 4.4k sent, 1.2k received.\n\n`
      },
  },
}

/** Names of the formats that can be written. */
export const LAYOUT_NAMES = Object.keys(LAYOUTS)

/** The ending of a layout's files. */
export function extensionOf(layout: string): string {
  return LAYOUTS[layout]?.extension ?? 'json'
}

/** A transcript in pieces. The same arguments give the same bytes. */
export function* generateTranscript(
  layout: string,
  {
    messages,
    seed = 7,
    bytesPerMessage = 2000,
  }: { readonly messages: number; readonly seed?: number; readonly bytesPerMessage?: number },
): Generator<string> {
  const write = LAYOUTS[layout]?.write()
  if (write !== undefined) yield* write(generateMessages(messages, seed, bytesPerMessage))
}
