import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { heldBytes } from '../byte-source.ts'
import { EMPTY_MESSAGE } from './empty-message.ts'
import { parsePrefix } from './parse-prefix.ts'
import { readLines } from './read-lines.ts'
import { probe, readTranscript } from './testing/read-transcript.ts'
import type { Entry, LineFormat } from './transcript.ts'

const lines = (text: string | Uint8Array) => [...readLines(heldBytes(Buffer.from(text as string)))]

describe('lines of a transcript', () => {
  test('are split at line feeds alone, without byte order mark, carriage returns and blank lines', () => {
    const text = '\ufeff{"a":"x\u2028y"}\r\n\n  \n{"b":1}\n{"cut'
    const found = lines(text)
    expect(found.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual([
      '{"a":"x\u2028y"}',
      '{"b":1}',
      '{"cut',
    ])
    expect(found.map(({ isLast }) => isLast)).toEqual([false, false, true])
    for (const { bytes, from, to } of found)
      expect(Buffer.from(text).subarray(from, to).equals(Buffer.from(bytes))).toBe(true)
  })

  test('longer than a piece that is read are whole', () => {
    const long = 'x'.repeat(3_000_000)
    expect(lines(`${long}\n{}\n${long}`).map(({ bytes }) => bytes.length)).toEqual([3_000_000, 2, 3_000_000])
  })
})

describe('beginning of a JSON document', () => {
  test('gives what is whole', () => {
    expect(parsePrefix('[{"role":"user","content":"a,b{"},{"role":"assi')).toEqual([
      { role: 'user', content: 'a,b{' },
      {},
    ])
    expect(parsePrefix('{"messages":[1,2],"next":{"a":tru')).toEqual({ messages: [1, 2], next: {} })
    expect(parsePrefix('no json')).toBeNull()
  })

  test('never throws, and is the value when nothing is cut', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (json, cut) => {
        expect(parsePrefix(json)).toEqual(JSON.parse(json))
        parsePrefix(json.slice(0, cut % (json.length + 1)))
      }),
    )
  })
})

test('a probe tells lines from a document', () => {
  expect(probe('a', '{"a":1}\n{"b":2}\n').lines).toHaveLength(2)
  expect(probe('a', '{oops\n{"b":2}\n{"c":2}\n').lines).toHaveLength(2)
  expect(probe('a', '{\n "a": 1,\n "b": {}\n}')).toMatchObject({
    lines: [],
    value: { a: 1, b: {} },
    keys: ['a', 'b'],
  })
  expect(probe('a', '{"a":1}')).toMatchObject({ lines: [{ a: 1 }], value: { a: 1 } })
  expect(probe('a', '# aider')).toMatchObject({ lines: [], value: null })
  const big = `{"first":[${'"x",'.repeat(40_000)}1],"last":2}`
  expect(probe('a', big).keys).toEqual(['first', 'last'])
})

const plain: LineFormat = {
  kind: 'lines',
  id: 'sharegpt',
  label: 'Plain',
  recognizes: () => true,
  start() {
    const entries: Entry[] = []
    return {
      take: (_value, place) =>
        void entries.push({ id: `${entries.length}`, kind: 'prompt', places: [place] }),
      broken: (place) => void entries.push({ id: `${entries.length}`, kind: 'broken', places: [place] }),
      *threads() {
        yield
        return [
          {
            key: 'one',
            head: {
              title: '',
              model: null,
              systemPrompt: '',
              tools: [],
              startedMs: null,
              endedMs: null,
              folder: '',
            },
            entries,
            branches: [],
            parentKey: null,
            tally: {},
            asides: [],
          },
        ]
      },
    }
  },
  build: (slices) => ({
    ...EMPTY_MESSAGE,
    content: [{ kind: 'text', text: JSON.parse(Buffer.from(slices[0] ?? '').toString()).text }],
    rest: { mark: 7 },
  }),
}

test('what cannot be read stands in its place with its own text, and the rest is there', () => {
  const deep = `{"text":${'['.repeat(20_000)}${']'.repeat(20_000)}}`
  const [read] = readTranscript(plain, [
    { name: 'a', text: `{"text":"one"}\n{broken\n${deep}\n{"text":"two"}\n{"cut` },
  ])
  const texts = read?.messages.map(({ content }) => content[0])
  expect(texts?.[0]).toEqual({ kind: 'text', text: 'one' })
  expect(texts?.[1]).toMatchObject({ kind: 'other', type: 'unreadable' })
  expect(texts?.[2]).toMatchObject({ kind: 'other' })
  expect(texts?.[3]).toEqual({ kind: 'text', text: 'two' })
  expect(texts?.[4]).toMatchObject({ kind: 'other', type: 'unreadable' })
  expect(read?.messages[0]).toMatchObject({
    metaFlag: false,
    runtime: { atMs: null, imported: { format: 'sharegpt' } },
  })
})
