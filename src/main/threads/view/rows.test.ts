import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { wrapCheckpoint } from '../../compaction/checkpoint/wrapper.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import {
  answer,
  call,
  type NativeRecord,
  plainTurns,
  prompt,
  type ThreadSpec,
  threadText,
} from '../../testing/thread-builder.ts'
import { openThreadFile, type ThreadFile } from '../thread-file.ts'
import { callBody, rawText, textAt } from './long-text.ts'
import { mediaUrl, parseMediaUrl } from './media-url.ts'
import { readMedia } from './read-media.ts'
import { toRow } from './row.ts'
import { lastRowPage, PAGE_BYTES, rowPage } from './row-page.ts'

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')

async function open(messages: readonly NativeRecord[], spec: ThreadSpec = {}): Promise<ThreadFile> {
  const path = join(temporaryFolder(), 'rows.json')
  writeFileSync(path, threadText(messages, spec))
  return openThreadFile(path)
}

function image(data: string, mimeType = 'image/png'): NativeRecord {
  return { type: 'image', mimeType, data }
}

const row = (file: ThreadFile, index: number) => toRow(file, 'a/b.json', index, 32_768)

describe('toRow', () => {
  test('numbers turns, and neither meta prompt nor draft is one', async () => {
    const meta = prompt('m', '<system-reminder>\n{{current_date}}\n</system-reminder>')
    const file = await open([meta, ...plainTurns(2), prompt('d', ' ')], {
      variables: { current_date: { type: 'currentDate' } },
    })
    const kinds = [0, 1, 3, 4, 7].map((index) => {
      const shown = row(file, index)
      return shown.kind === 'user' || shown.kind === 'assistant'
        ? [shown.kind, 'role' in shown ? shown.role : '', shown.turn]
        : shown.kind
    })
    expect(kinds).toEqual([
      ['user', 'meta', null],
      ['user', 'prompt', 1],
      ['assistant', '', 1],
      ['user', 'prompt', 2],
      ['user', 'draft', null],
    ])
  })

  test('a reply carries the model that wrote it, not the one the file names now', async () => {
    const origin = {
      protocol: 'anthropic',
      host: 'api.anthropic.com',
      model: 'claude-sonnet-4-5',
      keyMark: '',
    }
    const file = await open([
      prompt('u', 'hi'),
      answer('theirs', 'hello'),
      { ...answer('ours', 'hello again'), palimpsest: { atMs: 1, origin, ending: 'complete' } },
      { ...answer('unknown', 'and again'), palimpsest: { atMs: 2, ending: 'complete' } },
    ])
    const models = [1, 2, 3].map((index) => {
      const shown = row(file, index)
      return shown.kind === 'assistant' ? shown.footer.model : shown.kind
    })
    expect(models).toEqual(['gpt-5.1', 'claude-sonnet-4-5', null])
  })

  test('S-193 shows a checkpoint as its sections with where it came from', async () => {
    const body =
      '## Goal\n\nShip.\n\n## Progress\n\n### Done\n\n- [x] a\n\n```md\n## no heading\n```\n\n## My own\n\nWords.'
    const file = await open([prompt('cp', wrapCheckpoint(body)), ...plainTurns(1)], {
      meta: { palimpsest: { version: 1, sourceName: 'x.json', summarizedTurns: 5 } },
    })
    expect(row(file, 0)).toMatchObject({
      kind: 'checkpoint',
      id: 'cp',
      sections: [
        { heading: 'Goal', level: 2, text: 'Ship.', title: 'goal' },
        { heading: 'Progress', level: 2, text: '', title: 'progress' },
        { heading: 'Done', level: 3, text: '- [x] a\n\n```md\n## no heading\n```', title: 'done' },
        { heading: 'My own', level: 2, text: 'Words.', title: null },
      ],
      origin: { sourceName: 'x.json', summarizedTurns: 5, tokensAfter: 0 },
    })
    expect(row(file, 1)).toMatchObject({ kind: 'user', turn: 1 })
  })

  test('folds a call and its result into one card with a telling line', async () => {
    const calls = [
      call('1', 'grep', { flags: ['-n'], pattern: 'retry', path: 'src/' }, 'src/a.ts:1'),
      call('2', 'run_command', { command: 'npm test\n  --silent' }, '\n\n  FAIL  a.test.ts\nmore', true),
      call('3', 'update_plan', { plan: [{ step: 'one' }, { step: 'two' }] }, null),
      call('4', 'odd', { long: 'x'.repeat(500) }, ''),
    ]
    const shown = row(await open([prompt('u', 'go'), answer('a', 'ok', calls)]), 1)
    if (shown.kind !== 'assistant') throw new Error(shown.kind)
    expect(shown.calls.map(({ summary, state, failure }) => ({ summary, state, failure }))).toMatchObject([
      { summary: 'src/ · retry', state: 'ok', failure: '' },
      { summary: 'npm test --silent', state: 'failed', failure: 'FAIL a.test.ts' },
      { summary: 'one · two', state: 'missing', failure: '' },
      { state: 'ok' },
    ])
    expect(shown.calls[3]?.summary).toHaveLength(120)
    expect(shown.calls.every((card) => card.tokens > 0)).toBe(true)
    expect(shown.calls.reduce((sum, card) => sum + card.tokens, 0)).toBeLessThan(shown.tokens)
  })

  test('a result without a mark claims no success, and says a failure that it tells for sure', async () => {
    const texts = ['3 rows', 'Exit code: 2\nbroke', '{"success": false}', 'Error: no such file']
    const calls = texts.map((text, at) => ({
      ...call(String(at), 'run', { command: 'npm test' }, text),
      output: { content: [{ type: 'text', text }] },
    }))
    const shown = row(await open([prompt('u', 'go'), answer('a', 'ok', calls)]), 1)
    if (shown.kind !== 'assistant') throw new Error(shown.kind)
    expect(shown.calls.map(({ state, failure }) => [state, failure])).toEqual([
      ['answered', ''],
      ['failed', 'Exit code: 2'],
      ['failed', '{"success": false}'],
      ['failed', 'Error: no such file'],
    ])
  })

  test('cuts long texts by lines and by size, never inside an emoji', async () => {
    const file = await open([
      prompt('u', '😀'.repeat(20_000)),
      answer('a', Array.from({ length: 300 }, (_, line) => `line ${line}`).join('\n')),
    ])
    const [user, assistant] = [row(file, 0), row(file, 1)]
    if (user.kind !== 'user' || assistant.kind !== 'assistant') throw new Error('kind')
    const [first, second] = [user.parts[0], assistant.parts[0]]
    if (first?.kind !== 'text' || second?.kind !== 'text') throw new Error('part')
    expect(first.body).toMatchObject({ totalChars: 40_000, isCut: true })
    expect(first.body.text.isWellFormed()).toBe(true)
    expect(second.body.text.split('\n')).toHaveLength(200)
  })
})

