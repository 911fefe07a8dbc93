import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../../../shared/thread/message.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { callTool } from '../testing/call-tool.ts'
import { boundText, MAX_RESULT_CHARS } from './bound-text.ts'
import { editFileTool, replaceExact } from './edit-file.ts'
import { globTool } from './glob.ts'
import { grepTool } from './grep.ts'
import { listDirTool } from './list-dir.ts'
import { readFileTool } from './read-file.ts'
import { runRipgrep } from './run-ripgrep.ts'
import { SeenFiles } from './seen-files.ts'
import { todoWriteTool } from './todo-write.ts'
import type { KeepOutput, Tool } from './tool.ts'
import { updatePlanTool } from './update-plan.ts'
import { writeFileTool } from './write-file.ts'

/** A workspace beside a secret. */
function workspace(): { readonly root: string; readonly outside: string } {
  const folder = temporaryFolder()
  const root = join(folder, 'work')
  mkdirSync(join(root, 'src'), { recursive: true })
  mkdirSync(join(folder, 'workspace-two'))
  writeFileSync(join(folder, 'secret.txt'), 'SECRET')
  writeFileSync(join(folder, 'workspace-two', 'secret.txt'), 'SECRET')
  writeFileSync(join(root, 'src', 'a.ts'), 'const a = 1\nconst b = 2\n')
  symlinkSync(join(folder, 'secret.txt'), join(root, 'link.txt'))
  symlinkSync(folder, join(root, 'up'))
  symlinkSync(join(folder, 'made-by-link.txt'), join(root, 'dangling'))
  symlinkSync('src', join(root, 'inner'))
  return { root, outside: folder }
}

describe('confinement', () => {
  const ways = (outside: string) => [
    '../secret.txt',
    'src/../../secret.txt',
    './../secret.txt',
    'link.txt',
    'up/secret.txt',
    'up/workspace-two/secret.txt',
    'inner/../../secret.txt',
    join(outside, 'secret.txt'),
    join(outside, 'work', '..', 'secret.txt'),
    join(outside, 'WORK', 'src', 'a.ts'),
    '/etc/passwd',
    '/proc/self/environ',
    'src/\0/../../secret.txt',
    '//etc/passwd',
  ]

  test('nothing outside the workspace is read, listed, searched or written, however it is spelled', async () => {
    const { root, outside } = workspace()
    for (const path of ways(outside)) {
      const answers = await Promise.all([
        callTool(readFileTool, root, { path }),
        callTool(listDirTool, root, { path }),
        callTool(grepTool, root, { pattern: 'SECRET|root', path }),
        callTool(globTool, root, { pattern: '*', path }),
        callTool(editFileTool, root, { path, old_text: 'SECRET', new_text: 'x' }),
        callTool(writeFileTool, root, { path, content: 'x' }),
      ])
      for (const answer of answers) expect(answer, path).toMatch(/^failed: /)
      expect(answers.join(), path).not.toContain('SECRET')
    }
    expect(readFileSync(join(outside, 'secret.txt'), 'utf8')).toBe('SECRET')
  })

  test('a link that leads nowhere is not written through', async () => {
    const { root, outside } = workspace()
    expect(await callTool(writeFileTool, root, { path: 'dangling', content: 'x' })).toMatch(/^failed/)
    expect(await callTool(writeFileTool, root, { path: 'up/new.txt', content: 'x' })).toMatch(/^failed/)
    expect([existsSync(join(outside, 'made-by-link.txt')), existsSync(join(outside, 'new.txt'))]).toEqual([
      false,
      false,
    ])
  })

  test('a search does not follow links out of the workspace', async () => {
    const { root } = workspace()
    expect(await callTool(grepTool, root, { pattern: 'SECRET' })).toBe('[No match.]')
    expect(await callTool(globTool, root, { pattern: '**/secret.txt' })).toBe('[No file matches.]')
  })

  test('absolute paths and links inside the workspace are fine', async () => {
    const { root } = workspace()
    expect(await callTool(readFileTool, root, { path: join(root, 'src/a.ts') })).toContain('const a')
    expect(await callTool(readFileTool, root, { path: 'inner/a.ts' })).toContain('const a')
  })

  test('kept outputs and history can be read, but never be written', async () => {
    const { root } = workspace()
    mkdirSync(join(root, '.palimpsest', 'history'), { recursive: true })
    writeFileSync(join(root, '.palimpsest/history/t.md'), 'what was said')
    expect(await callTool(readFileTool, root, { path: '.palimpsest/history/t.md' })).toBe('what was said')
    expect(await callTool(grepTool, root, { pattern: 'said', path: '.palimpsest' })).toContain('t.md:1:')
    for (const path of ['.palimpsest/history/t.md', '.Palimpsest/x', 'src/../.palimpsest/x'])
      expect(await callTool(writeFileTool, root, { path, content: 'x' })).toMatch(/^failed/)
    expect(
      await callTool(editFileTool, root, {
        path: '.palimpsest/history/t.md',
        old_text: 'was',
        new_text: 'is',
      }),
    ).toMatch(/^failed/)
  })

  test('the file of an open thread is never written by a tool', async () => {
    const { root } = workspace()
    const path = join(root, 'thread.json')
    writeFileSync(path, '{}')
    expect(
      await callTool(writeFileTool, root, { path: 'thread.json', content: 'x' }, { protectedPaths: [path] }),
    ).toMatch(/^failed/)
    expect(readFileSync(path, 'utf8')).toBe('{}')
  })

  test('a pipe does not make it wait', async () => {
    const { root } = workspace()
    execFileSync('mkfifo', [join(root, 'pipe')])
    expect(await callTool(readFileTool, root, { path: 'pipe' })).toMatch(/^failed: .*not a regular file/)
  })
})

