import type { CallCard, Row, RowFooter, RowPart } from '../../shared/thread/row.ts'

function text(value: string): RowPart {
  return { kind: 'text', body: { text: value, totalChars: value.length, isCut: false } }
}

const NO_FOOTER: RowFooter = {
  model: null,
  tokensIn: null,
  tokensOut: null,
  tokensCached: null,
  costUsd: null,
  durationMs: null,
}

function footer(turn: number): RowFooter {
  return {
    model: 'claude-sonnet-4-5',
    tokensIn: 8100 + turn * 611,
    tokensOut: 212 + ((turn * 97) % 700),
    tokensCached: turn % 2 === 0 ? 6100 + turn * 590 : null,
    costUsd: 0.012 + ((turn * 7) % 40) / 1000,
    durationMs: 2400 + ((turn * 1900) % 15_000),
  }
}

function call(
  id: string,
  name: string,
  summary: string,
  more: Partial<Pick<CallCard, 'state' | 'failure' | 'resultChars' | 'imageCount' | 'tokens'>> = {},
): CallCard {
  return {
    id,
    name,
    summary,
    state: 'ok',
    failure: '',
    resultChars: 4200,
    imageCount: 0,
    tokens: 1100,
    ...more,
  }
}

const PROMPTS = [
  'The nightly backup restores **two** copies of part 3 after a restart. Start with `packages/store/src/queue` and find out why.',
  'Never rewrite `index.json` in place: write a sibling, flush, rename. Keep `restore()` as it is.',
  'Run the whole suite again and show me only what fails.',
  'One journal per session. A shared one would need a lock across processes, and we have none.',
  '还原之后顺序不能变，下游系统按序号读取。请先写一个失败的测试，再修改 `restore.ts`。',
  'Does the Windows build still pass? See <https://ci.example.org/runs/4412> and the [notes](https://docs.example.org/backup#order).',
]

const ANSWERS = [
  'The session is rebuilt from `index.json`, but the part in flight is still listed as *pending* there, so the resumed run sends part 3 a second time.',
  '1. **Journal before send.** A part is marked `inflight` in a journal before its first byte leaves.\n2. **Ask the store once.** On resume, `listParts()` decides about every `inflight` part.\n\nBoth changes stay inside `resume.ts`:\n\n```ts\nexport async function resume(session: Session): Promise<void> {\n  const known = new Set(await listParts(session.id))\n  for (const part of journal.inflight()) {\n    if (known.has(part.number)) journal.settle(part) // the store has it already\n    else await send(part, { retries: 3 })\n  }\n}\n```',
  'Two of 23 tests fail. The rest is unchanged:\n\n| Test | State | Time |\n|:-----|:-----:|-----:|\n| `resumes after a crash in part 3` | failed | 6.8 s |\n| `keeps the order of parts` | failed | 1.2 s |\n| 21 others | passed | 9.1 s |',
  'The fake store answers `listParts()` from a stale cache. I will clear it in `openSession()`.',
  '原因在于 `writer.ts` 先把全部行拼接成一个字符串，再一次写入磁盘；达到 120 万行时，内存峰值升到 3.4 GiB。\n\n- **游标分页**：每批 5,000 行，用主键续读，不再使用 `OFFSET`。\n- **背压**：写入缓冲区满时停止拉取，等到 `drain` 之后再继续。',
  'It passes. The path casing in the manifest was the reason:\n\n> `Packages/Store` and `packages/store` are one folder on Windows, but two keys in the index.\n\n- [x] compare keys case-insensitively on read\n- [x] keep the original casing on write\n- [ ] tell the person when two keys collide',
]

const CALLS: readonly (readonly CallCard[])[] = [
  [
    call('c1', 'grep', '"partNumber" packages/store/src', { resultChars: 5200, tokens: 1100 }),
    call('c2', 'read_file', 'packages/store/src/queue/upload-session.ts:1–240', { tokens: 3400 }),
  ],
  [call('c3', 'edit_file', 'packages/store/src/queue/resume.ts', { tokens: 1900 })],
  [
    call('c4', 'bash', 'pnpm vitest run test/resume.spec.ts', {
      state: 'failed',
      failure: 'FAIL  test/resume.spec.ts › resumes after a crash in part 3',
      tokens: 2200,
    }),
  ],
  [],
  [
    call('c5', 'screenshot', '{"page":"restore","width":1280}', { imageCount: 1, tokens: 1400 }),
    call('c6', 'web_search', 'multipart upload listParts consistency', { state: 'missing', tokens: 60 }),
  ],
  [call('c7', 'bash', 'pnpm test --reporter verbose', { resultChars: 3_204_112, tokens: 18_230 })],
]

