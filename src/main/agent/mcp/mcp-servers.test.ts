import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { describe, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { callTool } from '../testing/call-tool.ts'
import { testMcpServer } from '../testing/mcp-server.ts'
import type { Tool } from '../tools/tool.ts'
import type { McpServer } from './connect-server.ts'
import { foreignToolName } from './foreign-tool.ts'
import { McpServers } from './mcp-servers.ts'

const never = new AbortController().signal
const program = resolve(import.meta.dirname, '../testing/mcp-stdio-server.ts')

function stdio(folder: string, more: Partial<Extract<McpServer, { kind: 'stdio' }>> = {}): McpServer {
  return {
    kind: 'stdio',
    id: 'local',
    command: process.execPath,
    args: [program, join(folder, 'pid')],
    environment: {},
    allowedTools: [],
    ...more,
  }
}

function open(servers: readonly McpServer[], now: () => number = Date.now): McpServers {
  const opened = new McpServers(servers, temporaryFolder(), now)
  onTestFinished(() => opened.close())
  return opened
}

function named(tools: readonly Tool[], name: string): Tool {
  const tool = tools.find(({ schema }) => schema.name === name)
  if (tool === undefined) throw new Error(`no ${name} in ${tools.map(({ schema }) => schema.name).join()}`)
  return tool
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

describe('a server program', () => {
  test('its tools are listed and called; failures are failed results; long answers are bounded', async () => {
    const folder = temporaryFolder()
    const servers = open([stdio(folder)])
    const tools = await servers.tools(never)
    const add = named(tools, 'mcp__local__add')
    expect(add.schema).toMatchObject({
      description: 'Adds two numbers.',
      parameters: { required: ['a', 'b'] },
    })
    expect(await callTool(add, '/', { a: 2, b: 3 })).toBe('5')
    expect(await callTool(add, '/', { a: 'x' })).toMatch(/^failed: /)
    expect(await callTool(named(tools, 'mcp__local__fail'), '/', {})).toBe('failed: it did not work')
    expect(await callTool(named(tools, 'mcp__local__picture'), '/', {})).toBe('here\n<image/png>')
    const long = await callTool(named(tools, 'mcp__local__long'), '/', {})
    expect(long).toContain('left out of 200000 characters')
    expect(long.length).toBeLessThan(31_000)
    expect(servers.states).toMatchObject([{ id: 'local', problem: null }])
  })

  test('a foreign tool asks first unless the person listed it', async () => {
    const folder = temporaryFolder()
    const tools = await open([stdio(folder, { allowedTools: ['add'] })]).tools(never)
    const effect = (name: string) => {
      const prepared = named(tools, name).prepare({})
      return typeof prepared === 'string' ? prepared : prepared.effect.kind
    }
    expect([effect('mcp__local__add'), effect('mcp__local__fail')]).toEqual(['read', 'foreign'])
  })

  test('B-89 it gets no key of this program, only what the person gave it', async () => {
    process.env.PLANTED_API_KEY = 'AAAABBBB'
    onTestFinished(() => {
      delete process.env.PLANTED_API_KEY
    })
    const tools = await open([stdio(temporaryFolder(), { environment: { GIVEN: 'value' } })]).tools(never)
    const answer = await callTool(named(tools, 'mcp__local__environment'), '/', {})
    expect(answer).toContain('value')
    expect(answer).not.toContain('PLANTED')
  })

  test('stop ends a call that waits, at once', async () => {
    const tools = await open([stdio(temporaryFolder())]).tools(never)
    const from = performance.now()
    await expect(
      callTool(named(tools, 'mcp__local__wait'), '/', {}, { signal: AbortSignal.timeout(50) }),
    ).rejects.toThrow()
    expect(performance.now() - from).toBeLessThan(550)
  })

  test('a program that died is a failed result, and is started anew for the next call', async () => {
    const tools = await open([stdio(temporaryFolder())]).tools(never)
    expect(await callTool(named(tools, 'mcp__local__die'), '/', {})).toMatch(/^failed: local: /)
    expect(await callTool(named(tools, 'mcp__local__add'), '/', { a: 1, b: 1 })).toBe('2')
  })

  test('closing ends the program', async () => {
    const folder = temporaryFolder()
    const servers = open([stdio(folder)])
    await servers.tools(never)
    const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'))
    expect(isRunning(pid)).toBe(true)
    await servers.close()
    await expect.poll(() => isRunning(pid)).toBe(false)
  })

  test('one that cannot be started costs only its own tools and is not tried with every request', async () => {
    const folder = temporaryFolder()
    let now = 0
    const servers = open(
      [stdio(folder, { id: 'gone', command: '/no/such/program' }), stdio(folder)],
      () => now,
    )
    const names = (tools: readonly Tool[]) => tools.some(({ schema }) => schema.name.startsWith('mcp__gone'))
    const tools = await servers.tools(never)
    expect([names(tools), tools.length]).toEqual([false, 8])
    expect(servers.states[0]).toMatchObject({
      problem: 'not-started',
      details: expect.stringContaining('ENOENT'),
    })
    now = 10
    expect(await servers.tools(never)).toHaveLength(8)
    expect(existsSync(join(folder, 'pid'))).toBe(true)
  })
})

test('a server over streamable HTTP is called with its secret header, which no error repeats', async () => {
  const seen: (string | undefined)[] = []
  const http = createServer(async (request, answer) => {
    seen.push(request.headers['x-token']?.toString())
    const transport = new StreamableHTTPServerTransport({})
    await testMcpServer().connect(transport as never)
    await transport.handleRequest(request, answer)
  })
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    http.closeAllConnections()
    http.close()
  })
  // A server always listens on a port here.
  const { port } = http.address() as AddressInfo
  const server: McpServer = {
    kind: 'http',
    id: 'far',
    url: `http://127.0.0.1:${port}/mcp`,
    headers: { 'x-token': 'planted-secret-value' },
    allowedTools: [],
  }
  const servers = open([server])
  const tools = await servers.tools(never)
  expect(await callTool(named(tools, 'mcp__far__add'), '/', { a: 20, b: 22 })).toBe('42')
  expect(new Set(seen)).toEqual(new Set(['planted-secret-value']))
  http.closeAllConnections()
  http.close()
  const broken = await callTool(named(tools, 'mcp__far__add'), '/', { a: 1, b: 1 })
  expect(broken).toMatch(/^failed: far: /)
  expect(broken).not.toContain('planted-secret')
})

