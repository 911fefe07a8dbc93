import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { findOriginal } from './find-original.ts'
import { hashBytes } from './fingerprint.ts'

function files() {
  const folder = temporaryFolder()
  const source = join(folder, 'plan.json')
  const copy = join(folder, 'plan-compact-1.json')
  writeFileSync(source, '{"a":1}')
  writeFileSync(copy, '{"b":2}')
  return {
    folder,
    source,
    copy,
    mark: { sourceName: 'plan.json', sha256: hashBytes(Buffer.from('{"a":1}')) },
  }
}

test('finds the original by its name, also when the conversation went on', async () => {
  const { source, copy, mark } = files()
  writeFileSync(source, '{"a":1,"more":true}')
  expect(await findOriginal(copy, mark)).toBe(source)
})

test('finds a renamed original by its bytes', async () => {
  const { folder, source, copy, mark } = files()
  mkdirSync(join(folder, 'folder.json'))
  renameSync(source, join(folder, 'Neuer Name.json'))
  expect(await findOriginal(copy, mark)).toBe(join(folder, 'Neuer Name.json'))
})

test('finds nothing when neither name nor bytes are there', async () => {
  const { source, copy, mark } = files()
  renameSync(source, join(temporaryFolder(), 'plan.json'))
  expect(await findOriginal(copy, mark)).toBeNull()
  expect(await findOriginal(copy, { ...mark, sha256: '' })).toBeNull()
})
