import { describe, expect, test } from 'vitest'
import { SECRET_SHAPES } from '../compaction/secrets/secret-shapes.ts'
import { answer, call, prompt, threadText } from '../testing/thread-builder.ts'
import { exported, exportText, openText } from './testing/export-sample.ts'
import { readSession } from './testing/read-session.ts'
import { sampleEvent } from './testing/sample-event.ts'
import { secretReplacer } from './text-filter.ts'

const KEY = `sk-${'proj'}-aB3dE5fG7hJ9kL1mN3pQ5rS7`
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const THREAD = threadText(
  [
    prompt(
      'u1',
      `Look at <script>alert(1)</script> and ![x](https://track.example/p.png) [y](javascript:alert(1))`,
    ),
    {
      ...answer('a1', '# Found\n\nA ``` fence and **bold**.', [
        call('c', 'read_file', { path: 'a.ts', token: 'correct-horse-4' }, `one\n\`\`\`\n${KEY}`),
        call('c', 'run', { command: '</pre><img src=x onerror=alert(1)>' }, 'no such file', true),
        call('', 'wait', {}, null),
      ]),
      thinking: 'First the file.',
    },
    { id: 'u2', role: 'user', content: [{ type: 'image', mimeType: 'image/png', data: PIXEL }] },
    answer('a2', 'A picture of one pixel.'),
  ],
  { title: 'A <b>title</b>' },
)

