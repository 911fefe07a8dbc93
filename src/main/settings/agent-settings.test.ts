import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { openAgentSettings } from './agent-settings.ts'

const server = {
  kind: 'stdio' as const,
  id: 'files',
  isOn: true,
  command: 'npx',
  args: ['x'],
  environment: {},
  secretNames: ['TOKEN'],
  allowedTools: [],
}

test('a fresh install has no web address, no server and no answers', async () => {
  const store = await openAgentSettings(temporaryFolder(), () => 1)
  expect(store.get()).toEqual({ webSearch: '', webFetch: '', mcpServers: [] })
  expect(store.grants('t')).toEqual({ allowed: [], refused: [] })
  await store.set({ webFetch: '{url}' })
  // Readable by its person only.
  expect(statSync(store.path).mode & 0o777).toBe(0o600)
})

test('what is set survives a restart, unknown keys too', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'agent.json'), '{"future": 1}')
  const store = await openAgentSettings(folder, () => 1)
  await store.set({ webSearch: 'https://s.test/?q={query}', mcpServers: [server] })
  await store.saveGrants('t', { allowed: [{ kind: 'run', command: 'npm test', cwd: '.' }], refused: [] })
  await store.saveGrants('u', { allowed: [{ kind: 'write' }], refused: [] })
  await store.saveGrants('u', { allowed: [], refused: [] })
  const again = await openAgentSettings(folder, () => 1)
  expect(again.get()).toEqual({ webSearch: 'https://s.test/?q={query}', webFetch: '', mcpServers: [server] })
  expect(again.grants('t').allowed).toEqual([{ kind: 'run', command: 'npm test', cwd: '.' }])
  expect(again.grants('constructor')).toEqual({ allowed: [], refused: [] })
  const raw: unknown = JSON.parse(readFileSync(store.path, 'utf8'))
  expect(raw).toMatchObject({ future: 1 })
  expect(Object.keys((raw as { grants: object }).grants)).toEqual(['t'])
})

test('an answer that an older version stored about a command holds for the workspace itself', async () => {
  const folder = temporaryFolder()
  const grants = { t: { allowed: [{ kind: 'run', command: 'rm -rf *' }], refused: [] } }
  writeFileSync(join(folder, 'agent.json'), JSON.stringify({ grants }))
  const store = await openAgentSettings(folder, () => 1)
  expect(store.grants('t').allowed).toEqual([{ kind: 'run', command: 'rm -rf *', cwd: '.' }])
})

test.each([
  'http://s.test/?q={query}',
  'https://s.test/',
  'https://{query}.test/',
  'https://u:p@s.test/?q={query}',
  '{query}',
  'javascript:{query}',
])('the search address %s is refused and changes nothing', async (webSearch) => {
  const store = await openAgentSettings(temporaryFolder(), () => 1)
  await expect(store.set({ webSearch })).rejects.toMatchObject({
    code: 'bad-input',
    params: { key: 'webSearch' },
  })
  expect(store.get().webSearch).toBe('')
})

test('a page may be fetched directly; a server that means nothing costs itself alone', async () => {
  const folder = temporaryFolder()
  writeFileSync(
    join(folder, 'agent.json'),
    JSON.stringify({ webFetch: '{url}', mcpServers: [{ id: 'x' }, server], webSearch: 7 }),
  )
  const store = await openAgentSettings(folder, () => 1)
  expect(store.get()).toEqual({ webSearch: '', webFetch: '{url}', mcpServers: [server] })
})

test('a damaged file is moved aside, never overwritten', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'agent.json'), '{"webFetch":')
  const store = await openAgentSettings(folder, () => 7)
  expect(store.setAsidePath).toBe(join(folder, 'agent.json.damaged-7'))
  expect(readFileSync(store.setAsidePath ?? '', 'utf8')).toBe('{"webFetch":')
})
