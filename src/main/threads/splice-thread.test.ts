import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { answer, plainTurns, prompt, threadText } from '../testing/thread-builder.ts'
import { scanThread, type ThreadScan } from './json/scan-thread.ts'
import { type SpliceInput, spliceThread } from './splice-thread.ts'
import { byteOrderMarkLength } from './thread-fault.ts'

const checkpoint = { id: 'cp-1', text: '<system-reminder>\nSäge "x" 漢😀\n</system-reminder>' }

function scanOf(bytes: Uint8Array): ThreadScan {
  return scanThread(bytes, byteOrderMarkLength(bytes))
}

function splice(source: string | Buffer, more: Partial<SpliceInput> & { cutIndex: number }): string {
  const bytes = Buffer.from(source)
  const input = { metaPromptIndex: null, checkpoint, title: 'new-compact-1', meta: {}, ...more }
  const pieces = spliceThread(scanOf(bytes), ({ from, to }) => bytes.subarray(from, to), bytes.length, input)
  return Buffer.concat(
    pieces.map((piece) =>
      piece.kind === 'source'
        ? bytes.subarray(piece.from, piece.to)
        : piece.kind === 'text'
          ? Buffer.from(piece.text)
          : piece.bytes,
    ),
  ).toString('utf8')
}

function slices(text: string): readonly string[] {
  const bytes = Buffer.from(text)
  const scan = scanOf(bytes)
  return Array.from(scan.starts, (from, index) => bytes.toString('utf8', from, scan.ends[index]))
}

