import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { openThreads } from '../open-thread.ts'
import { readArchive } from './read-archive.ts'
import { makeZip, type ZipFile } from './testing/make-zip.ts'

const chat = JSON.stringify([
  {
    title: 'Zipped',
    conversation_id: 'c',
    current_node: 'u',
    mapping: {
      u: {
        id: 'u',
        parent: null,
        children: [],
        message: {
          id: 'u',
          author: { role: 'user' },
          content: {
            content_type: 'multimodal_text',
            parts: [{ content_type: 'image_asset_pointer', asset_pointer: 'sediment://file_1' }, 'Look'],
          },
        },
      },
    },
  },
])

function write(files: readonly ZipFile[], sharesBytes = false): string {
  const path = join(temporaryFolder(), 'export.zip')
  writeFileSync(path, makeZip(files, sharesBytes))
  return path
}

test('an export is read out of its archive, pictures included', async () => {
  const png = Buffer.from('\x89PNG and more', 'latin1')
  const path = write([
    { name: 'user.json', data: Buffer.from('{}') },
    { name: 'media/file_1-a.png', data: png, isStored: true },
    { name: 'conversations.json', data: Buffer.from(chat) },
  ])
  const [thread] = await openThreads(path)
  expect(thread?.head.title).toBe('Zipped')
  expect(thread?.readRecord(0).message.content).toMatchObject([{ kind: 'image' }, { text: 'Look' }])
  thread?.close()
})

test.each([
  ['../out.json', 'archive-outside'],
  ['/etc/out.json', 'archive-outside'],
])('an archive with the name %s is refused', async (name, code) => {
  await expect(readArchive(write([{ name, data: Buffer.from('{}') }]))).rejects.toMatchObject({ code })
})

test('archives made to unpack to far more than they hold are refused', async () => {
  const data = Buffer.from('x')
  const bomb = write([{ name: 'a.json', data, size: 1_000_000_000 }])
  await expect(readArchive(bomb)).rejects.toMatchObject({ code: 'archive-too-large' })
  const shared = write(
    [
      { name: 'a.json', data },
      { name: 'b.json', data },
    ],
    true,
  )
  await expect(readArchive(shared)).rejects.toMatchObject({ code: 'archive-too-large' })
})

test('a file that unpacks to another size than it says is refused when it is read', async () => {
  const [file] = await readArchive(write([{ name: 'a.json', data: Buffer.from('{"a":1}'), size: 3 }]))
  expect(() => file?.bytes.slice(0, 3)).toThrow(/damaged/)
})

test('an archive cut anywhere says so', async () => {
  const path = write([{ name: 'a.json', data: Buffer.from(chat) }])
  const whole = makeZip([{ name: 'a.json', data: Buffer.from(chat) }])
  for (let cut = 4; cut < whole.length; cut += 25) {
    writeFileSync(path, whole.subarray(0, cut))
    await expect(readArchive(path)).rejects.toMatchObject({ code: 'file-truncated' })
  }
})
