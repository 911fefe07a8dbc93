import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { routes } from '../../shared/ipc/routes.ts'
import { context, startWorkspace } from '../testing/start-core.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'

const SERVER = {
  kind: 'stdio' as const,
  id: 'local',
  isOn: true,
  command: process.execPath,
  args: [resolve(import.meta.dirname, '../agent/testing/mcp-stdio-server.ts')],
  environment: {},
  secretNames: ['GIVEN'],
  allowedTools: [],
}

test('B-89 a server is set up, given its secret and reached; the secret is in no answer, and forgotten with it', async () => {
  const secrets = new Map<string, string>()
  const { handlers } = await startWorkspace(temporaryFolder(), {
    getSecret: async (id) => secrets.get(id) ?? null,
    setSecret: async (id, key) => {
      if (key === '') secrets.delete(id)
      else secrets.set(id, key)
      return 'stored'
    },
  })
  expect(await handlers['agent.settings'](undefined, context)).toMatchObject({ webSearch: '', webFetch: '' })
  const saved = await handlers['agent.saveSettings']({ mcpServers: [SERVER] }, context)
  await handlers['agent.setSecret']({ server: 'local', name: 'GIVEN', value: 'planted-AAAABBBB' }, context)
  expect(secrets.get('mcp-local-GIVEN')).toBe('planted-AAAABBBB')
  const states = await handlers['agent.testServers'](undefined, context)
  expect(states).toMatchObject([{ id: 'local', problem: null }])
  expect(states[0]?.tools).toContain('add')
  expect(JSON.stringify([saved, states])).not.toContain('AAAABBBB')
  await handlers['agent.saveSettings']({ mcpServers: [] }, context)
  expect(secrets.size).toBe(0)
})

test('answers for a thread are kept by workspace, and can be taken back', async () => {
  const { handlers } = await startWorkspace(temporaryFolder())
  const grants = { allowed: [{ kind: 'run' as const, command: 'npm test', cwd: '.' }], refused: [] }
  expect(await handlers['agent.saveGrants']({ thread: 'a.json', grants }, context)).toEqual(grants)
  expect(await handlers['agent.grants']({ thread: 'b.json' }, context)).toEqual({ allowed: [], refused: [] })
  await handlers['agent.saveGrants']({ thread: 'a.json', grants: { allowed: [], refused: [] } }, context)
  expect(await handlers['agent.grants']({ thread: 'a.json' }, context)).toEqual({ allowed: [], refused: [] })
})

test.each([
  ['agent.saveSettings', { webSearch: 'http://s.test/{query}' }],
  ['agent.saveSettings', { unknown: 1 }],
  ['agent.saveSettings', { mcpServers: [{ ...SERVER, id: '../x' }] }],
  ['agent.setSecret', { server: 'a/b', name: 'x', value: 'y' }],
  ['agent.saveGrants', { thread: '', grants: { allowed: [], refused: [] } }],
  ['agent.saveGrants', { thread: 't', grants: { allowed: [{ kind: 'everything' }], refused: [] } }],
] as const)('%s refuses %j at the door', (route, input) => {
  expect(routes[route].input.safeParse(input).success).toBe(false)
})
