import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../checkpoints/database.ts'
import { createJournal } from '../checkpoints/journal-repository.ts'
import { createQueue } from '../checkpoints/queue-repository.ts'
import { DISK, type Disk } from '../disk/temporary-file.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { plainTurns, prompt, threadText } from '../testing/thread-builder.ts'
import { openLiveThread } from './live-thread.ts'
import type { NewMessage } from './native/write-message.ts'
import { saveThread } from './save-thread.ts'
import { openThreadFile } from './thread-file.ts'

/** Runs before the folders of a test are taken away: their hook was there first. */
const undo: (() => void)[] = []
afterEach(() => {
  for (const step of undo.splice(0).toReversed()) step()
})

function said(text: string): NewMessage {
  return {
    role: 'user',
    content: [{ kind: 'text', text }],
    runtime: { atMs: 5, origin: null, ending: 'complete', privateItems: [], approvals: [] },
  }
}

/** A real disk of `size`; null where mounting is not allowed. It goes away before its folder does. */
function smallDisk(folder: string, size: string): string | null {
  const disk = join(folder, 'disk')
  mkdirSync(disk)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, randomUUID(), disk], { stdio: 'ignore' })
  } catch {
    process.stderr.write('no right to mount a small disk here: not shown on this machine\n')
    return null
  }
  undo.push(() => execFileSync('umount', ['-l', disk]))
  return disk
}

function databaseIn(folder: string) {
  const { db, close } = openDatabase(folder, () => 1)
  undo.push(close)
  return db
}

describe.skipIf(process.platform === 'win32')('on a real disk that refuses', () => {
  test('B-74 a full disk at the end of a turn: kept, shown as unsaved, tried again, written when there is room', async () => {
    const folder = temporaryFolder()
    const disk = smallDisk(folder, '256k')
    if (disk === null) return
    const path = join(disk, 'talk.json')
    writeFileSync(path, threadText(plainTurns(60)))
    const before = readFileSync(path)
    const filler = join(disk, 'filler')
    writeFileSync(filler, Buffer.alloc(256 * 1024 - 4096 * 2 - Math.ceil(before.length / 4096) * 4096))
    const journal = createJournal(databaseIn(join(folder, 'data')), disk, 'talk.json', () => 1)
    const told: boolean[] = []
    const live = await openLiveThread(path, { journal, retryMs: [20], onSaved: (is) => told.push(is) })
    live.appendMessage(said('keep this'), null)
    await live.finishTurn()
    expect(live.isUnsaved).toBe(true)
    expect(readFileSync(path).equals(before)).toBe(true)
    // A second turn meanwhile: both wait.
    live.appendMessage(said('and this'), null)
    await live.finishTurn()
    expect(journal.list()).toHaveLength(2)
    expect(readdirSync(disk).toSorted()).toEqual(['filler', 'talk.json'])
    rmSync(filler)
    await expect.poll(() => live.isUnsaved).toBe(false)
    expect(told).toEqual([true, false])
    const file = await openThreadFile(path)
    expect(file.readMessages({ from: 180, to: 182 }).map(({ content }) => content)).toEqual([
      [{ kind: 'text', text: 'keep this' }],
      [{ kind: 'text', text: 'and this' }],
    ])
    expect(file.count).toBe(182)
    expect(journal.list()).toEqual([])
    await live.close()
  })

  test('B-74 a disk that became read-only: the file stays as it was, the turn is there after a restart', async () => {
    const folder = temporaryFolder()
    const disk = smallDisk(folder, '256k')
    if (disk === null) return
    const path = join(disk, 'talk.json')
    writeFileSync(path, threadText(plainTurns(2)))
    const db = databaseIn(join(folder, 'data'))
    const journal = createJournal(db, disk, 'talk.json', () => 1)
    const live = await openLiveThread(path, { journal, retryMs: [60_000] })
    execFileSync('mount', ['-o', 'remount,ro', disk])
    live.appendMessage(said('keep this'), null)
    await live.close()
    expect(live.isUnsaved).toBe(true)
    // Opened again while the disk still refuses: readable, with what was said.
    const again = await openLiveThread(path, { journal, retryMs: [60_000] })
    expect([again.count, again.isUnsaved]).toEqual([7, true])
    await again.close()
    execFileSync('mount', ['-o', 'remount,rw', disk])
    const third = await openLiveThread(path, { journal })
    expect([third.count, third.isUnsaved]).toEqual([7, false])
    await third.close()
    expect((await openThreadFile(path)).count).toBe(7)
  })

  test('B-74 a journal that cannot be written refuses the message: nothing of it is in the thread, the queue keeps it', async () => {
    const folder = temporaryFolder()
    const disk = smallDisk(folder, '2m')
    if (disk === null) return
    const path = join(folder, 'talk.json')
    writeFileSync(path, threadText(plainTurns(1)))
    const before = readFileSync(path)
    const db = databaseIn(disk)
    const journal = createJournal(db, folder, 'talk.json', () => 1)
    const queue = createQueue(db, folder, 'talk.json')
    const waiting = queue.add('from the queue', 'turn')
    const live = await openLiveThread(path, { journal })
    expect(() => live.appendMessage(said('x'.repeat(3_000_000)), waiting.id)).toThrow(
      expect.objectContaining({ code: 'disk-full' }),
    )
    expect(live.count).toBe(3)
    expect(journal.list()).toEqual([])
    expect(queue.list()).toEqual([waiting])
    // Less goes on as before.
    live.appendMessage(said('short'), waiting.id)
    expect([live.count, journal.list().length, queue.list().length]).toEqual([4, 1, 0])
    await live.close()
    expect(readFileSync(path).length).toBeGreaterThan(before.length)
  })
})