describe('pictures', () => {
  test('come by address from the table, from the message and from results; SVG and gaps are no pictures', async () => {
    const tool = call('1', 'shot', {}, 'done')
    const output = { content: [{ type: 'text', text: 'x' }, image('blob:sha256:h1')] }
    const file = await open(
      [
        {
          id: 'u',
          role: 'user',
          content: [
            image('blob:sha256:h1'),
            image(PNG),
            image('blob:sha256:no'),
            image(SVG, 'image/svg+xml'),
            image(SVG),
          ],
        },
        answer('a', 'ok', [{ ...tool, output }]),
      ],
      { blobs: { h1: PNG, h2: PNG } },
    )
    const shown = row(file, 0)
    if (shown.kind !== 'user') throw new Error(shown.kind)
    expect(shown.parts.map((part) => part.kind)).toEqual([
      'image',
      'image',
      'missing-image',
      'other',
      'image',
    ])
    expect(JSON.stringify(shown)).not.toContain(PNG.slice(0, 20))
    expect(callBody(file, 'a/b.json', 1, 0).output?.[1]).toMatchObject({ kind: 'image' })
    const served = shown.parts.map((part) => {
      const address = part.kind === 'image' ? parseMediaUrl(part.url) : null
      return address && readMedia(file, address.index, address.place)?.mimeType
    })
    // The last one calls itself PNG, but its bytes are an SVG.
    expect(served).toEqual(['image/png', 'image/png', null, null, undefined])
    expect(readMedia(file, 1, { kind: 'output', call: 0, part: 1 })?.bytes).toEqual(
      Buffer.from(PNG, 'base64'),
    )
    expect(readMedia(file, 1, { kind: 'output', call: 7, part: 1 })).toBeNull()
    expect(readMedia(file, 99, { kind: 'part', part: 0 })).toBeNull()
    expect(file.stats).toMatchObject({ images: 6, imagesInResults: 1, missingBlobs: 1, unusedBlobs: 1 })
  })

  test('an address comes back as it went, for any thread id', () => {
    const place = fc.oneof(
      fc.record({ kind: fc.constant('part' as const), part: fc.nat({ max: 99 }) }),
      fc.record({
        kind: fc.constant('output' as const),
        call: fc.nat({ max: 99 }),
        part: fc.nat({ max: 99 }),
      }),
    )
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1 }),
        fc.nat({ max: 999_999_999 }),
        place,
        (thread, index, where) => {
          const address = { thread, index, place: where }
          expect(parseMediaUrl(mediaUrl(address))).toEqual(address)
        },
      ),
    )
  })

  test.each([
    '/media/',
    '/media/x/1',
    '/media/a/-1/p0',
    '/media/../1/p0',
    '/media/YQ/1/p0/x',
    '/other/YQ/1/p0',
    '/media/YQ/1/p0?x',
  ])('%s is no address', (path) => expect(parseMediaUrl(path)).toBeNull())
})