/** Shape of a generated thread. */
export interface SampleShape {
  /** Turns to generate; each has a prompt and two or three answers. */
  readonly turns: number
  readonly hasMeta?: boolean
  readonly hasCheckpoint?: boolean
  readonly endsWithDraft?: boolean
}

/** Rows of a believable thread: prompts, tool calls, failures, pictures, two languages, a broken record. */
export function sampleRows(shape: SampleShape): readonly Row[] {
  const rows: Row[] = []
  const next = (tokens: number) => ({ index: rows.length, id: `m${rows.length}`, tokens })
  if (shape.hasMeta === true)
    rows.push({
      ...next(180),
      kind: 'user',
      turn: null,
      role: 'meta',
      parts: [text('<environment>\nworking directory: packages/store\ndate: Tuesday\n</environment>')],
    })
  if (shape.hasCheckpoint === true) rows.push(checkpointRow(rows.length))
  const firstTurn = shape.hasCheckpoint === true ? 42 : 1
  for (let at = 0; at < shape.turns; at += 1) {
    const turn = firstTurn + at
    const pick = at % PROMPTS.length
    rows.push({
      ...next(64 + pick * 9),
      kind: 'user',
      turn,
      role: 'prompt',
      parts:
        at % 11 === 4
          ? [
              text(PROMPTS[pick] ?? ''),
              { kind: 'image', url: '/media/sample.png', mimeType: 'image/png', bytes: 48_211 },
            ]
          : [text(PROMPTS[pick] ?? '')],
    })
    const calls = CALLS[pick] ?? []
    if (calls.length > 0)
      rows.push({
        ...next(900 + calls.length * 1200),
        kind: 'assistant',
        turn,
        thinking:
          pick % 2 === 0
            ? {
                text: 'The queue is rebuilt on start. I should look at where a part changes state before I touch anything.',
                totalChars: 103,
                isCut: false,
              }
            : null,
        hasPrivateReasoning: pick === 5,
        parts: [],
        calls,
        footer: footer(turn),
      })
    rows.push({
      ...next(640),
      kind: 'assistant',
      turn,
      thinking: null,
      hasPrivateReasoning: false,
      parts: [text(ANSWERS[pick] ?? '')],
      calls: [],
      footer: at % 7 === 6 ? NO_FOOTER : footer(turn),
    })
    if (at === 8) rows.push({ ...next(0), kind: 'broken', reason: 'content is neither text nor a list' })
  }
  if (shape.endsWithDraft === true)
    rows.push({ ...next(4), kind: 'user', turn: null, role: 'draft', parts: [] })
  return rows
}

function checkpointRow(index: number): Row {
  return {
    index,
    id: 'checkpoint',
    tokens: 6912,
    kind: 'checkpoint',
    sections: [
      {
        heading: 'Goal',
        level: 2,
        text: 'A resumed backup must send each part once and keep the order of parts.',
      },
      { heading: 'Constraints & Preferences', level: 2, text: '- one journal per session' },
      {
        heading: 'Rules (word for word)',
        title: 'rules',
        level: 3,
        text: '- Never rewrite `index.json` in place: write a sibling, flush, rename.\n- Keep `restore()` as it is.',
      },
      { heading: 'Progress', level: 2, text: '' },
      {
        heading: 'Done',
        level: 3,
        text: '- journal before send (`resume.ts`)\n- keys compared case-insensitively',
      },
      { heading: 'In Progress', level: 3, text: '- the fake store answers from a stale cache' },
      { heading: 'Next Steps', level: 2, text: '1. Clear the cache in `openSession()`\n2. Run the suite' },
    ],
    origin: {
      sourceName: 'nightly-backup.json',
      summarizedMessages: 214,
      summarizedTurns: 41,
      tokensBefore: 162_400,
      tokensAfter: 31_200,
      summarizer: 'built-in',
      createdAt: '2026-03-03T10:40:00.000Z',
    },
  }
}
