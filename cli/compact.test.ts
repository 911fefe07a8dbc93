import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../src/main/testing/temporary-folder.ts'
import { answer, prompt, threadText } from '../src/main/testing/thread-builder.ts'
import { openThreadFile } from '../src/main/threads/thread-file.ts'
import { jsonLines, putThread, runCli, talkativeTurns } from './testing/run-cli.ts'

const hashOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')

describe('palimpsest compact', { timeout: 180_000 }, () => {
  test('writes the copy beside the source, which keeps its bytes, and exits with 0', async () => {
    const folder = temporaryFolder()
    const source = putThread(folder)
    const before = hashOf(source)
    const run = await runCli(['compact', source, '--keep', '2'])
    expect(run).toMatchObject({ code: 0, err: '' })
    expect(run.out).toContain('4 summarized, 2 kept exactly of 6')
    expect(readdirSync(folder)).toEqual(['plan-compact-1.json', 'plan.json'])
    expect(hashOf(source)).toBe(before)
    const copy = await openThreadFile(join(folder, 'plan-compact-1.json'))
    expect(copy.layout).toMatchObject({ checkpointIndex: 0, turns: [{ number: 1 }, { number: 2 }] })
  })

  test('--json gives one object per file and line with the documented fields, bad files included', async () => {
    const folder = temporaryFolder()
    putThread(folder, 'good.json')
    writeFileSync(join(folder, 'bad.json'), '{"context":{"messages":[')
    writeFileSync(join(folder, 'short.json'), threadText(talkativeTurns(1)))
    const run = await runCli(['compact', 'bad.json', 'good.json', 'short.json', 'gone.json', '--json'], {
      cwd: folder,
    })
    expect(run.code).toBe(1)
    const lines = jsonLines(run.out)
    expect(lines.map((line) => line.file ?? line.source)).toEqual([
      'bad.json',
      'good.json',
      'short.json',
      'gone.json',
    ])
    expect(lines.map((line) => (line.error as { code: string } | undefined)?.code ?? null)).toEqual([
      'file-truncated',
      null,
      'nothing-to-compact',
      'file-not-found',
    ])
    expect(Object.keys(lines[0] ?? {})).toEqual(['file', 'error'])
    expect(Object.keys((lines[0]?.error as object) ?? {})).toEqual(['code', 'message'])
    expect(Object.keys(lines[1] ?? {})).toEqual([
      'source',
      'output',
      'keptTurns',
      'summarizedTurns',
      'tokensBefore',
      'tokensAfter',
      'checkpointId',
      'summarizer',
      'retention',
    ])
    expect(lines[1]).toMatchObject({ output: join(folder, 'good-compact-1.json'), summarizer: 'built-in' })
    expect(readFileSync(join(folder, 'bad.json'), 'utf8')).toBe('{"context":{"messages":[')
  })

  test('I5 a checkpoint that makes nothing smaller is nothing to compact, dry or not', async () => {
    const folder = temporaryFolder()
    const messages = [1, 2].map((turn) => ({
      id: `u${turn}`,
      role: 'user',
      content: [{ type: 'text', text: 'ok' }],
    }))
    writeFileSync(join(folder, 'tiny.json'), threadText(messages))
    for (const more of [[], ['--dry-run']]) {
      const run = await runCli(['compact', 'tiny.json', '--json', ...more], { cwd: folder })
      expect(run.code).toBe(3)
      expect(jsonLines(run.out)).toMatchObject([{ file: 'tiny.json', error: { code: 'nothing-to-compact' } }])
    }
    expect(readdirSync(folder)).toEqual(['tiny.json'])
  })

  test('S-160 S-179 one turn, or all turns kept: exit code 3 and the reason', async () => {
    const folder = temporaryFolder()
    putThread(folder, 'one.json', 1)
    putThread(folder, 'six.json', 6)
    const one = await runCli(['compact', 'one.json'], { cwd: folder })
    expect(one).toMatchObject({ code: 3, out: '' })
    expect(one.err).toContain('needs two turns')
    const all = await runCli(['compact', 'six.json', '--keep', '6'], { cwd: folder })
    expect(all).toMatchObject({ code: 3, out: '' })
    expect(all.err).toContain('all 6 turns are kept')
    expect(readdirSync(folder)).toEqual(['one.json', 'six.json'])
  })

  test('a file that never was is told by the place where it was looked for', async () => {
    const folder = temporaryFolder()
    const run = await runCli(['inspect', 'nope.json'], { cwd: folder })
    expect(run).toMatchObject({ code: 1, out: '' })
    expect(run.err).toContain(`There is no file at ${join(folder, 'nope.json')}.`)
  })

  test('--dry-run measures and writes nothing', async () => {
    const folder = temporaryFolder()
    putThread(folder)
    const run = await runCli(['compact', 'plan.json', '--dry-run', '--json'], { cwd: folder })
    expect(run.code).toBe(0)
    expect(jsonLines(run.out)).toMatchObject([{ source: 'plan.json', output: null, keptTurns: 3 }])
    expect(readdirSync(folder)).toEqual(['plan.json'])
  })

  test('--out takes the copies elsewhere, numbered by what is there; a folder is made, a file is wrong use', async () => {
    const folder = temporaryFolder()
    const out = join(folder, 'out folder')
    mkdirSync(out)
    writeFileSync(join(out, 'plan-compact-7.json'), '')
    putThread(folder)
    const run = await runCli(['compact', 'plan.json', '--out', 'out folder', '--json'], { cwd: folder })
    expect(jsonLines(run.out)).toMatchObject([{ output: join(out, 'plan-compact-8.json') }])
    expect(readdirSync(folder)).toEqual(['out folder', 'plan.json'])
    const made = await runCli(['compact', 'plan.json', '--out', 'new/deep', '--json'], { cwd: folder })
    expect(jsonLines(made.out)).toMatchObject([
      { output: join(folder, 'new', 'deep', 'plan-compact-1.json') },
    ])
    const file = await runCli(['compact', 'plan.json', '--out', 'plan.json'], { cwd: folder })
    expect(file).toMatchObject({ code: 2, out: '' })
  })

  test('from another folder, by a relative path, and twice in one call: two copies, none lost', async () => {
    const folder = temporaryFolder()
    const elsewhere = join(folder, 'elsewhere')
    mkdirSync(elsewhere)
    const path = relative(elsewhere, putThread(folder))
    const run = await runCli(['compact', path, path, '--json'], { cwd: elsewhere })
    expect(run.code).toBe(0)
    expect(jsonLines(run.out).map(({ source, output }) => [source, basename(String(output))])).toEqual([
      ['../plan.json', 'plan-compact-1.json'],
      ['../plan.json', 'plan-compact-2.json'],
    ])
  })

  test.skipIf(process.platform === 'win32')(
    'odd file names: spaces, a line break, emoji, a dash',
    async () => {
      const folder = temporaryFolder()
      const names = ['a b.json', 'line\nbreak.json', '👩‍👩‍👧 订单.json', '-dash.json', 'quo\'te".json']
      for (const name of names) putThread(folder, name)
      const run = await runCli(['compact', '--json', '--', ...names], { cwd: folder })
      expect(run.code).toBe(0)
      const lines = jsonLines(run.out)
      expect(lines.map(({ source }) => source)).toEqual(names)
      for (const name of names)
        expect(readdirSync(folder)).toContain(name.replace(/\.json$/, '-compact-1.json'))
    },
  )

  test('S-174 S-188 B-78 a copy compacts to the next number, with one checkpoint under its old id', async () => {
    const folder = temporaryFolder()
    putThread(folder, 'plan.json', 8)
    const first = await runCli(['compact', 'plan.json', '--keep', '4', '--json'], { cwd: folder })
    const second = await runCli(['compact', 'plan-compact-1.json', '--keep', '2', '--json'], { cwd: folder })
    const [one] = jsonLines(first.out)
    const [two] = jsonLines(second.out)
    expect(two).toMatchObject({
      output: join(folder, 'plan-compact-2.json'),
      checkpointId: one?.checkpointId,
    })
    const seen = await runCli(['inspect', 'plan-compact-2.json', '--json'], { cwd: folder })
    expect(jsonLines(seen.out)).toMatchObject([{ checkpoints: 1, turns: 2, messages: 5 }])
  })

  test('two processes at once on one file give two whole copies with two numbers', async () => {
    const folder = temporaryFolder()
    putThread(folder, 'plan.json', 40)
    const runs = await Promise.all([1, 2, 3].map(() => runCli(['compact', 'plan.json'], { cwd: folder })))
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0])
    expect(readdirSync(folder)).toEqual([
      'plan-compact-1.json',
      'plan-compact-2.json',
      'plan-compact-3.json',
      'plan.json',
    ])
    for (const number of [1, 2, 3])
      expect((await openThreadFile(join(folder, `plan-compact-${number}.json`))).layout.turns).toHaveLength(3)
  })

  test('report says what of the source survived in its copy, and names the file that is bad', async () => {
    const folder = temporaryFolder()
    putThread(folder)
    await runCli(['compact', 'plan.json'], { cwd: folder })
    const run = await runCli(['report', 'plan.json', 'plan-compact-1.json', '--json'], { cwd: folder })
    expect(run.code).toBe(0)
    expect(jsonLines(run.out)).toMatchObject([
      { source: 'plan.json', retention: { floors: { unsupported: 0 } } },
    ])
    const wrong = await runCli(['report', 'plan.json', 'plan.json', '--json'], { cwd: folder })
    expect(wrong.code).toBe(1)
    expect(jsonLines(wrong.out)).toMatchObject([{ error: { code: 'file-not-thread' } }])
    const gone = await runCli(['report', 'gone.json', 'plan-compact-1.json', '--json'], { cwd: folder })
    expect(jsonLines(gone.out)).toMatchObject([{ file: 'gone.json', error: { code: 'file-not-found' } }])
  })

  test('report names the source of a copy that was made from another file', async () => {
    const folder = temporaryFolder()
    putThread(folder)
    writeFileSync(
      join(folder, 'other.json'),
      threadText([prompt('x1', 'Something else.'), answer('x2', 'Yes.')]),
    )
    await runCli(['compact', 'plan.json'], { cwd: folder })
    await runCli(['compact', 'plan-compact-1.json', '--keep', '1'], { cwd: folder })
    for (const [source, copy, named] of [
      ['plan.json', 'plan-compact-2.json', 'plan-compact-1.json'],
      ['other.json', 'plan-compact-1.json', 'plan.json'],
    ] as const) {
      const plain = await runCli(['report', source, copy], { cwd: folder })
      expect(plain).toMatchObject({ code: 1, out: '' })
      expect(plain.err).toContain(`${copy}: This copy was made from ${named}`)
      const json = await runCli(['report', source, copy, '--json'], { cwd: folder })
      expect(json.code).toBe(1)
      expect(jsonLines(json.out)).toMatchObject([{ file: copy, error: { code: 'bad-input' } }])
    }
    // Another thread under the source's name.
    copyFileSync(join(folder, 'other.json'), join(folder, 'plan.json'))
    const taken = await runCli(['report', 'plan.json', 'plan-compact-1.json'], { cwd: folder })
    expect(taken).toMatchObject({ code: 1, out: '' })
    expect(taken.err).toContain('no message in common')
  })

  test('report tells of a source that grew, and measures the copy all the same', async () => {
    const folder = temporaryFolder()
    putThread(folder)
    await runCli(['compact', 'plan.json'], { cwd: folder })
    const pair = ['report', 'plan.json', 'plan-compact-1.json']
    const [before] = jsonLines((await runCli([...pair, '--json'], { cwd: folder })).out)
    expect(before?.sourceState).toBe('same')
    putThread(folder, 'plan.json', 8)
    const grown = await runCli([...pair, '--json'], { cwd: folder })
    expect(grown.code).toBe(0)
    expect(grown.err).toContain('plan.json: has changed since plan-compact-1.json was made from it')
    expect(jsonLines(grown.out)).toEqual([{ ...before, sourceState: 'changed' }])
  })
})
