import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { commandEnvironment } from '../tools/command-environment.ts'

/** How a server of foreign tools is reached. Secret values are filled in. */
export type McpServer =
  | {
      readonly kind: 'stdio'
      readonly id: string
      readonly command: string
      readonly args: readonly string[]
      readonly environment: { readonly [name: string]: string }
      readonly allowedTools: readonly string[]
    }
  | {
      readonly kind: 'http'
      readonly id: string
      readonly url: string
      readonly headers: { readonly [name: string]: string }
      readonly allowedTools: readonly string[]
    }

/** Time for a server to start and to say what it can, in milliseconds. */
export const CONNECT_TIMEOUT_MS = 20_000
/** Largest message a server may send. */
const MAX_MESSAGE_BYTES = 10_000_000

/** A connected client. `cwd` is where a server program runs. Rejects when it cannot be reached in time, and on abort. */
export async function connectServer(server: McpServer, cwd: string, signal: AbortSignal): Promise<Client> {
  const client = new Client({ name: 'palimpsest', version: '1.0.0' })
  try {
    await client.connect(transportFor(server, cwd), { timeout: CONNECT_TIMEOUT_MS, signal })
    return client
  } catch (error) {
    // A program that started and did not answer must not stay behind.
    await client.close().catch(() => undefined)
    throw error
  }
}

function transportFor(server: McpServer, cwd: string): Transport {
  if (server.kind === 'http') {
    const transport = new StreamableHTTPClientTransport(new URL(server.url), {
      requestInit: { headers: { ...server.headers } },
    })
    // The library's own type lacks `undefined` in optional members; the class is a transport all the same.
    return transport as Transport
  }
  return new StdioClientTransport({
    command: server.command,
    args: [...server.args],
    env: { ...plain(commandEnvironment(process.env)), ...server.environment },
    cwd,
    // What it prints there is its own log; nobody reads it here.
    stderr: 'ignore',
    maxBufferSize: MAX_MESSAGE_BYTES,
  })
}

function plain(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