describe('Markdown', () => {
  test('has everything in order, and a fence that its content cannot end', async () => {
    const text = await exportText(exported(await openText(THREAD)), 'markdown')
    expect(text).toMatch(/^# A <b>title<\/b>\n\ngpt-5\.1 · 4 messages/)
    expect(text).toContain('````\none\n```\n')
    expect(text).toContain('**Result (Failed)**')
    expect(text).toContain('> First the file.')
    expect(text).toContain('*No result.*')
    expect(text).toContain('*[Picture: image/png]*')
    expect(text).not.toContain(PIXEL)
  })

  test('names a failure that only the result tells', async () => {
    const told = { id: 'c', input: { name: 'run', arguments: {} }, output: 'Error: it broke' }
    const text = await exportText(
      exported(await openText(threadText([answer('a', 'So.', [told])]))),
      'markdown',
    )
    expect(text).toContain('**Result (Failed)**')
  })

  test('leaves out what was not chosen', async () => {
    const choices = { toolCalls: false, thinking: false }
    const text = await exportText(exported(await openText(THREAD)), 'markdown', { choices })
    expect(text).not.toMatch(/read_file|First the file/)
    expect(text).toContain('A picture of one pixel.')
  })

  test('speaks the chosen language around the messages', async () => {
    const text = await exportText(exported(await openText(THREAD)), 'markdown', {
      choices: { language: 'zh-CN' },
    })
    expect(text).toContain('## 助手')
    expect(text).toContain('4 条消息')
  })
})

describe('HTML', () => {
  test('is one page that loads nothing and runs nothing, whatever the thread holds', async () => {
    const html = await exportText(exported(await openText(THREAD)), 'html')
    expect(html).toContain(`default-src 'none'; img-src data:`)
    expect(html).not.toMatch(/<script|<img src=x|onerror=alert\(1\)>|href="javascript|src="https?:/i)
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(html).toContain(`<img alt="Picture: image/png" src="data:image/png;base64,${PIXEL}">`)
    expect(html).toContain('<title>A &lt;b&gt;title&lt;/b&gt;</title>')
    expect(html.match(/<h1/g)).toHaveLength(1)
  })

  test('the policy allows the page its own style', async () => {
    const html = await exportText(exported(await openText(THREAD)), 'html')
    const { createHash } = await import('node:crypto')
    const style = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')
    expect(html).toContain(`style-src 'sha256-${hash}'`)
  })
})

describe('checkpoints', () => {
  test('stand before the first message they kept', async () => {
    const file = await openText(THREAD)
    const source = exported(file, [sampleEvent({ cutoffIndex: 2, cutoffMessageId: 'u2' })])
    const text = await exportText(source, 'markdown')
    expect(text.indexOf('## ◆ Checkpoint 1')).toBeGreaterThan(text.indexOf('No result.'))
    expect(text.indexOf('## ◆ Checkpoint 1')).toBeLessThan(text.indexOf('Picture: image/png'))
    expect(await exportText(source, 'markdown', { choices: { checkpoints: false } })).not.toContain('◆')
  })

  test('are a boundary and a summary in a session', async () => {
    const source = exported(await openText(THREAD), [sampleEvent({ cutoffIndex: 2, cutoffMessageId: 'u2' })])
    const records = readSession(await exportText(source, 'claude-code'))
    const at = records.findIndex(({ subtype }) => subtype === 'compact_boundary')
    expect(records[at]).toMatchObject({
      parentUuid: null,
      compactMetadata: { trigger: 'manual', preTokens: 900 },
    })
    expect(records[at + 1]).toMatchObject({
      isCompactSummary: true,
      message: { content: '## Goal\n- go on' },
    })
    expect(records[at + 2]?.message?.content).toMatchObject([{ type: 'image' }])
  })

  test('a stretch in front of a partial summary is named as kept', async () => {
    const event = sampleEvent({
      cutoffIndex: 2,
      cutoffMessageId: 'u2',
      segment: { fromIndex: 1, fromMessageId: 'a1' },
    })
    const records = readSession(await exportText(exported(await openText(THREAD), [event]), 'claude-code'))
    const boundary = records.find(({ subtype }) => subtype === 'compact_boundary')
    expect(boundary?.compactMetadata?.preservedSegment?.headUuid).toBe(records[0]?.uuid)
  })
})

test.each([
  'markdown',
  'html',
  'json',
  'openai-chat',
  'openai-responses',
  'anthropic',
  'claude-code',
] as const)(
  '%s: a planted secret does not reach the file, nor does one beside a telling key',
  async (format) => {
    const { filter, count } = secretReplacer(SECRET_SHAPES, new Set())
    const text = await exportText(exported(await openText(THREAD)), format, { filter })
    expect(text).not.toContain(KEY)
    expect(text).not.toContain('correct-horse-4')
    expect(count()).toBeGreaterThan(1)
    if (format === 'json' || format === 'openai-chat') JSON.parse(text)
  },
)

test('private reasoning reaches no export but the native form', async () => {
  const record = {
    ...answer('a9', 'Done.'),
    palimpsest: {
      atMs: 1,
      ending: 'complete',
      origin: { protocol: 'anthropic', host: 'h', model: 'm', keyMark: '' },
      privateItems: [{ type: 'thinking', thinking: 'x', signature: 'PRIVATE-STATE' }],
    },
  }
  const source = exported(await openText(threadText([prompt('u', 'go'), record, prompt('v', 'and?')])))
  for (const format of ['markdown', 'html', 'claude-code', 'openai-chat', 'openai-responses'] as const)
    expect(await exportText(source, format)).not.toContain('PRIVATE-STATE')
  expect(await exportText(source, 'json')).toContain('PRIVATE-STATE')
})

test('a session keeps the folder, branch and version of each message, and those for what was said here', async () => {
  const source = (cwd: string) => ({ source: { cwd, gitBranch: 'topic', version: '2.0.14' } })
  const messages = [
    prompt('u1', 'one'),
    { ...prompt('u2', 'two'), ...source('/home/me/shop') },
    { ...answer('a2', 'Two.'), ...source('/home/me/shop/api') },
    prompt('u3', 'three'),
  ]
  const text = await exportText(exported(await openText(threadText(messages))), 'claude-code')
  const places = text.split('\n').flatMap((line) => {
    const { cwd, gitBranch, version } = line === '' ? { cwd: undefined } : JSON.parse(line)
    return cwd === undefined ? [] : [`${cwd} ${gitBranch} ${version}`]
  })
  const shop = '/home/me/shop topic 2.0.14'
  const api = '/home/me/shop/api topic 2.0.14'
  expect(places).toEqual([shop, shop, api, api])
})

test('a document is one in a Claude Code session too, not its bytes as words', async () => {
  const document = (data: string) => ({
    type: 'document',
    source: { type: 'base64', media_type: 'application/pdf', data },
  })
  const elsewhere = { type: 'document', source: { type: 'file', file_id: 'file_1' } }
  const content = [document('JVBERi0xLjQK'), elsewhere, { type: 'text', text: 'Read it.' }]
  const file = await openText(threadText([{ id: 'u1', role: 'user', content }]))
  const [record] = readSession(await exportText(exported(file), 'claude-code'))
  expect(record?.message?.content).toEqual([
    document('JVBERi0xLjQK'),
    { type: 'text', text: expect.stringContaining('file_1') },
    { type: 'text', text: 'Read it.' },
  ])
})
