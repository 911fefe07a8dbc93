import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runSteps } from '../../compaction/steps.ts'
import { ByteWindow } from './byte-window.ts'
import { JsonFault } from './json-fault.ts'
import { scanThread, scanThreadSteps, type ThreadScan } from './scan-thread.ts'

const sourceOf = (bytes: Uint8Array) => ({
  length: bytes.length,
  slice: (from: number, to: number) => bytes.subarray(from, to),
})

/** The scan, or what is wrong and where. */
function outcome(scan: () => ThreadScan): unknown {
  try {
    return scan()
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error
    return { kind: error.kind, position: error.position }
  }
}

const message = fc.record({
  role: fc.constantFrom('user', 'assistant', 'system', 7),
  content: fc.oneof(fc.string(), fc.jsonValue()),
})
const thread = fc
  .record({
    title: fc.string(),
    context: fc.record({ systemPrompt: fc.string(), messages: fc.array(fc.oneof(message, fc.jsonValue())) }),
    blobs: fc.dictionary(fc.string(), fc.string()),
  })
  .chain((value) => fc.constantFrom(undefined, 1, 3).map((unit) => JSON.stringify(value, null, unit)))

describe('a scan through a small window', () => {
  test('finds what a scan of the whole text finds, and the same fault at the same byte', () => {
    fc.assert(
      fc.property(
        thread,
        fc.integer({ min: 1, max: 40 }),
        fc.option(fc.tuple(fc.nat(), fc.constantFrom('', '"', '}', ']', '\\', ',', '1', '\n'))),
        (text, size, wound) => {
          const at = (wound?.[0] ?? 0) % text.length
          const cut = wound === null ? text : `${text.slice(0, at)}${wound[1]}${text.slice(at + 1)}`
          for (const shown of [cut, wound === null ? cut : text.slice(0, at)]) {
            const bytes = Buffer.from(shown, 'utf8')
            const whole = outcome(() => scanThread(bytes))
            expect(outcome(() => runSteps(scanThreadSteps(new ByteWindow(sourceOf(bytes), size))))).toEqual(
              whole,
            )
          }
        },
      ),
    )
  })

  test('passes every message once, as it stands, and tells every byte in order', () => {
    fc.assert(
      fc.property(thread, fc.integer({ min: 1, max: 40 }), (text, size) => {
        const bytes = Buffer.from(text, 'utf8')
        const read: Uint8Array[] = []
        const passed: string[] = []
        const window = new ByteWindow(sourceOf(bytes), size, (piece) => read.push(piece))
        const scan = runSteps(
          scanThreadSteps(window, 0, (index, role, piece) => {
            expect([index, role]).toEqual([passed.length, scanThread(bytes).roles[index]])
            passed.push(Buffer.from(piece).toString('utf8'))
          }),
        )
        expect(passed).toEqual(
          Array.from(scan.starts, (from, index) => bytes.toString('utf8', from, scan.ends[index])),
        )
        expect(Buffer.concat(read).equals(bytes)).toBe(true)
      }),
    )
  })

  test('rests many times in a long list', () => {
    const text = `{"context":{"messages":[${Array.from({ length: 4000 }, () => JSON.stringify('x'.repeat(500))).join()}]}}`
    const steps = scanThreadSteps(new ByteWindow(sourceOf(Buffer.from(text)), 4096))
    let rests = 0
    while (steps.next().done !== true) rests += 1
    expect(rests).toBeGreaterThan(4)
  })
})
