import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { JsonFault } from './json-fault.ts'
import { checkJson, scanThread } from './scan-thread.ts'
import { MAX_DEPTH } from './skip-value.ts'

const bytesOf = (text: string) => Buffer.from(text, 'utf8')

function messagesOf(text: string): readonly string[] {
  const bytes = bytesOf(text)
  const scan = scanThread(bytes)
  return Array.from(scan.starts, (from, index) => bytes.toString('utf8', from, scan.ends[index]))
}

function faultOf(text: string): { kind: string; position: number } | null {
  try {
    checkJson(bytesOf(text))
    return null
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error
    return { kind: error.kind, position: error.position }
  }
}

function parses(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('scanThread', () => {
  test('finds messages as they stand, with odd spaces, escapes and big numbers', () => {
    const odd =
      '{ "id"\t:"\\u00e9" ,\r\n "n":9007199254740993, "f": 1.0,"e":[1E+2 ,-0, 12345678901234567890123] }'
    const text = ` {"a":[[]],"context" : {"x":{},"messages":[ ${odd}\n,\t{"q":"\\"]},{\\\\"} , 7 ]},"z":null}\r\n`
    expect(messagesOf(text)).toEqual([odd, '{"q":"\\"]},{\\\\"}', '7'])
  })

  test('takes the last of equal keys, also when a key is written with escapes', () => {
    const text =
      '{"context":{"messages":[1]},"context":{"messages":[2],"\\u006dessages":[3,4]},"title":"a","title":"b"}'
    expect(messagesOf(text)).toEqual(['3', '4'])
    expect(scanThread(bytesOf(text)).duplicateKeys).toBe(3)
  })

  test('a later context without messages hides an earlier one, as for any JSON reader', () => {
    expect(scanThread(bytesOf('{"context":{"messages":[1]},"context":7}')).messagesArray).toBeNull()
  })

  test('finds blobs by key, the last of equal ones', () => {
    const text = '{"blobs":{"a":"AAAA","b":"BB\\/B","a":"CCCC"},"context":{"messages":[]}}'
    const bytes = bytesOf(text)
    const { blobs } = scanThread(bytes)
    const shown = [...blobs].map(([key, range]) => [key, bytes.toString('utf8', range.from, range.to)])
    expect(shown).toEqual([
      ['a', '"CCCC"'],
      ['b', '"BB\\/B"'],
    ])
  })

  test('starts behind a byte order mark', () => {
    const bytes = bytesOf('\ufeff{"context":{"messages":[{"a":1}]}}')
    const scan = scanThread(bytes, 3)
    expect(bytes.toString('utf8', scan.starts[0], scan.ends[0])).toBe('{"a":1}')
  })

  test('says what follows the document', () => {
    expect(() => scanThread(bytesOf('{"a":1}\n{"b":2}'))).toThrow(new JsonFault('syntax', 8))
  })

  test('any list of JSON values comes back slice by slice', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.constantFrom(undefined, 1, '\t'), (values, space) => {
        const text = JSON.stringify({ x: values, context: { messages: values } }, null, space)
        expect(messagesOf(text).map((slice) => JSON.parse(slice))).toEqual(JSON.parse(JSON.stringify(values)))
      }),
    )
  })
})

describe('grammar', () => {
  test('accepts and refuses exactly what JSON.parse does, for damaged texts too', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.nat(),
        fc.constantFrom(
          '',
          ',',
          '"',
          '\\',
          '}',
          ']',
          '{',
          '[',
          '0',
          '-',
          '.',
          'e',
          'u',
          'nul',
          '\n',
          ':',
          '\u0001',
        ),
        fc.nat({ max: 3 }),
        (value, place, inserted, removed) => {
          const text = JSON.stringify({ v: value }, null, 1)
          const at = place % text.length
          const damaged = (text.slice(0, at) + inserted + text.slice(at + removed)).toWellFormed()
          expect(faultOf(damaged) === null).toBe(parses(damaged))
        },
      ),
      { numRuns: 2000 },
    )
  })

  test.each([
    ['{"a":1', 'truncated', 6],
    ['{"a":"x', 'truncated', 7],
    ['{"a":tru', 'truncated', 8],
    ['{"a":"\\u12', 'truncated', 10],
    ['{"a":01}', 'syntax', 6],
    ['{"a":1,}', 'syntax', 7],
    ["{'a':1}", 'syntax', 1],
    ['{"a":"\u0001"}', 'syntax', 6],
    ['{"a":"\\x"}', 'syntax', 7],
    ['[1}', 'syntax', 2],
    ['{"a":.5}', 'syntax', 5],
  ])('%j is %s at byte %i', (text, kind, position) => {
    expect(faultOf(text)).toEqual({ kind, position })
  })

  test('a million open brackets are too deep and overflow no stack', () => {
    expect(faultOf('['.repeat(1_000_000))).toEqual({ kind: 'too-deep', position: MAX_DEPTH })
    expect(faultOf('['.repeat(MAX_DEPTH) + ']'.repeat(MAX_DEPTH))).toBeNull()
    expect(() => scanThread(bytesOf(`{"context":{"messages":[${'{"a":'.repeat(600)}`))).toThrow(/too-deep/)
  })
})
