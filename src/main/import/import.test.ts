import { createHash } from 'node:crypto'
import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ImportFrame } from '../../shared/ipc/import.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { plainTurns, prompt, threadText } from '../testing/thread-builder.ts'
import { openThread } from '../threads/open-thread.ts'
import { openThreadFile } from '../threads/thread-file.ts'
import { runImport } from './run-import.ts'
import { scanSources } from './scan-sources.ts'
import { claudeSession as session } from './testing/claude-session.ts'
import { IMPORT_OPTIONS, importAll } from './testing/import-all.ts'

function sessions(): { readonly from: string; readonly root: string } {
  const from = temporaryFolder()
  mkdirSync(join(from, 'deep', 'node_modules'), { recursive: true })
  writeFileSync(join(from, 'one.jsonl'), session('one', 2))
  writeFileSync(join(from, 'deep', 'two.jsonl'), session('two', 3))
  writeFileSync(join(from, 'deep', 'notes.json'), '{"a": 1}')
  writeFileSync(join(from, 'deep', 'node_modules', 'three.jsonl'), session('three', 1))
  return { from, root: temporaryFolder() }
}

const hashOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')

describe('importing', () => {
  test('takes every thread of a folder once; a second import changes nothing', async () => {
    const { from, root } = sessions()
    const first = await importAll([from], root)
    expect(first).toMatchObject({ outcomes: ['new', 'new'], failed: [], ended: 'done' })
    expect(first.scan.threads.map(({ label, messages }) => [label, messages > 0])).toEqual([
      ['Claude Code', true],
      ['Claude Code', true],
    ])
    const files = readdirSync(root).toSorted()
    const second = await importAll([from, join(from, 'one.jsonl')], root)
    expect(second.outcomes).toEqual(['unchanged', 'unchanged', 'unchanged'])
    expect(readdirSync(root).toSorted()).toEqual(files)
    const file = await openThreadFile(join(root, first.threads[1] ?? ''))
    expect(JSON.stringify(file.readMessages({ from: 0, to: file.count }))).toContain('the content 3')
  })

  test('a line that was cut is told in the scan and the result, kept in the thread, and counted as no message', async () => {
    const { from, root } = sessions()
    const path = join(from, 'one.jsonl')
    const whole = (await importAll([path], temporaryFolder())).scan.threads[0]?.messages ?? 0
    writeFileSync(path, `${session('one', 2)}{"type":"user","uuid":"x","parentUu`)
    const { scan, frames, threads } = await importAll([path], root)
    expect(scan.threads).toMatchObject([{ messages: whole, unreadable: 1 }])
    expect(frames.filter(({ kind }) => kind === 'imported')).toMatchObject([{ unreadable: 1 }])
    const file = await openThreadFile(join(root, threads[0] ?? ''))
    expect(JSON.stringify(file.readMessages({ from: 0, to: file.count }))).toContain('parentUu')
    expect(file.notes).toContainEqual({ code: 'broken-messages', count: 1 })
    file.close()
    const there = await openThread(path)
    expect(there.notes).toContainEqual({ code: 'broken-messages', count: 1 })
    expect(there.foreign?.info.threads).toMatchObject([{ messages: whole }])
    there.close()
  })

  test('sources are only read, and their bytes are kept under their hash', async () => {
    const { from, root } = sessions()
    const paths = [join(from, 'one.jsonl'), join(from, 'deep', 'two.jsonl')]
    const before = paths.map(hashOf)
    await importAll([from], root)
    expect(paths.map(hashOf)).toEqual(before)
    const kept = join(root, '.palimpsest', 'originals')
    expect(readdirSync(kept).toSorted()).toEqual(before.map((sha256) => `${sha256}.jsonl`).toSorted())
    for (const [at, path] of paths.entries())
      expect(readFileSync(join(kept, `${before[at]}.jsonl`))).toEqual(readFileSync(path))
  })

  test('a session that has grown is updated in place', async () => {
    const { from, root } = sessions()
    const [name] = (await importAll([join(from, 'one.jsonl')], root)).threads
    writeFileSync(join(from, 'one.jsonl'), session('one', 3))
    expect(await importAll([from], root)).toMatchObject({ outcomes: ['updated', 'new'] })
    expect(readFileSync(join(root, name ?? ''), 'utf8')).toContain('task 3 of one')
  })

  test('a thread that was continued here is never written over', async () => {
    const { from, root } = sessions()
    const [name = ''] = (await importAll([join(from, 'one.jsonl')], root)).threads
    const text = readFileSync(join(root, name), 'utf8')
    const mine = text.replace(
      '\n    ]\n  },\n  "meta"',
      `,\n      ${JSON.stringify(prompt('u', 'mine'))}\n    ]\n  },\n  "meta"`,
    )
    expect(mine).not.toBe(text)
    writeFileSync(join(root, name), mine)
    expect((await importAll([join(from, 'one.jsonl')], root)).outcomes).toEqual(['unchanged'])
    writeFileSync(join(from, 'one.jsonl'), session('one', 3))
    const again = await importAll([join(from, 'one.jsonl')], root)
    expect(again.outcomes).toEqual(['copied'])
    expect(again.threads[0]).not.toBe(name)
    expect(readFileSync(join(root, name), 'utf8')).toBe(mine)
  })

  test.each([
    ['a turn runs in it', true],
    ['letting go of it writes what was said', false],
  ])('a thread that is open here is not written over: %s', async (_why, isRunning) => {
    const { from, root } = sessions()
    const [name = ''] = (await importAll([join(from, 'one.jsonl')], root)).threads
    const mine = readFileSync(join(root, name), 'utf8').replaceAll('task 1 of one', 'my task')
    writeFileSync(join(from, 'one.jsonl'), session('one', 3))
    let letGo = 0
    const open = {
      isInUse: () => isRunning,
      letGo: async (path: string) => {
        letGo += 1
        writeFileSync(path, mine)
      },
      made: async () => undefined,
    }
    const { signal } = new AbortController()
    expect((await importAll([from], root, {}, signal, open)).outcomes).toEqual(['copied', 'new'])
    expect(letGo).toBe(isRunning ? 0 : 1)
    expect(readFileSync(join(root, name), 'utf8').includes('task 3')).toBe(false)
  })

  test('each file that is new is told, so that nothing of an earlier thread of its name counts for it', async () => {
    const { from, root } = sessions()
    const made: string[] = []
    const open = {
      isInUse: () => false,
      letGo: async () => undefined,
      made: async (path: string) => {
        made.push(path)
      },
    }
    const { signal } = new AbortController()
    const { threads } = await importAll([from], root, {}, signal, open)
    expect(made).toEqual(threads.map((name) => join(root, name)))
    writeFileSync(join(from, 'one.jsonl'), session('one', 3))
    expect((await importAll([from], root, {}, signal, open)).outcomes).toEqual(['updated', 'unchanged'])
    expect(made).toHaveLength(2)
  })

  test('copies are written beside the former import when that is asked for', async () => {
    const { from, root } = sessions()
    await importAll([join(from, 'one.jsonl')], root)
    writeFileSync(join(from, 'one.jsonl'), session('one', 3))
    expect(await importAll([join(from, 'one.jsonl')], root, { changed: 'copy' })).toMatchObject({
      outcomes: ['copied'],
    })
    expect(readdirSync(root).filter((name) => name.endsWith('.json'))).toHaveLength(2)
  })

  test('tool output and pictures can be left out, and the thread says so', async () => {
    const { from, root } = sessions()
    const [name = ''] = (await importAll([join(from, 'one.jsonl')], root, { toolOutput: false })).threads
    const text = readFileSync(join(root, name), 'utf8')
    expect(text).not.toContain('the content 1')
    expect(text).toContain('left out when this thread was imported')
    expect(text).toContain('a1.ts')
  })

  test('a native thread keeps its bytes but for its lineage', async () => {
    const root = temporaryFolder()
    const path = join(temporaryFolder(), 'mine.json')
    writeFileSync(path, threadText(plainTurns(2)))
    const { threads, outcomes } = await importAll([path], root)
    expect(outcomes).toEqual(['new'])
    const [written, source] = [await openThreadFile(join(root, threads[0] ?? '')), await openThreadFile(path)]
    for (let index = 0; index < source.count; index += 1)
      expect(written.rawSlice(index)).toEqual(source.rawSlice(index))
    expect((await importAll([path], root)).outcomes).toEqual(['unchanged'])
  })

  test('an older and a newer file of one session become two threads, and stay two', async () => {
    const { from, root } = sessions()
    mkdirSync(join(from, 'old'))
    writeFileSync(join(from, 'old', 'one.jsonl'), session('one', 1))
    expect((await importAll([from], root)).outcomes).toEqual(['new', 'new', 'new'])
    expect((await importAll([from], root)).outcomes).toEqual(['unchanged', 'unchanged', 'unchanged'])
    expect(readdirSync(root).filter((name) => name.endsWith('.json'))).toHaveLength(3)
  })

  test('one bad file is listed and the rest goes on', async () => {
    const { from, root } = sessions()
    const bad = join(from, 'bad.txt')
    writeFileSync(bad, 'nothing of the kind')
    const { scanned, outcomes } = await importAll([bad, from], root)
    expect(scanned.filter(({ kind }) => kind === 'problem')).toMatchObject([
      { problem: { source: bad, error: { code: 'file-not-thread' } } },
    ])
    expect(outcomes).toEqual(['new', 'new'])
  })

  test.each([
    ['a database', 'SQLite format 3\0', 'file-database'],
    ['packed with zstd', '\x28\xb5\x2f\xfd rest', 'file-packed'],
    ['packed with gzip', '\x1f\x8b rest', 'file-packed'],
  ])(
    'a file that is %s says what to do with it, at the scan and when it is opened',
    async (_what, text, code) => {
      const path = join(temporaryFolder(), 'opencode.db')
      writeFileSync(path, Buffer.from(text, 'latin1'))
      const { scanned } = await importAll([path], temporaryFolder())
      expect(scanned.filter(({ kind }) => kind === 'problem')).toMatchObject([
        { problem: { source: path, error: { code } } },
      ])
      await expect(openThread(path)).rejects.toMatchObject({ code })
    },
  )

  test('a cut last line is no reason to refuse the rest', async () => {
    const { from, root } = sessions()
    appendFileSync(join(from, 'one.jsonl'), '{"type":"user","uuid":"cut')
    expect((await importAll([join(from, 'one.jsonl')], root)).outcomes).toEqual(['new'])
  })

  test('Stop leaves whole threads only', async () => {
    const { from, root } = sessions()
    for (let at = 0; at < 20; at += 1) writeFileSync(join(from, `s${at}.jsonl`), session(`s${at}`, 40))
    const stop = new AbortController()
    const frames: ImportFrame[] = []
    const scan = await scanSources([from], () => undefined, stop.signal)
    const run = {
      root,
      folder: root,
      sources: scan.sources,
      options: IMPORT_OPTIONS,
      idOf: (path: string) => path,
      total: 22,
    }
    await expect(
      runImport(
        run,
        (frame) => {
          frames.push(frame)
          if (frames.filter(({ kind }) => kind === 'imported').length === 5) stop.abort()
        },
        stop.signal,
      ),
    ).rejects.toMatchObject({ code: 'cancelled' })
    const names = readdirSync(root).filter((name) => !name.startsWith('.'))
    expect(names).toHaveLength(5)
    for (const name of names) (await openThreadFile(join(root, name))).close()
  })
})
