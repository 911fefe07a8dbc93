/** Sessions as other tools write them, made up here. */

interface Written {
  readonly type: 'user' | 'assistant' | 'system'
  readonly content?: unknown
  readonly more?: object
}

/** Lines of a Claude Code session: one record each, in one chain. */
export function claudeCodeSession(records: readonly Written[]): string {
  return records
    .map(({ type, content, more }, at) =>
      JSON.stringify({
        parentUuid: at === 0 ? null : `u${at - 1}`,
        isSidechain: false,
        cwd: '/work/parser',
        sessionId: '5e551011-0000-4000-8000-000000000001',
        version: '2.1.0',
        type,
        uuid: `u${at}`,
        timestamp: new Date(1_750_000_000_000 + at * 60_000).toISOString(),
        ...(content === undefined
          ? {}
          : {
              message: {
                role: type,
                content,
                ...(type === 'assistant'
                  ? { id: `msg_${at}`, model: 'claude-sonnet-5', type: 'message' }
                  : {}),
              },
            }),
        ...more,
      }),
    )
    .map((line) => `${line}\n`)
    .join('')
}

const text = (words: string) => [{ type: 'text', text: words }]

/** `rounds` prompts with a call and an answer each; a compaction in the middle. */
export function longSession(rounds: number): string {
  const records: Written[] = []
  for (let round = 1; round <= rounds; round += 1) {
    if (round === Math.ceil(rounds / 2)) {
      records.push({
        type: 'system',
        more: {
          subtype: 'compact_boundary',
          content: 'Conversation compacted',
          parentUuid: null,
          logicalParentUuid: `u${records.length - 1}`,
          compactMetadata: { trigger: 'auto', preTokens: 155_000 },
        },
      })
      records.push({
        type: 'user',
        content: 'The parser reads lines. Never touch the tests. Next: numbers with signs.',
        more: { isCompactSummary: true, isVisibleInTranscriptOnly: true },
      })
    }
    records.push({
      type: 'user',
      content: `Step ${round}: read src/parser-${round}.ts and say what is missing.`,
    })
    records.push({
      type: 'assistant',
      content: [
        ...text(`I will look at parser ${round}.`),
        { type: 'tool_use', id: `t${round}`, name: 'Read', input: { file_path: `src/parser-${round}.ts` } },
      ],
    })
    records.push({
      type: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: `t${round}`,
          content: `export function parse${round}(line: string) {\n  return line.split(',')\n}\n`.repeat(30),
        },
      ],
    })
    records.push({
      type: 'assistant',
      content: text(`In **src/parser-${round}.ts** negative numbers are missing. I would add a sign.`),
    })
  }
  return claudeCodeSession(records)
}

/** A file of several conversations, as ChatGPT exports them; the first one has two branches. */
export function chatExport(): string {
  const node = (
    id: string,
    parent: string | null,
    children: readonly string[],
    role?: string,
    words?: string,
  ) => ({
    id,
    parent,
    children,
    message:
      role === undefined
        ? null
        : {
            id,
            author: { role, name: null, metadata: {} },
            create_time: 1_750_000_000,
            content: { content_type: 'text', parts: [words] },
            status: 'finished_successfully',
            recipient: 'all',
            weight: 1,
            metadata: {},
          },
  })
  const first = [
    node('root', null, ['q1']),
    node('q1', 'root', ['a1', 'a2'], 'user', 'Name a colour.'),
    node('a1', 'q1', [], 'assistant', 'Red.'),
    node('a2', 'q1', ['q2'], 'assistant', 'Blue.'),
    node('q2', 'a2', ['a3'], 'user', 'And a second one?'),
    node('a3', 'q2', [], 'assistant', 'Green.'),
  ]
  const second = [
    node('root', null, ['p1']),
    node('p1', 'root', ['p2'], 'user', 'Bread without yeast?'),
    node('p2', 'p1', [], 'assistant', 'Take soda.'),
  ]
  const conversation = (
    id: string,
    title: string,
    nodes: readonly { readonly id: string }[],
    current: string,
  ) => ({
    id,
    conversation_id: id,
    title,
    create_time: 1_750_000_000,
    update_time: 1_750_000_100,
    current_node: current,
    mapping: Object.fromEntries(nodes.map((one) => [one.id, one])),
  })
  return JSON.stringify([
    conversation('c1', 'Colours', first, 'a3'),
    conversation('c2', 'Bread', second, 'p2'),
  ])
}