/** A server over HTTP that keeps sessions and forgets them when it is told to. */
async function sessionServer() {
  const sessions = new Map<string, StreamableHTTPServerTransport>()
  const http = createServer(async (request, answer) => {
    const id = request.headers['mcp-session-id']?.toString()
    const known = id === undefined ? undefined : sessions.get(id)
    if (id !== undefined && known === undefined) {
      answer.writeHead(404).end('Session not found')
      return
    }
    const transport =
      known ??
      new StreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (opened) => void sessions.set(opened, transport),
      })
    if (known === undefined) await testMcpServer().connect(transport as never)
    await transport.handleRequest(request, answer)
  })
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    http.closeAllConnections()
    http.close()
  })
  // A server always listens on a port here.
  const { port } = http.address() as AddressInfo
  const server: McpServer = {
    kind: 'http',
    id: 'far',
    url: `http://127.0.0.1:${port}/mcp`,
    headers: {},
    allowedTools: [],
  }
  return { server, sessions }
}

test('a session that the server has forgotten is begun anew, and the call is made', async () => {
  const { server, sessions } = await sessionServer()
  const add = named(await open([server]).tools(never), 'mcp__far__add')
  expect(await callTool(add, '/', { a: 1, b: 2 })).toBe('3')
  for (let round = 0; round < 2; round += 1) {
    sessions.clear()
    expect(await callTool(add, '/', { a: 20, b: 22 })).toBe('42')
  }
  expect(sessions.size).toBe(1)
})

describe('lists', () => {
  test('two threads that ask at once both get the tools', async () => {
    const servers = open([stdio(temporaryFolder())])
    const [one, two] = await Promise.all([servers.tools(never), servers.tools(never)])
    expect([one.length, two.length]).toEqual([8, 8])
    // The one that is stopped takes nothing from the other.
    const others = open([stdio(temporaryFolder())])
    const stopped = others.tools(AbortSignal.abort())
    const waiting = others.tools(never)
    await expect(stopped).rejects.toMatchObject({ code: 'cancelled' })
    expect(await waiting).toHaveLength(8)
  })

  test('a list that the server changes is asked for before the next request', async () => {
    const servers = open([stdio(temporaryFolder())])
    const tools = await servers.tools(never)
    expect(await callTool(named(tools, 'mcp__local__learn'), '/', {})).toBe('learnt')
    await expect
      .poll(async () => (await servers.tools(never)).map(({ schema }) => schema.name))
      .toContain('mcp__local__learnt')
  })

  test('a program that never answers is left at close, and costs no time after that', async () => {
    const servers = open([stdio(temporaryFolder(), { args: ['-e', 'process.stdin.resume()'] })])
    const asked = servers.tools(never)
    await servers.close()
    expect(await asked).toEqual([])
    expect(await servers.tools(never)).toEqual([])
  })

  test('one that cannot be reached is tried again later and later', async () => {
    const mark = join(temporaryFolder(), 'tries')
    let now = 0
    const script = `require('node:fs').appendFileSync(${JSON.stringify(mark)}, 'x')`
    const servers = open([stdio(temporaryFolder(), { args: ['-e', script] })], () => now)
    const tried: number[] = []
    for (; now <= 240_000; now += 30_000) {
      await servers.tools(never)
      tried.push(readFileSync(mark, 'utf8').length)
    }
    expect(tried).toEqual([1, 2, 2, 3, 3, 3, 3, 4, 4])
    servers.tryAgain()
    await servers.tools(never)
    expect(readFileSync(mark, 'utf8')).toHaveLength(5)
  })
})

test('names fit every provider and stay different', () => {
  expect(foreignToolName('a', 'read file.v2')).toBe('mcp__a__read_file_v2')
  const long = ['x'.repeat(80), `${'x'.repeat(80)}y`].map((tool) => foreignToolName('server', tool))
  expect(new Set(long).size).toBe(2)
  for (const name of long) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
})
