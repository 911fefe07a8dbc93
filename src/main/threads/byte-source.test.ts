import { closeSync, fstatSync, openSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { plainTurns, threadText } from '../testing/thread-builder.ts'
import { recognizeTranscript } from './importers/recognize.ts'
import { openThreadFile } from './thread-file.ts'

const openFiles = () => readdirSync('/proc/self/fd').length

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

test.skipIf(process.platform !== 'linux')(
  'B-82 large threads that nobody closed leave no open files behind; closing twice is fine',
  async () => {
    const path = join(temporaryFolder(), 'large.json')
    writeFileSync(path, threadText(plainTurns(3)))
    const before = openFiles()
    const closed = await openThreadFile(path, { heldBytes: 0 })
    closed.close()
    closed.close()
    for (let round = 0; round < 50; round += 1) {
      const file = await openThreadFile(path, { heldBytes: 0 })
      expect(file.readMessage(0).id).toBe('u1')
    }
    for (let wait = 0; wait < 200 && openFiles() > before + 2; wait += 1) {
      collect()
      await pause(10)
    }
    expect(openFiles()).toBeLessThanOrEqual(before + 2)
  },
)

test.skipIf(process.platform !== 'linux')(
  'a file that is only looked at is closed once: its number belongs to the next one that is opened',
  async () => {
    const folder = temporaryFolder()
    const path = join(folder, 'other.jsonl')
    writeFileSync(path, '')
    for (let round = 0; round < 50; round += 1) {
      const looked = join(folder, `notes-${round}.jsonl`)
      writeFileSync(looked, '{"note":1}\n{"note":2}\n')
      expect(recognizeTranscript(looked)).toBeNull()
    }
    const others = Array.from({ length: 20 }, () => openSync(path, 'r'))
    for (let wait = 0; wait < 20; wait += 1) {
      collect()
      await pause(10)
    }
    for (const file of others) {
      expect(fstatSync(file).isFile()).toBe(true)
      closeSync(file)
    }
  },
)
