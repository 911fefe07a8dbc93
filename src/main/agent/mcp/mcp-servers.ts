import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import type { JsonValue } from '../../../shared/thread/message.ts'
import { redact } from '../../providers/errors/redact.ts'
import type { Tool } from '../tools/tool.ts'
import { untilAborted } from '../until-aborted.ts'
import { CONNECT_TIMEOUT_MS, connectServer, type McpServer } from './connect-server.ts'
import { foreignTool } from './foreign-tool.ts'
import { type McpProblem, problemOf } from './problem-of.ts'

const MAX_TOOLS = 200
/** A server that could not be reached is not tried again before this time has gone by; doubled each time. */
const RETRY_MS = 30_000
const MOST_RETRY_MS = 600_000

/** Whether a server is there, for the settings. */
export interface McpServerState {
  readonly id: string
  readonly tools: readonly string[]
  /** Null = it is reached. */
  readonly problem: McpProblem | null
  /** What the server, or the system, said about it; without secrets. */
  readonly details: string
}

interface Connection {
  readonly server: McpServer
  client: Promise<Client> | null
  /** The same, once it is there. */
  open: Client | null
  tools: readonly Tool[]
  names: readonly string[]
  problem: McpProblem | null
  details: string
  /** The list is another one by now, or may be: it is asked for before the next request. */
  isStale: boolean
  /** Shared by all who wait for it. */
  listing: Promise<readonly Tool[]> | null
  failures: number
  notBeforeMs: number
}

/** Connections to the servers of foreign tools: opened when first needed, opened anew when they broke. */
export class McpServers {
  private readonly cwd: string
  private readonly now: () => number
  private readonly connections: readonly Connection[]
  private readonly closing = new AbortController()

  constructor(servers: readonly McpServer[], cwd: string, now: () => number) {
    this.cwd = cwd
    this.now = now
    this.connections = servers.map((server) => ({
      server,
      client: null,
      open: null,
      tools: [],
      names: [],
      problem: null,
      details: '',
      isStale: true,
      listing: null,
      failures: 0,
      notBeforeMs: Number.NEGATIVE_INFINITY,
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

  /** A person wants to know now: what could not be reached is tried with the next list. */
  tryAgain(): void {
    for (const connection of this.connections) connection.notBeforeMs = Number.NEGATIVE_INFINITY
  }

  get states(): readonly McpServerState[] {
    return this.connections.map(({ server, names, problem, details }) => ({
      id: server.id,
      tools: names,
      problem,
      details,
    }))
  }

  /** Ends every connection and the programs behind them, also those that are being reached. */
  async close(): Promise<void> {
    this.closing.abort()
    await Promise.all(
      this.connections.map(async ({ client }) => {
        const open = await client?.catch(() => null)
        await open?.close().catch(() => undefined)
      }),
    )
  }

  private async toolsOf(connection: Connection, signal: AbortSignal): Promise<readonly Tool[]> {
    if (!connection.isStale || this.closing.signal.aborted || this.now() < connection.notBeforeMs)
      return connection.tools
    connection.listing ??= this.list(connection).finally(() => {
      connection.listing = null
    })
    return await untilAborted(connection.listing, signal)
  }

  /** Asks for the list. Never rejects: a server that does not answer has no tools, and is asked later. */
  private async list(connection: Connection): Promise<readonly Tool[]> {
    const { server } = connection
    let client: Client | null = null
    try {
      client = await this.connect(connection)
      // A change that is told while the list comes makes it stale again.
      connection.isStale = false
      const listed = await listAll(client, this.closing.signal)
      const line = {
        connect: () => this.connect(connection),
        letGo: (gone: Client) => this.letGo(connection, gone),
      }
      connection.tools = listed.map((tool) => foreignTool(server, tool, line))
      connection.names = listed.map(({ name }) => name)
      connection.problem = null
      connection.details = ''
      connection.failures = 0
    } catch (error) {
      if (client !== null) this.letGo(connection, client)
      const secrets = Object.values(server.kind === 'http' ? server.headers : server.environment)
      connection.isStale = true
      connection.tools = []
      connection.names = []
      connection.problem = problemOf(error, server.kind)
      connection.details = redact(error instanceof Error ? error.message : 'unknown', secrets)
      connection.notBeforeMs = this.now() + Math.min(MOST_RETRY_MS, RETRY_MS * 2 ** connection.failures)
      connection.failures += 1
    }
    return connection.tools
  }

  private connect(connection: Connection): Promise<Client> {
    if (this.closing.signal.aborted) return Promise.reject(new Error('The program is closing.'))
    if (connection.client !== null) return connection.client
    const opening = connectServer(connection.server, this.cwd, this.closing.signal)
    connection.client = opening
    const forget = (): void => {
      if (connection.client !== opening) return
      connection.client = null
      connection.open = null
      connection.isStale = true
    }
    opening.then((client) => {
      if (connection.client === opening) connection.open = client
      client.onclose = forget
      client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
        connection.isStale = true
      })
    }, forget)
    return opening
  }

  /** What is left of the connection ends in its own time. */
  private letGo(connection: Connection, client: Client): void {
    if (connection.open === client) {
      connection.client = null
      connection.open = null
      connection.isStale = true
    }
    void client.close().catch(() => undefined)
  }
}

async function listAll(client: Client, signal: AbortSignal) {
  const tools: { name: string; description: string; inputSchema: JsonValue }[] = []
  let cursor: string | undefined
  do {
    const page = await client.listTools(cursor === undefined ? {} : { cursor }, {
      signal,
      timeout: CONNECT_TIMEOUT_MS,
    })
    // What came over the wire as JSON is JSON.
    for (const { name, description, inputSchema } of page.tools)
      tools.push({ name, description: description ?? '', inputSchema: inputSchema as JsonValue })
    cursor = page.nextCursor
  } while (cursor !== undefined && tools.length < MAX_TOOLS)
  return tools.slice(0, MAX_TOOLS)
}
