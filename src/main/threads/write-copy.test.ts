import { execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { AppError } from '../../shared/ipc/errors.ts'
import { cutByTurns } from '../compaction/boundary/cut-point.ts'
import { wrapCheckpoint } from '../compaction/checkpoint/wrapper.ts'
import { DISK, type Disk, isTemporaryName } from '../disk/temporary-file.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { plainTurns, threadText } from '../testing/thread-builder.ts'
import { hashBytes } from './fingerprint.ts'
import { copyMeta } from './lineage.ts'
import { openThreadFile, type ThreadFile } from './thread-file.ts'
import { writeCompactedCopy } from './write-copy.ts'

const checkpoint = { id: 'cp-1', text: wrapCheckpoint('## Goal\n\n- x') }

function put(folder: string, name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

function copyOf(
  source: ThreadFile,
  folder: string,
  keep: number,
  disk?: Disk,
): Promise<{ path: string; name: string }> {
  const cut = cutByTurns(source.layout, source.count, keep)
  if (cut.kind !== 'cut') throw new Error(cut.reason)
  const origin = {
    sourceName: 'plan.json',
    summarizedMessages: cut.index,
    summarizedTurns: cut.summarizedTurns,
    tokensBefore: 900,
    tokensAfter: 300,
    summarizer: 'built-in',
    createdAt: '2026-01-02T03:04:05.000Z',
  }
  const meta = copyMeta(
    { origin, sourceSha256: source.fingerprint.sha256, checkpointId: 'cp-1' },
    'Keep paths.',
  )
  const input = { source, folder, cutIndex: cut.index, checkpoint, meta }
  return writeCompactedCopy(disk === undefined ? input : { ...input, disk })
}

describe('writeCompactedCopy', () => {
  test('S-178 eight turns, keep 3: one checkpoint, the last three turns byte for byte, source unchanged', async () => {
    const folder = temporaryFolder()
    const path = put(folder, 'plan.json', threadText(plainTurns(8)))
    const before = hashBytes(readFileSync(path))
    const source = await openThreadFile(path)
    const { path: copyPath, name } = await copyOf(source, folder, 3)
    expect(name).toBe('plan-compact-1.json')
    const copy = await openThreadFile(copyPath)
    expect(copy.head.title).toBe('plan-compact-1')
    expect(copy.layout).toMatchObject({ metaPromptIndex: null, checkpointIndex: 0 })
    expect(copy.layout.turns).toHaveLength(3)
    for (let index = 1; index < copy.count; index += 1)
      expect(copy.rawSlice(index)).toEqual(source.rawSlice(14 + index))
    expect(copy.readMessage(0)).toMatchObject({ id: 'cp-1', role: 'user' })
    expect(copy.origin).toMatchObject({ sourceName: 'plan.json', summarizedTurns: 5, tokensAfter: 300 })
    expect(copy.head.compactionInstructions).toBe('Keep paths.')
    expect(hashBytes(readFileSync(path))).toBe(before)
  })

  test('S-174, S-188 the copy compacts again to the next number with one checkpoint', async () => {
    const folder = temporaryFolder()
    const first = await copyOf(
      await openThreadFile(put(folder, 'plan.json', threadText(plainTurns(6)))),
      folder,
      3,
    )
    const second = await copyOf(await openThreadFile(first.path), folder, 1)
    expect(second.name).toBe('plan-compact-2.json')
    const copy = await openThreadFile(second.path)
    expect([copy.layout.checkpointIndex, copy.layout.turns.length, copy.count]).toEqual([0, 1, 4])
  })

  test('many at once give as many files with different numbers', async () => {
    const folder = temporaryFolder()
    const source = await openThreadFile(put(folder, 'plan.json', threadText(plainTurns(4))))
    const copies = await Promise.all(Array.from({ length: 6 }, () => copyOf(source, folder, 2)))
    expect(new Set(copies.map((copy) => copy.name)).size).toBe(6)
    for (const copy of copies) expect((await openThreadFile(copy.path)).count).toBe(7)
  })

  test('a private thread gets a private copy', async () => {
    const folder = temporaryFolder()
    const path = put(folder, 'plan.json', threadText(plainTurns(4)))
    chmodSync(path, 0o400)
    const copy = await copyOf(await openThreadFile(path), folder, 1)
    expect(statSync(copy.path).mode & 0o777).toBe(0o600)
  })

  test.each([
    ['EROFS', 'disk-read-only'],
    ['EACCES', 'permission-denied'],
  ])('B-74 %s on creating is %s; nothing is left', async (code, expected) => {
    const folder = temporaryFolder()
    const source = await openThreadFile(put(folder, 'plan.json', threadText(plainTurns(4))))
    const disk: Disk = {
      ...DISK,
      open: async () => {
        throw Object.assign(new Error(code), { code })
      },
    }
    await expect(copyOf(source, folder, 1, disk)).rejects.toMatchObject({ code: expected })
    expect(readdirSync(folder)).toEqual(['plan.json'])
  })

  test('a folder that is gone', async () => {
    const folder = temporaryFolder()
    const source = await openThreadFile(put(folder, 'plan.json', threadText(plainTurns(4))))
    await expect(copyOf(source, join(folder, 'no'), 1)).rejects.toMatchObject({ code: 'file-not-found' })
  })
})

/** Runs the copy in another process; resolves to its exit code or signal and what it printed. */
const CHILD = `
const { openThreadFile } = await import(process.argv[1] + '/thread-file.ts')
const { writeCompactedCopy } = await import(process.argv[1] + '/write-copy.ts')
const source = await openThreadFile(process.argv[2])
process.stdout.write('ready\\n')
try {
  for (let round = 0; round < Number(process.argv[4]); round += 1) {
    await writeCompactedCopy({ source, folder: process.argv[3], cutIndex: 3, checkpoint: { id: 'c', text: '# Context checkpoint\\n\\n## Goal' }, meta: {} })
    process.stdout.write('done\\n')
  }
} catch (error) {
  process.stdout.write('code ' + error.code + '\\n')
}
`

function childArguments(source: string, folder: string, rounds: number): string[] {
  return ['--input-type=module', '--eval', CHILD, import.meta.dirname, source, folder, String(rounds)]
}

describe('kill -9 while the copy is written', () => {
  test('leaves no copy or a whole one, at any moment', { timeout: 120_000 }, async () => {
    const folder = temporaryFolder()
    const source = put(folder, 'plan.json', threadText(plainTurns(1200)))
    const before = hashBytes(readFileSync(source))
    const whole = 3 * 1199 + 1
    let copies = 0
    let killedInside = 0
    let runs = 0
    // On a busy machine the first kills come before the first write; then it goes on with longer waits.
    for (let run = 0; run < 10 || (copies + killedInside < 3 && run < 40); run += 1) {
      runs += 1
      const child = spawn(process.execPath, childArguments(source, folder, 500), {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      await new Promise((started) => {
        child.stdout.once('data', started)
        child.once('close', started)
      })
      await new Promise((passed) => setTimeout(passed, run * 7 + Math.random() * 25))
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null)
        await new Promise((ended) => child.once('close', ended))
      for (const name of readdirSync(folder)) {
        if (name === 'plan.json') continue
        if (isTemporaryName(name)) killedInside += 1
        else {
          copies += 1
          expect((await openThreadFile(join(folder, name))).count, name).toBe(whole)
        }
        rmSync(join(folder, name))
      }
    }
    expect(hashBytes(readFileSync(source))).toBe(before)
    process.stderr.write(`kill -9: ${copies} whole copies, ${killedInside} of ${runs} kills inside a write\n`)
    expect(copies + killedInside).toBeGreaterThan(0)
  })
})

const isRoot = process.getuid?.() === 0

describe.skipIf(process.platform === 'win32')('real refusals of the system', () => {
  test('EACCES in a folder that may not be written to', async () => {
    const folder = temporaryFolder()
    const source = put(folder, 'plan.json', threadText(plainTurns(4)))
    const locked = join(folder, 'locked')
    mkdirSync(locked)
    chmodSync(locked, 0o555)
    chmodSync(folder, 0o755)
    if (!isRoot) {
      const file = await openThreadFile(source)
      const failure = copyOf(file, locked, 1)
      await expect(failure).rejects.toMatchObject({ code: 'permission-denied' })
      return
    }
    // Root may write everywhere, so an ordinary user tries, in a process with readable code.
    const code = join(folder, 'code')
    for (const room of ['src/main/threads', 'src/main/disk', 'src/main/compaction', 'src/shared'])
      cpSync(resolve(import.meta.dirname, '../../..', room), join(code, room), { recursive: true })
    writeFileSync(join(code, 'package.json'), '{"type":"module"}')
    const node = join(code, 'node')
    cpSync(process.execPath, node, { dereference: true })
    const args = childArguments(source, locked, 1).with(3, join(code, 'src/main/threads'))
    const output = execFileSync(node, args, { uid: 65_534, gid: 65_534, cwd: folder, encoding: 'utf8' })
    expect(output).toBe('ready\ncode permission-denied\n')
    expect(readdirSync(locked)).toEqual([])
  })

  test('ENOSPC on a disk that is really full', async () => {
    const folder = temporaryFolder()
    const disk = join(folder, 'disk')
    mkdirSync(disk)
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', randomUUID(), disk], { stdio: 'ignore' })
    } catch {
      process.stderr.write('ENOSPC: no right to mount a small disk here, the injected error stands in\n')
      return
    }
    try {
      const file = await openThreadFile(put(folder, 'plan.json', threadText(plainTurns(300))))
      const failure = await copyOf(file, disk, 290).catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(AppError)
      expect(failure).toMatchObject({ code: 'disk-full' })
      expect(readdirSync(disk)).toEqual([])
      execFileSync('mount', ['-o', 'remount,ro', disk])
      await expect(copyOf(file, disk, 1)).rejects.toMatchObject({ code: 'disk-read-only' })
      expect(existsSync(file.path)).toBe(true)
    } finally {
      // Before the folder is removed, which happens in an afterEach.
      execFileSync('umount', [disk])
    }
  })
})
