import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import type { McpServer } from './connect-server.ts'
import { McpServers } from './mcp-servers.ts'

const closing: (() => Promise<void>)[] = []
const signal = new AbortController().signal

async function problemWith(server: McpServer) {
  const servers = new McpServers([server], temporaryFolder(), () => 0)
  onTestFinished(() => servers.close())
  await servers.tools(signal)
  return servers.states[0]?.problem
}

function stdio(command: string, args: readonly string[]): McpServer {
  return { kind: 'stdio', id: 's', command, args, environment: {}, allowedTools: [] }
}

async function http(status: number, body = ''): Promise<McpServer> {
  const server = createServer((_, answer) => {
    answer.writeHead(status, { 'content-type': 'text/html' })
    answer.end(body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const close = () =>
    new Promise<void>((done) => {
      server.closeAllConnections()
      server.close(() => done())
    })
  closing.push(close)
  onTestFinished(close)
  // A server always listens on a port here.
  const { port } = server.address() as AddressInfo
  return { kind: 'http', id: 'h', url: `http://127.0.0.1:${port}/mcp`, headers: {}, allowedTools: [] }
}

test('why a server has no tools to give is told apart by codes, so that it can be said in any language', async () => {
  expect(await problemWith(stdio('/no/such/program', []))).toBe('not-started')
  expect(await problemWith(stdio(process.execPath, ['-e', 'process.exit(3)']))).toBe('ended')
  expect(await problemWith(await http(401))).toBe('refused')
  expect(await problemWith(await http(403))).toBe('refused')
  expect(await problemWith(await http(200, '<h1>hello</h1>'))).toBe('protocol')
  const closed = await http(200)
  for (const close of closing.splice(0)) await close()
  expect(await problemWith(closed)).toBe('unreachable')
})
