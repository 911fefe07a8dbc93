import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { layOutThread } from '../compaction/boundary/layout.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { answer, call, plainTurns, prompt, threadText } from '../testing/thread-builder.ts'
import { scanThread } from './json/scan-thread.ts'
import { saveThread } from './save-thread.ts'
import { openThreadFile, type ThreadFile } from './thread-file.ts'

function put(text: string, name = 'plan.json'): string {
  const path = join(temporaryFolder(), name)
  writeFileSync(path, text)
  return path
}

/** Everything a reader can see of a thread. */
function seen(file: ThreadFile) {
  const indexes = Array.from({ length: file.count }, (_, index) => index)
  return {
    messages: indexes.map((index) => file.readMessage(index)),
    places: indexes.map((index) => file.messageBytes(index)),
    layout: file.layout,
    sketches: file.sketches,
    tokens: file.tokens,
    stats: file.stats,
    notes: file.notes,
    head: file.head,
    fingerprint: { ...file.fingerprint, modifiedMs: 0 },
  }
}

const STYLES: readonly (readonly [string, (text: string) => string])[] = [
  ['two spaces', (text) => text],
  ['one line', (text) => JSON.stringify(JSON.parse(text))],
  ['tabs and CRLF', (text) => JSON.stringify(JSON.parse(text), null, '\t').replaceAll('\n', '\r\n')],
  ['a byte order mark', (text) => `\ufeff${text}`],
]

describe('saveThread', () => {
  test.each(STYLES)(
    'a file in the style of %s only gains records, each byte before and after stays',
    async (_, style) => {
      const before = style(
        threadText([...plainTurns(2), answer('open', '', [call('c', 'run_command', { n: 1 }, null)])], {
          blobs: { 'sha256:ab': 'AAAA' },
          meta: { note: 'é 😀' },
        }),
      )
      const path = put(before)
      const file = await openThreadFile(path)
      const last = file.count - 1
      file.patchRecord(last, ['toolCalls', 0], {
        output: { content: [{ type: 'text', text: 'ok' }], isError: false },
      })
      file.appendRecord(prompt('u-new', 'and now?'))
      file.appendRecord(answer('a-new', 'Done.'))
      const grown = seen(file)
      const saved = await saveThread(file)
      const after = readFileSync(path, 'utf8')
      const list = before.lastIndexOf(']', before.indexOf('"variables"'))
      expect(after.startsWith(before.slice(0, before.indexOf('"open"')))).toBe(true)
      expect(after.endsWith(before.slice(list))).toBe(true)
      const again = await openThreadFile(path)
      expect(seen(saved)).toEqual(seen(again))
      expect({ ...seen(again), fingerprint: 0 }).toEqual({ ...grown, fingerprint: 0 })
      expect(JSON.parse(after.replace('\ufeff', '')).context.messages.slice(-2)).toEqual([
        prompt('u-new', 'and now?'),
        answer('a-new', 'Done.'),
      ])
    },
  )

  test('the new file looks as if the program had written it in one go', async () => {
    for (const start of [0, 1, 2]) {
      const all = plainTurns(2)
      const path = put(threadText(all.slice(0, start)))
      const file = await openThreadFile(path)
      for (const record of all.slice(start)) file.appendRecord(record)
      await saveThread(file)
      expect(readFileSync(path, 'utf8')).toBe(threadText(all))
    }
  })

  test('what is known of a grown and saved thread equals what opening the file finds, whatever comes', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('user' as const), text: fc.string({ unit: 'grapheme', maxLength: 8 }) }),
      fc.record({ kind: fc.constant('assistant' as const), calls: fc.nat({ max: 3 }) }),
      fc.record({ kind: fc.constant('answer' as const), at: fc.nat() }),
      fc.record({ kind: fc.constant('save' as const) }),
    )
    const start = fc.nat({ max: 3 })
    const sizes = fc.constantFrom(undefined, 0)
    const style = fc.constantFrom(...STYLES.map(([, one]) => one))
    await fc.assert(
      fc.asyncProperty(
        start,
        style,
        sizes,
        fc.array(step, { maxLength: 12 }),
        async (turns, styled, held, steps) => {
          const path = put(styled(threadText(plainTurns(turns))))
          let file = await openThreadFile(path, held === undefined ? {} : { heldBytes: held })
          let made = 0
          for (const one of steps) {
            made += 1
            if (one.kind === 'user') file.appendRecord(prompt(`n${made}`, one.text))
            else if (one.kind === 'assistant')
              file.appendRecord(
                answer(
                  `n${made}`,
                  'x',
                  Array.from({ length: one.calls }, (_, at) => call(`c${at}`, 'grep', {}, null)),
                ),
              )
            else if (one.kind === 'answer') {
              const at = file.count === 0 ? 0 : one.at % file.count
              const open =
                file.count === 0
                  ? -1
                  : file.readMessage(at).toolCalls.findIndex((known) => known.output === null)
              if (open >= 0)
                file.patchRecord(at, ['toolCalls', open], {
                  output: { content: [{ type: 'text', text: '漢' }], isError: true },
                })
            } else {
              file = await saveThread(file, held === undefined ? {} : { heldBytes: held })
              const again = await openThreadFile(path)
              expect(seen(file)).toEqual(seen(again))
              expect(file.scan).toEqual(scanThread(readFileSync(path), again.scan.root.from))
              again.close()
            }
            expect(file.layout).toEqual(layOutThread(file.sketches))
          }
          file.close()
        },
      ),
      { numRuns: 120 },
    )
  })

  test('refuses to write over what another program wrote, and leaves that as it is', async () => {
    const path = put(threadText(plainTurns(1)))
    const file = await openThreadFile(path)
    file.appendRecord(prompt('mine', 'x'))
    const theirs = threadText([...plainTurns(1), prompt('theirs', 'y')])
    writeFileSync(path, theirs)
    await expect(saveThread(file)).rejects.toMatchObject({ code: 'file-changed' })
    expect(readFileSync(path, 'utf8')).toBe(theirs)
  })

  test('a file that may only be read keeps its permissions', async () => {
    const path = put(threadText(plainTurns(1)))
    chmodSync(path, 0o444)
    const file = await openThreadFile(path)
    file.appendRecord(prompt('mine', 'x'))
    await saveThread(file)
    expect(statSync(path).mode & 0o777).toBe(0o444)
    expect(JSON.parse(readFileSync(path, 'utf8')).context.messages).toHaveLength(4)
  })

  test('a number no double can hold survives an answer beside it', async () => {
    const text = threadText([answer('a', '', [call('c', 'n', { id: 1 }, null)])]).replace(
      '"id": 1',
      '"id": 9007199254740993',
    )
    const path = put(text)
    const file = await openThreadFile(path)
    file.patchRecord(0, ['toolCalls', 0], { output: { content: [], isError: false } })
    await saveThread(file)
    expect(readFileSync(path, 'utf8')).toContain('"id": 9007199254740993')
  })
})
