import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { type ForeignToolSettings, ForeignTools } from './foreign-tools.ts'
import { callTool } from './testing/call-tool.ts'

const signal = new AbortController().signal
const OFF: ForeignToolSettings = { webSearch: '', webFetch: '', mcpServers: [] }
const LOCAL = {
  kind: 'stdio',
  id: 'local',
  isOn: true,
  command: process.execPath,
  args: [resolve(import.meta.dirname, 'testing/mcp-stdio-server.ts')],
  environment: {},
  secretNames: ['GIVEN'],
  allowedTools: [],
} as const

test('what the person sets holds with the next request; a secret comes from its store', async () => {
  const folder = temporaryFolder()
  let settings = OFF
  const asked: string[] = []
  const tools = new ForeignTools({
    settings: () => settings,
    secret: async (id) => {
      asked.push(id)
      return 'secret-of-the-store'
    },
    cwd: () => folder,
    now: Date.now,
  })
  onTestFinished(() => tools.close())
  expect(await tools.tools(signal)).toEqual([])
  settings = { ...OFF, webFetch: '{url}', mcpServers: [LOCAL] }
  const found = await tools.tools(signal)
  expect(found.map(({ schema }) => schema.name).slice(0, 2)).toEqual(['web_fetch', 'mcp__local__add'])
  const environment = found.find(({ schema }) => schema.name === 'mcp__local__environment')
  if (environment === undefined) throw new Error('no tool')
  expect(await callTool(environment, '/', {})).toContain('secret-of-the-store')
  expect(asked).toContain('mcp-local-GIVEN')
  settings = { ...OFF, mcpServers: [{ ...LOCAL, isOn: false }] }
  expect(await tools.tools(signal)).toEqual([])
  expect(await tools.test(signal)).toEqual([])
})

test('a server that stays as it was is not started anew', async () => {
  const folder = temporaryFolder()
  const tools = new ForeignTools({
    settings: () => ({ ...OFF, mcpServers: [{ ...LOCAL, secretNames: [] }] }),
    secret: async () => null,
    cwd: () => folder,
    now: Date.now,
  })
  onTestFinished(() => tools.close())
  const [first, second] = [await tools.tools(signal), await tools.tools(signal)]
  expect(first.length).toBeGreaterThan(0)
  expect(second[0]).toBe(first[0])
})

test('a server that a person has mended and asks about is tried at once', async () => {
  const folder = temporaryFolder()
  const program = join(folder, 'server.ts')
  const tools = new ForeignTools({
    settings: () => ({ ...OFF, mcpServers: [{ ...LOCAL, args: [program], secretNames: [] }] }),
    secret: async () => null,
    cwd: () => folder,
    now: () => 0,
  })
  onTestFinished(() => tools.close())
  expect(await tools.tools(signal)).toEqual([])
  writeFileSync(program, `import ${JSON.stringify(pathToFileURL(LOCAL.args[0]))}`)
  expect(await tools.tools(signal)).toEqual([])
  expect(await tools.test(signal)).toMatchObject([{ id: 'local', problem: null }])
})
