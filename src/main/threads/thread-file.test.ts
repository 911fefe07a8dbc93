import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { AppError } from '../../shared/ipc/errors.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { plainTurns, prompt, threadText } from '../testing/thread-builder.ts'
import { fingerprintOf, isSameFile, isUnchanged } from './fingerprint.ts'
import { type OpenOptions, openThreadFile } from './thread-file.ts'

async function failureOf(content: string | Uint8Array, options: OpenOptions = {}): Promise<AppError> {
  const path = join(temporaryFolder(), 'damaged.json')
  writeFileSync(path, content)
  const before = readFileSync(path)
  const error = await openThreadFile(path, options).then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(readFileSync(path).equals(before)).toBe(true)
  if (!(error instanceof AppError)) throw new Error('opened without an AppError')
  expect(error.params.name).toBe('damaged.json')
  return error
}

const good = threadText(plainTurns(3))

describe('B-66 damaged files are refused with a clear reason and left as they are', () => {
  test.each<readonly [string, string | Uint8Array, string]>([
    ['no bytes', '', 'file-empty'],
    ['only a line feed', '\n', 'file-empty'],
    ['zero bytes after a power loss', Buffer.alloc(4096), 'file-empty'],
    ['only a byte order mark', Buffer.from([0xef, 0xbb, 0xbf, 0x0a]), 'file-empty'],
    ['cut at half', good.slice(0, good.length / 2), 'file-truncated'],
    ['UTF-16 with mark', Buffer.from(`\ufeff${good}`, 'utf16le'), 'file-encoding'],
    ['UTF-16 without mark', Buffer.from(good, 'utf16le'), 'file-encoding'],
    ['big-endian UTF-16', Buffer.from(`\ufeff${good}`, 'utf16le').swap16(), 'file-encoding'],
    ['plain text', 'hello there', 'file-not-json'],
    ['an HTML page', '<!doctype html><p>x', 'file-not-json'],
    ['another JSON object', '{"name":"x","version":"1.0.0"}', 'file-not-thread'],
    ['a JSON list', '[1,2]', 'file-not-thread'],
    ['messages that are no list', '{"context":{"messages":{}}}', 'file-not-thread'],
    ['one JSON value per line', '{"type":"a"}\n{"type":"b"}\n', 'file-not-thread'],
    ['text behind the end', `${good}oops`, 'file-not-json'],
    ['a bare control character', good.replace('Task 1', 'Task \u0002 1'), 'file-not-json'],
    ['too deep', good.replace('[]', `${'['.repeat(5000)}${']'.repeat(5000)}`), 'file-too-deep'],
  ])('%s', async (_what, content, code) => {
    expect((await failureOf(content)).code).toBe(code)
  })

  test.each([
    ['an export as Markdown', '# A thread\n\ngpt-5.1 · 4 messages\n'],
    ['a web page', '<!doctype html><p>x'],
  ])('of %s it says that no format is like it, and where they are listed', async (_what, content) => {
    const { message } = await failureOf(content)
    expect(message).toMatch(/^The file is in no format that can be read\..*README/)
  })

  test('says where', async () => {
    const error = await failureOf(good.replace('"gpt-5.1"', '"gpt-5.1" "x"'))
    expect(error.code).toBe('file-not-json')
    expect(error.params).toMatchObject({ line: 5, position: good.indexOf('"gpt-5.1"') + 10 })
  })

  test('B-71 too large by a lowered limit: the size is said', async () => {
    const error = await failureOf(good, { maxBytes: 100 })
    expect(error).toMatchObject({ code: 'file-too-large', params: { size: good.length, limit: 100 } })
  })

  test('a missing file, a folder and a named pipe', async () => {
    const folder = temporaryFolder()
    await expect(openThreadFile(join(folder, 'no.json'))).rejects.toMatchObject({ code: 'file-not-found' })
    await expect(openThreadFile(folder)).rejects.toMatchObject({ code: 'file-not-thread' })
    if (process.platform === 'win32') return
    execFileSync('mkfifo', [join(folder, 'pipe.json')])
    await expect(openThreadFile(join(folder, 'pipe.json'))).rejects.toMatchObject({ code: 'file-not-thread' })
  })
})

describe('openThreadFile', () => {
  test('B-69 opens CRLF and byte order mark; U+2028 parts nothing', async () => {
    const path = join(temporaryFolder(), 'windows.json')
    const text = threadText([prompt('u', 'a\u2028b'), ...plainTurns(1)]).replaceAll('\n', '\r\n')
    writeFileSync(path, `\ufeff${text}`)
    const file = await openThreadFile(path)
    expect(file.count).toBe(4)
    expect(file.readMessage(0).content).toEqual([{ kind: 'text', text: 'a\u2028b' }])
    expect(file.layout.turns).toHaveLength(2)
  })

  test('B-71 reads a large file slice by slice with the same result, until it is changed', async () => {
    const path = join(temporaryFolder(), 'large.json')
    writeFileSync(path, good)
    const held = await openThreadFile(path)
    const sliced = await openThreadFile(path, { heldBytes: 10 })
    const all = { from: 0, to: 99 }
    expect(sliced.readMessages(all)).toEqual(held.readMessages(all))
    expect(sliced.rawSlice(4)).toEqual(held.rawSlice(4))
    writeFileSync(path, `${good} `)
    expect(() => sliced.readMessage(0)).toThrow(expect.objectContaining({ code: 'file-changed' }))
    expect(held.readMessage(0)).toBeTruthy()
    sliced.close()
    sliced.close()
  })

  test('a broken record in the list does not hide the others', async () => {
    const path = join(temporaryFolder(), 'odd.json')
    writeFileSync(
      path,
      `{"context":{"messages":[null,{"role":"tool"},{"id":"u","role":"user","content":"x"}]}}`,
    )
    const file = await openThreadFile(path)
    expect([0, 1, 2].map((index) => file.readRecord(index).problem)).toEqual([
      'not-an-object',
      'unknown-role',
      null,
    ])
    expect(file.notes).toContainEqual({ code: 'broken-messages', count: 2 })
    expect(file.head.title).toBe('odd')
    expect(file.layout.turns).toHaveLength(1)
  })

  test('an empty thread opens', async () => {
    const path = join(temporaryFolder(), 'new.json')
    writeFileSync(path, threadText([]))
    const file = await openThreadFile(path)
    expect([file.count, file.layout.turns.length, file.notes]).toEqual([0, 0, []])
  })
})

describe('fingerprint', () => {
  test('the same bytes at another time are the same file; other bytes are not', async () => {
    const path = join(temporaryFolder(), 'f.json')
    writeFileSync(path, 'one')
    const first = await fingerprintOf(path)
    writeFileSync(path, 'one')
    expect(isSameFile(first, await fingerprintOf(path))).toBe(true)
    expect(await isUnchanged(path, first)).toBe(true)
    writeFileSync(path, 'two')
    expect(await isUnchanged(path, { ...first, modifiedMs: 0 })).toBe(false)
  })
})