describe('spliceThread', () => {
  const plain = threadText(plainTurns(3))

  test('writes what JSON.stringify would, for a file in the usual style', () => {
    const value = JSON.parse(plain)
    value.title = 'new-compact-1'
    value.context.messages.splice(0, 6, {
      id: 'cp-1',
      role: 'user',
      content: [{ type: 'text', text: checkpoint.text }],
    })
    value.meta = { compactionInstructions: 'Keep names.', palimpsest: { version: 1 } }
    const copy = splice(plain, { cutIndex: 6, meta: value.meta })
    // A missing meta goes to the end of the file.
    expect(copy).toBe(`${JSON.stringify(value, null, 2)}\n`)
  })

  test('S-183 S-185 keeps the meta prompt before the checkpoint as it stands', () => {
    const odd = plain.replace('"id": "u1"', '"id" :"u1"')
    const copy = slices(splice(odd, { cutIndex: 6, metaPromptIndex: 0 }))
    expect(copy[0]).toBe(slices(odd)[0])
    expect(JSON.parse(copy[1] ?? '')).toMatchObject({ id: 'cp-1', role: 'user' })
    expect(copy.slice(2)).toEqual(slices(odd).slice(6))
  })

  test('S-186 stays on one line in a file of one line, and without a meta prompt the checkpoint is the first message', () => {
    const minified = JSON.stringify(JSON.parse(plain))
    const copy = splice(minified, { cutIndex: 3, meta: { compactionInstructions: '' } })
    expect(copy).not.toContain('\n')
    expect(copy).toContain(
      `{"id":"cp-1","role":"user","content":[{"type":"text","text":${JSON.stringify(checkpoint.text)}}]},{`,
    )
    expect(JSON.parse(copy).context.messages[0]).toMatchObject({ id: 'cp-1', role: 'user' })
    expect(JSON.parse(copy).meta).toEqual({ compactionInstructions: '' })
  })

  test('B-69 keeps the byte order mark and writes CRLF where the file has it', () => {
    const windows = `\ufeff${plain.replaceAll('\n', '\r\n')}`
    const copy = splice(windows, { cutIndex: 3, meta: { a: { b: 1 } } })
    expect(copy.startsWith('\ufeff{')).toBe(true)
    expect(copy.replaceAll('\r\n', '')).not.toContain('\n')
    expect(JSON.parse(copy.slice(1)).meta).toEqual({ a: { b: 1 } })
  })

  test('changes single members of meta and leaves its other bytes alone', () => {
    const meta = '{ "x" :1.0,"compactionInstructions":  "old", "y":[ 1E2 ] }'
    const source = plain.replace('"runHistoryVersion"', `"meta":${meta}, "runHistoryVersion"`)
    const copy = splice(source, { cutIndex: 3, meta: { compactionInstructions: 'new', palimpsest: 7 } })
    expect(copy).toContain('{ "x" :1.0,"compactionInstructions":  "new", "y":[ 1E2 ], "palimpsest": 7 }')
  })

  test('gives meta to a file whose meta is null or empty, and a title to one without', () => {
    const source = plain.replace('"title": "test-thread",', '"meta": null,')
    const value = JSON.parse(splice(source, { cutIndex: 3, meta: { a: 1 } }))
    expect([value.title, value.meta]).toEqual(['new-compact-1', { a: 1 }])
    const empty = plain.replace('"title": "test-thread",', '"title":"x","meta": {},')
    expect(JSON.parse(splice(empty, { cutIndex: 3, meta: { a: 1 } })).meta).toEqual({ a: 1 })
  })

  test('sets the title and meta that count when keys are repeated', () => {
    const tail = ',"meta":{"k":1},"title":"late","meta":{"k":2,"k":3}}'
    const source = plain.trimEnd().slice(0, -1) + tail
    const copy = splice(source, { cutIndex: 3, meta: { k: 9 } })
    expect(JSON.parse(copy)).toMatchObject({ title: 'new-compact-1', meta: { k: 9 } })
    expect(copy).toContain('"meta":{"k":1},"title":"new-compact-1","meta":{"k":2,"k":9}}')
  })

  test('S-178 kept messages are the same bytes, whatever they hold and however they are spaced', () => {
    const record = fc
      .tuple(
        fc.jsonValue(),
        fc.constantFrom('\\u00e9', '\\ud83d\\ude00', '漢😀', '\\ud800', '\\/'),
        fc.boolean(),
      )
      .map(
        ([extra, written, isUser]) =>
          `{ "x" :${JSON.stringify(extra)},"n":12345678901234567890,"f":1.0,"n":1e5,"role":"${isUser ? 'user' : 'assistant'}","content":"${written}"}`,
      )
    const space = fc.stringMatching(/^[ \t\r\n]{0,4}$/)
    fc.assert(
      fc.property(
        fc.array(record, { minLength: 2, maxLength: 8 }),
        fc.array(space, { minLength: 20, maxLength: 20 }),
        fc.nat(),
        fc.boolean(),
        (records, spaces, place, hasMeta) => {
          const cutIndex = 1 + (place % (records.length - 1))
          const list = records.map((text, index) => `${spaces[index]}${text}${spaces[index + 10]}`).join(',')
          const before = `${spaces[18]}{${spaces[19]}"blobs":{"h":"AA"},"u":[1.50],"title":"old","context":{"z":1E1,"messages":[`
          const after = `],"q":-0},"tail":0.10}${spaces[9]}`
          const copy = splice(before + list + after, {
            cutIndex,
            metaPromptIndex: hasMeta ? 0 : null,
            meta: { m: 1 },
          })
          const kept = slices(copy)
          const tailLength = records.length - cutIndex
          expect(kept.slice(-tailLength)).toEqual(records.slice(cutIndex))
          expect(kept).toHaveLength(tailLength + (hasMeta ? 2 : 1))
          if (hasMeta) expect(kept[0]).toBe(records[0])
          expect(copy.startsWith(before.replace('"old"', '"new-compact-1"'))).toBe(true)
          expect(copy.slice(copy.lastIndexOf('],"q":-0}'))).toMatch(
            /^\],"q":-0\},"tail":0\.10,[\s\S]*\}[ \t\r\n]*$/,
          )
          JSON.parse(copy)
        },
      ),
    )
  })

  test('refuses to cut before the first message or behind the last', () => {
    const source = threadText([prompt('u', 'x'), answer('a', 'y')])
    expect(() => splice(source, { cutIndex: 0 })).toThrow(/cannot cut/)
    expect(() => splice(source, { cutIndex: 2 })).toThrow(/cannot cut/)
  })
})