/** The disk, with the size of every write noted. */
function notingDisk(sizes: number[]): Disk {
  return {
    ...DISK,
    open: async (path, flags, mode) => {
      const file = await DISK.open(path, flags, mode)
      for (const name of ['write', 'writeFile', 'appendFile'] as const) {
        const real = file[name].bind(file) as (...args: readonly unknown[]) => Promise<never>
        file[name] = ((data: string | Uint8Array, ...rest: readonly unknown[]) => {
          sizes.push(typeof data === 'string' ? Buffer.byteLength(data) : data.byteLength)
          return real(data, ...rest)
        }) as never
      }
      return file
    },
  }
}

test.each([
  ['read from the disk', 'grew', 0],
  ['held in memory', 'grew', 100_000_000],
  ['read from the disk', 'changed at its beginning', 0],
  ['held in memory', 'changed at its beginning', 100_000_000],
] as const)(
  'B-71 a thread of 20 MB, %s, that %s is saved in pieces: no write and no string is as large as the thread',
  async (_name, what, heldBytes) => {
    const path = join(temporaryFolder(), 'large.json')
    const records = Array.from({ length: 200 }, (_, at) => prompt(`p${at}`, `漢 ${at} `.repeat(14_000)))
    writeFileSync(path, threadText(records))
    const before = readFileSync(path)
    expect(before.length).toBeGreaterThan(19_000_000)
    const file = await openThreadFile(path, { heldBytes })
    if (what !== 'grew') file.patchRecord(0, [], { mine: 1 })
    file.appendRecord(prompt('new', 'the last one'))
    const sizes: number[] = []
    const parsed = JSON.stringify
    let longest = 0
    JSON.stringify = ((...args: Parameters<typeof JSON.stringify>) => {
      const text = parsed(...args)
      longest = Math.max(longest, text?.length ?? 0)
      return text
    }) as typeof JSON.stringify
    try {
      await saveThread(file, { disk: notingDisk(sizes), heldBytes })
    } finally {
      JSON.stringify = parsed
    }
    const written = sizes.reduce((sum, size) => sum + size, 0)
    // The system copies what stands before what was said.
    if (what === 'grew') expect(written).toBeLessThan(1_000)
    else expect(written).toBe(statSync(path).size)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(8 * 1_048_576)
    expect(longest).toBeLessThan(1_000)
    const after = readFileSync(path)
    const end = before.lastIndexOf('\n    ],')
    const second = before.indexOf('"p1"')
    const shift = after.indexOf('"p1"') - second
    expect(shift === 0).toBe(what === 'grew')
    expect(after.subarray(second + shift, end + shift).equals(before.subarray(second, end))).toBe(true)
    expect((await openThreadFile(path)).readMessage(200).content).toEqual([
      { kind: 'text', text: 'the last one' },
    ])
  },
)

test('S-005 S-002 what a turn adds leaves every earlier byte as it is: spacing, unknown keys, number forms', async () => {
  const folder = temporaryFolder()
  const path = join(folder, 'odd.json')
  const head = '{\r\n\t"meta": {"x": 1.50e+2, "big": 12345678901234567890},\r\n\t"context" : {\t"messages":['
  const record =
    '{"role":"user" , "id":"u\\u0031","content":[{"type":"text","text":"\\ud83d\\ude00"}],"mine":[ 1.0 ]}'
  const tail = '] , "systemPrompt":""}\r\n}\r\n'
  writeFileSync(path, `${head}${record}${tail}`)
  const journal = createJournal(databaseIn(join(folder, 'data')), folder, 'odd.json', () => 1)
  const live = await openLiveThread(path, { journal })
  for (let turn = 0; turn < 3; turn += 1) {
    live.appendMessage(said(`turn ${turn}`), null)
    await live.finishTurn()
  }
  await live.close()
  const text = readFileSync(path, 'utf8')
  expect(text.startsWith(`${head}${record},`)).toBe(true)
  expect(text.endsWith(tail)).toBe(true)
  expect((await openThreadFile(path)).count).toBe(4)
})
