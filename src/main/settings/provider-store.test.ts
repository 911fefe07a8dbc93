import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { openProviderStore, type StoredProvider } from './provider-store.ts'

const now = () => 5
const local: StoredProvider = {
  id: 'local',
  kind: 'openai-chat',
  name: 'Local server',
  baseUrl: 'http://127.0.0.1:11434/v1',
  model: 'small',
  windowTokens: 32_000,
}

it('keeps providers over a restart, in the order they were added', async () => {
  const folder = await temporaryFolder()
  const store = await openProviderStore(folder, now)
  await store.save(local)
  await store.save({ ...local, id: 'other', name: 'Other' })
  await store.save({ ...local, model: 'large' })
  const again = await openProviderStore(folder, now)
  expect(again.list().map((provider) => [provider.id, provider.model])).toEqual([
    ['local', 'large'],
    ['other', 'small'],
  ])
  await again.remove('local')
  expect((await openProviderStore(folder, now)).get('local')).toBe(null)
})

it('never writes a key, even when one is handed over by mistake', async () => {
  const folder = await temporaryFolder()
  const store = await openProviderStore(folder, now)
  const withKey = { ...local, key: 'sk-planted-1234', apiKey: 'sk-planted-1234', keyState: 'stored' }
  await store.save(withKey)
  expect(await readFile(join(folder, 'providers.json'), 'utf8')).not.toContain('sk-planted-1234')
})

it('refuses an address that carries a password, since the file is plain text', async () => {
  const store = await openProviderStore(await temporaryFolder(), now)
  await expect(store.save({ ...local, baseUrl: 'https://me:secret@example.com/v1' })).rejects.toMatchObject({
    code: 'bad-input',
    params: { field: 'baseUrl' },
  })
  expect(store.list()).toEqual([])
})

it('skips entries it does not understand and keeps them in the file', async () => {
  const folder = await temporaryFolder()
  const odd = { id: 'future', kind: 'telepathy' }
  await writeFile(
    join(folder, 'providers.json'),
    JSON.stringify({ version: 9, providers: [odd, { ...local, note: 'mine' }, 7] }),
  )
  const store = await openProviderStore(folder, now)
  expect(store.list()).toEqual([local])
  await store.save({ ...local, name: 'Renamed' })
  expect(JSON.parse(await readFile(join(folder, 'providers.json'), 'utf8'))).toEqual({
    version: 9,
    providers: [odd, { ...local, name: 'Renamed', note: 'mine' }, 7],
  })
})

it('moves a damaged file aside', async () => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'providers.json'), '{"providers": [')
  const store = await openProviderStore(folder, now)
  expect(store.list()).toEqual([])
  expect(await readFile(store.setAsidePath ?? '', 'utf8')).toBe('{"providers": [')
})

it('remembers the name of a removed provider over a restart, and forgets it when it is there again', async () => {
  const folder = await temporaryFolder()
  const store = await openProviderStore(folder, now)
  await store.save(local)
  expect(store.nameOfRemoved('local')).toBe(null)
  await store.remove('local')
  const again = await openProviderStore(folder, now)
  expect(again.nameOfRemoved('local')).toBe('Local server')
  expect(again.nameOfRemoved('never-there')).toBe('never-there')
  await again.save({ ...local, name: 'Local again' })
  expect(again.nameOfRemoved('local')).toBe(null)
  await again.remove('local')
  expect(again.nameOfRemoved('local')).toBe('Local again')
})