describe('read_file', () => {
  test('a long file comes in parts that join to the whole', async () => {
    const { root } = workspace()
    const lines = Array.from({ length: 9_000 }, (_, at) => `line ${at} ${'é'.repeat(at % 17)}`)
    writeFileSync(join(root, 'long.txt'), lines.join('\n'))
    const read: string[] = []
    for (let offset = 1, turn = 0; turn < 50; turn += 1) {
      const answer = await callTool(readFileTool, root, { path: 'long.txt', offset })
      const note = /\n\[Lines \d+ to (\d+) of 9000[^\n]*\]$/.exec(answer)
      expect(answer.length).toBeLessThan(MAX_RESULT_CHARS + 200)
      read.push(note === null ? answer : answer.slice(0, note.index))
      offset = Number(note?.[1] ?? 9000) + 1
      if (offset > 9_000) break
    }
    expect(read.join('\n')).toBe(lines.join('\n'))
  })

  test('binary content is named with its size, never shown', async () => {
    const { root } = workspace()
    writeFileSync(join(root, 'x.bin'), Buffer.from([137, 80, 78, 71, 0, 1, 2, 3]))
    writeFileSync(
      join(root, 'latin.bin'),
      Buffer.from(Array.from({ length: 400 }, (_, at) => 128 + (at % 120))),
    )
    expect(await callTool(readFileTool, root, { path: 'x.bin' })).toBe(
      'failed: x.bin is binary (8 bytes) and is not shown.',
    )
    expect(await callTool(readFileTool, root, { path: 'latin.bin' })).toMatch(/binary/)
  })

  test('one endless line is cut, with its full length', async () => {
    const { root } = workspace()
    writeFileSync(join(root, 'one.txt'), 'x'.repeat(100_000))
    const answer = await callTool(readFileTool, root, { path: 'one.txt' })
    expect(answer).toContain('100000 characters')
    expect(answer.length).toBeLessThan(MAX_RESULT_CHARS + 200)
  })

  test('bounding a text never leaves half of a character and keeps both ends', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 50, maxLength: 200 }),
        fc.integer({ min: 10, max: 60 }),
        (text, max) => {
          const bound = boundText(text, max)
          expect(bound.isWellFormed()).toBe(true)
          if (text.length > max) expect(bound).toContain(`of ${text.length} characters`)
          else expect(bound).toBe(text)
        },
      ),
    )
  })
})

describe('edit_file', () => {
  test('replaces one exact place and leaves every other byte', async () => {
    const { root } = workspace()
    expect(
      await callTool(editFileTool, root, { path: 'src/a.ts', old_text: 'a = 1', new_text: "a = '$&'" }),
    ).toBe('Changed one place in src/a.ts.')
    expect(readFileSync(join(root, 'src/a.ts'), 'utf8')).toBe("const a = '$&'\nconst b = 2\n")
  })

  test.each([
    ['xyz', 'q', 'does not occur'],
    ['const', 'let', 'occurs 2 times'],
    ['const a', 'const a', 'the same'],
  ])('refuses %s → %s with a clear reason', async (old_text, new_text, reason) => {
    const { root } = workspace()
    expect(await callTool(editFileTool, root, { path: 'src/a.ts', old_text, new_text })).toContain(reason)
    expect(readFileSync(join(root, 'src/a.ts'), 'utf8')).toBe('const a = 1\nconst b = 2\n')
  })

  test('a file with CRLF stays CRLF; a file that is no UTF-8 is left alone', async () => {
    const { root } = workspace()
    expect(replaceExact('a\r\nb\r\nc', 'a\nb', 'x\ny', false)).toEqual({
      kind: 'done',
      text: 'x\r\ny\r\nc',
      count: 1,
    })
    // Neither the piece nor what takes its place says how lines end here.
    expect(replaceExact('a\r\nb\r\n', 'b', 'x\ny', false)).toMatchObject({ text: 'a\r\nx\r\ny\r\n' })
    expect(replaceExact('a\r\nb\n', 'b', 'x\ny', false)).toMatchObject({ text: 'a\r\nx\ny\n' })
    const latin = Buffer.from([...Buffer.from('name = '.repeat(20)), 0xe9, 0x0a])
    writeFileSync(join(root, 'latin.txt'), latin)
    expect(
      await callTool(editFileTool, root, {
        path: 'latin.txt',
        old_text: 'name',
        new_text: 'n',
        replace_all: true,
      }),
    ).toContain('not UTF-8')
    expect(readFileSync(join(root, 'latin.txt'))).toEqual(latin)
  })
})