describe('pages', () => {
  test('open at the end and are clamped to the thread', async () => {
    const file = await open(plainTurns(5))
    expect(lastRowPage(file, 't', 4)).toMatchObject({ from: 11, total: 15 })
    expect(rowPage(file, 't', 0, 2).rows.map((shown) => shown.id)).toEqual(['u1', 'a1'])
    expect(rowPage(file, 't', 14, 50).rows).toHaveLength(1)
    expect(rowPage(file, 't', 99, 50)).toMatchObject({ from: 15, rows: [] })
  })

  test('stay below 1 MB: texts are cut shorter before rows are left out', { timeout: 30_000 }, async () => {
    const wide = await open(
      Array.from({ length: 60 }, (_, index) => prompt(`u${index}`, '漢'.repeat(30_000))),
    )
    const page = lastRowPage(wide, 't', 60)
    expect(page.rows).toHaveLength(60)
    expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(PAGE_BYTES + 1000)
    const calls = Array.from({ length: 900 }, (_, index) =>
      call(`c${index}`, 'grep', { pattern: 'x'.repeat(200) }, 'y'),
    )
    const heavy = await open(Array.from({ length: 12 }, (_, index) => answer(`a${index}`, 'z', calls)))
    const first = rowPage(heavy, 't', 0, 12)
    const last = lastRowPage(heavy, 't', 12)
    expect(first.rows.length).toBeLessThan(12)
    expect([first.from, last.from + last.rows.length]).toEqual([0, 12])
    expect(Buffer.byteLength(JSON.stringify(last))).toBeLessThan(PAGE_BYTES + 1000)
  })
})

describe('long texts', () => {
  test('pages put together give the whole text, without half characters', async () => {
    const text = `${'a😀漢'.repeat(500)}😀`
    const file = await open([prompt('u', text)], { systemPrompt: 'sys' })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 700 }), (limit) => {
        let whole = ''
        while (whole.length < text.length) {
          const slice = textAt(file, { kind: 'part', index: 0, part: 0 }, whole.length, limit)
          expect(slice.text.isWellFormed() && slice.text !== '').toBe(true)
          whole += slice.text
        }
        expect(whole).toBe(text)
      }),
      { numRuns: 30 },
    )
    expect(textAt(file, { kind: 'system' }, 0, 10)).toEqual({ text: 'sys', totalChars: 3 })
  })

  test('a place that is not there is bad input', async () => {
    const file = await open([prompt('u', 'x')])
    for (const place of [
      { kind: 'part', index: 0, part: 4 },
      { kind: 'part', index: 9, part: 0 },
      { kind: 'thinking', index: 9 },
      { kind: 'arguments', index: 0, call: 0 },
      { kind: 'output', index: 0, call: 0, part: 0 },
    ] as const)
      expect(() => textAt(file, place, 0, 10)).toThrow(expect.objectContaining({ code: 'bad-input' }))
    expect(() => rawText(file, 7)).toThrow(expect.objectContaining({ code: 'bad-input' }))
  })

  test('the Raw view shows the file itself', async () => {
    const file = await open([prompt('u', 'é')])
    const raw = rawText(file, 0)
    expect(raw).toMatchObject({ length: file.rawSlice(0).length, offset: file.messageBytes(0).from })
    expect(raw.text).toBe(Buffer.from(file.rawSlice(0)).toString('utf8'))
  })

  test('arguments are shown indented, cut ones raw', async () => {
    const cut = { id: 'c', input: { name: 'n', arguments: {}, partialArguments: '{"a' } }
    const file = await open([prompt('u', 'x'), answer('a', '', [call('1', 'n', { a: 1 }, 'r'), cut])])
    expect(callBody(file, 't', 1, 0).arguments.text).toBe('{\n  "a": 1\n}')
    expect(callBody(file, 't', 1, 1)).toMatchObject({ arguments: { text: '{"a' }, output: null })
  })
})
