import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { JsonValue } from '../../../shared/thread/message.ts'
import { redact } from '../../providers/errors/redact.ts'
import type { Tool } from '../tools/tool.ts'
import { connectServer, type McpServer } from './connect-server.ts'
import { foreignTool } from './foreign-tool.ts'

const MAX_TOOLS = 200
/** A server that could not be reached is not tried again before this time has gone by. */
const RETRY_MS = 30_000

/** Whether a server is there, for the settings. */
export interface McpServerState {
  readonly id: string
  readonly tools: readonly string[]
  /** Null = it is reached. */
  readonly problem: string | null
}

interface Connection {
  readonly server: McpServer
  client: Promise<Client> | null
  tools: readonly Tool[]
  names: readonly string[]
  problem: string | null
  triedMs: number
}

/** Connections to the servers of foreign tools: opened when first needed, opened anew when they broke. */
export class McpServers {
  private readonly cwd: string
  private readonly now: () => number
  private readonly connections: readonly Connection[]
  private isClosed = false

  constructor(servers: readonly McpServer[], cwd: string, now: () => number) {
    this.cwd = cwd
    this.now = now
    this.connections = servers.map((server) => ({
      server,
      client: null,
      tools: [],
      names: [],
      problem: null,
      triedMs: Number.NEGATIVE_INFINITY,
    }))
  }

  /** The tools of every server that can be reached. A server that cannot costs its own tools, nothing else. */
  async tools(signal: AbortSignal): Promise<readonly Tool[]> {
    const lists = await Promise.all(this.connections.map((connection) => this.toolsOf(connection, signal)))
    const seen = new Set<string>()
    return lists.flat().filter(({ schema }) => {
      if (seen.has(schema.name)) return false
      seen.add(schema.name)
      return true
    })
  }

  get states(): readonly McpServerState[] {
    return this.connections.map(({ server, names, problem }) => ({ id: server.id, tools: names, problem }))
  }

  /** Ends every connection and the programs behind them. */
  async close(): Promise<void> {
    this.isClosed = true
    await Promise.all(
      this.connections.map(async ({ client }) => {
        const open = await client?.catch(() => null)
        await open?.close().catch(() => undefined)
      }),
    )
  }

  private async toolsOf(connection: Connection, signal: AbortSignal): Promise<readonly Tool[]> {
    if (connection.client !== null && connection.problem === null) return connection.tools
    if (this.isClosed || this.now() - connection.triedMs < RETRY_MS) return []
    connection.triedMs = this.now()
    try {
      const client = await this.connect(connection)
      const listed = await listAll(client, signal)
      connection.tools = listed.map((tool) =>
        foreignTool(connection.server, tool, () => this.connect(connection)),
      )
      connection.names = listed.map(({ name }) => name)
      connection.problem = null
      return connection.tools
    } catch (error) {
      if (signal.aborted) connection.triedMs = Number.NEGATIVE_INFINITY
      const { server } = connection
      const secrets = Object.values(server.kind === 'http' ? server.headers : server.environment)
      connection.problem = redact(error instanceof Error ? error.message : 'unknown', secrets)
      return []
    }
  }

  private connect(connection: Connection): Promise<Client> {
    if (this.isClosed) return Promise.reject(new Error('The program is closing.'))
    if (connection.client !== null) return connection.client
    const opening = connectServer(connection.server, this.cwd)
    connection.client = opening
    const forget = (): void => {
      if (connection.client === opening) connection.client = null
    }
    opening.then((client) => {
      client.onclose = forget
    }, forget)
    return opening
  }
}

async function listAll(client: Client, signal: AbortSignal) {
  const tools: { name: string; description: string; inputSchema: JsonValue }[] = []
  let cursor: string | undefined
  do {
    const page = await client.listTools(cursor === undefined ? {} : { cursor }, { signal })
    // What came over the wire as JSON is JSON.
    for (const { name, description, inputSchema } of page.tools)
      tools.push({ name, description: description ?? '', inputSchema: inputSchema as JsonValue })
    cursor = page.nextCursor
  } while (cursor !== undefined && tools.length < MAX_TOOLS)
  return tools.slice(0, MAX_TOOLS)
}