describe('glob, grep, list_dir, plans', () => {
  test('grep answers path, line and text; what git ignores is left out', async () => {
    const { root } = workspace()
    execFileSync('git', ['init', '-q'], { cwd: root })
    writeFileSync(join(root, '.gitignore'), 'out/\n')
    mkdirSync(join(root, 'out'))
    writeFileSync(join(root, 'out', 'a.ts'), 'const b = 3')
    expect(await callTool(grepTool, root, { pattern: 'b = \\d' })).toBe('src/a.ts:2:const b = 2')
    expect(
      await callTool(grepTool, root, { pattern: 'B = 2', ignore_case: true, literal: true, glob: '*.ts' }),
    ).toBe('src/a.ts:2:const b = 2')
    expect(await callTool(globTool, root, { pattern: '**/*.ts' })).toBe('src/a.ts')
  })

  test('a pattern for names brings back nothing that is ignored or hidden', async () => {
    const { root } = workspace()
    execFileSync('git', ['init', '-q'], { cwd: root })
    writeFileSync(join(root, '.gitignore'), 'out/\n*.env\n')
    writeFileSync(join(root, 'keys.env'), 'const b = 2')
    for (const folder of ['out', '.hidden']) {
      mkdirSync(join(root, folder))
      writeFileSync(join(root, folder, 'a.ts'), 'const b = 2')
    }
    for (const pattern of ['*', '**', '**/*', '*.{ts,env}', '!nothing'])
      expect(await callTool(globTool, root, { pattern }), pattern).toBe('src/a.ts')
    for (const glob of ['*', '**/*', '*.env', 'out/**'])
      expect(await callTool(grepTool, root, { pattern: 'b = 2', glob, context: 1 }), glob).toBe(
        glob.startsWith('*') && glob !== '*.env'
          ? 'src/a.ts-1-const a = 1\nsrc/a.ts:2:const b = 2'
          : '[No match.]',
      )
    // Named itself, a hidden folder is what was asked for.
    expect(await callTool(globTool, root, { pattern: '*', path: '.hidden' })).toBe('.hidden/a.ts')
  })

  test('a pattern that is no pattern or looks like an option does no harm', async () => {
    const { root } = workspace()
    expect(await callTool(grepTool, root, { pattern: '(' })).toMatch(/^failed: .*unclosed/s)
    expect(await callTool(grepTool, root, { pattern: '--files' })).toBe('[No match.]')
    expect(await callTool(globTool, root, { pattern: '--follow' })).toBe('[No file matches.]')
  })

  test('a place that cannot be read hides nothing of the others', async () => {
    const { root } = workspace()
    const files: string[] = []
    const found = await runRipgrep(['--files', '--', 'src', 'not-there'], {
      cwd: root,
      maxLines: 10,
      maxChars: 1_000,
      format: (file) => {
        files.push(file)
        return null
      },
      keepOutput: async () => null,
      signal: new AbortController().signal,
    })
    expect([files, found]).toEqual([['src/a.ts'], { lines: [], more: null }])
    await expect(
      callTool(grepTool, root, { pattern: 'b', path: 'not-there', glob: '*.ts' }),
    ).resolves.toMatch(/^failed: /)
  })

  test('many matches end after the limit and say so', async () => {
    const { root } = workspace()
    writeFileSync(join(root, 'many.txt'), 'hit\n'.repeat(50_000))
    const answer = await callTool(grepTool, root, { pattern: 'hit' })
    expect(answer.split('\n')).toHaveLength(401)
    expect(answer).toContain('[Only the first 400 of 50000 lines.')
  })

  test('what an answer has no room for is kept whole: lines of grep, files of glob, entries of list_dir', async () => {
    const root = temporaryFolder()
    writeFileSync(join(root, 'many.txt'), Array.from({ length: 30_000 }, (_, at) => `hit ${at} é\n`).join(''))
    mkdirSync(join(root, 'full'))
    for (let at = 0; at < 700; at += 1) writeFileSync(join(root, 'full', `n${at}.ts`), 'x')
    const kept: string[] = []
    const keepOutput: KeepOutput = async (write) => {
      const pieces: Buffer[] = []
      await write({ writeFile: async (piece) => void pieces.push(Buffer.from(piece)) })
      kept.push(Buffer.concat(pieces).toString())
      return `kept-${kept.length}.txt`
    }
    const call = (tool: Tool, input: JsonValue) => callTool(tool, root, input, { keepOutput })

    expect(await call(grepTool, { pattern: 'hit' })).toContain('of 30000 lines. Full output: kept-1.txt]')
    expect(await call(globTool, { pattern: '*.ts' })).toContain('of 700 files. Full output: kept-2.txt]')
    expect(await call(listDirTool, { path: 'full' })).toContain(
      '[500 of 700 entries. Full output: kept-3.txt]',
    )
    const [grep = '', glob = '', list = ''] = kept
    expect(grep.trimEnd().split('\n')).toEqual(
      Array.from({ length: 30_000 }, (_, at) => `many.txt:${at + 1}:hit ${at} é`),
    )
    expect(glob.trimEnd().split('\n')).toHaveLength(700)
    expect(list.trimEnd().split('\n')).toHaveLength(700)
    expect(kept).toHaveLength(3)
  })

  test('list_dir puts folders first and names sizes and links', async () => {
    const { root } = workspace()
    writeFileSync(join(root, 'b.txt'), 'abc')
    expect((await callTool(listDirTool, root, {})).split('\n')).toEqual([
      'src/',
      'b.txt (3 bytes)',
      'dangling (link)',
      'inner (link)',
      'link.txt (link)',
      'up (link)',
    ])
  })

  test('plans and to-do lists answer every entry with its status', async () => {
    const plan = [
      { step: 'read', status: 'completed' },
      { step: 'write', status: 'in_progress' },
      { step: 'check', status: 'pending' },
    ]
    const lines = 'Recorded: 1 of 3 completed.\n[x] read\n[>] write\n[ ] check'
    expect(await callTool(updatePlanTool, '/', { plan })).toBe(lines)
    const todos = plan.map(({ step, status }) => ({ content: step, status }))
    expect(await callTool(todoWriteTool, '/', { todos })).toBe(lines)
    expect(await callTool(todoWriteTool, '/', { todos: [{ content: 'x', status: 'maybe' }] })).toMatch(
      /^failed: .*status/,
    )
  })

  test('write_file does not replace what somebody changed after the model saw it, until it was read again', async () => {
    const { root } = workspace()
    const seen = new SeenFiles()
    const path = 'src/a.ts'
    const file = join(root, path)
    const call = (tool: Tool, input: JsonValue) => callTool(tool, root, input, { seen })
    const write = (content: string) => call(writeFileTool, { path, content })
    expect(await write('never seen')).toMatch(/^Replaced/)
    expect(await write('its own')).toMatch(/^Replaced/)
    writeFileSync(file, 'what the person wrote')
    expect(await write('of the model')).toBe(
      'failed: src/a.ts was changed after you read or wrote it. Read it again first.',
    )
    // Also before anybody is asked, and a small change of its own does not make it known.
    const prepared = writeFileTool.prepare({ path, content: 'x' })
    if (typeof prepared === 'string') throw new Error(prepared)
    await expect(prepared.check?.({ root, protectedPaths: [], seen })).rejects.toThrow('Read it again')
    expect(await call(editFileTool, { path, old_text: 'wrote', new_text: 'has' })).toMatch(/^Changed/)
    expect(await write('of the model')).toMatch(/^failed: /)
    expect(readFileSync(file, 'utf8')).toBe('what the person has')
    expect(await call(readFileTool, { path })).toBe('what the person has')
    expect(await call(editFileTool, { path, old_text: 'has', new_text: 'had' })).toMatch(/^Changed/)
    expect(await write('of the model')).toMatch(/^Replaced/)
    rmSync(file)
    expect(await write('made again')).toMatch(/^Created/)
  })

  test('an edit that would grow a file without end is refused', () => {
    expect(replaceExact('e'.repeat(1_000_000), 'e', 'x'.repeat(1_000), true)).toMatchObject({
      kind: 'refused',
    })
  })

  test('write_file makes folders and says whether it made or replaced', async () => {
    const { root } = workspace()
    expect(await callTool(writeFileTool, root, { path: 'new/deep/x.md', content: 'hé' })).toBe(
      'Created new/deep/x.md (3 bytes).',
    )
    expect(await callTool(writeFileTool, root, { path: 'new/deep/x.md', content: 'h' })).toBe(
      'Replaced new/deep/x.md (1 bytes).',
    )
  })
})
