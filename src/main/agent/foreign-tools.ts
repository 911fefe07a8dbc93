import type { McpServer } from './mcp/connect-server.ts'
import { type McpServerState, McpServers } from './mcp/mcp-servers.ts'
import type { Tool } from './tools/tool.ts'
import { webTools } from './tools/web-tools.ts'

/** What the person has set up, without secrets. */
export interface ForeignToolSettings {
  readonly webSearch: string
  readonly webFetch: string
  readonly mcpServers: readonly ServerSettings[]
}

type ServerSettings = {
  readonly id: string
  readonly isOn: boolean
  readonly secretNames: readonly string[]
} & (
  | {
      readonly kind: 'stdio'
      readonly command: string
      readonly args: readonly string[]
      readonly environment: { readonly [name: string]: string }
      readonly allowedTools: readonly string[]
    }
  | { readonly kind: 'http'; readonly url: string; readonly allowedTools: readonly string[] }
)

/** Where settings and their secrets come from. */
export interface ForeignToolPorts {
  readonly settings: () => ForeignToolSettings
  readonly secret: (id: string) => Promise<string | null>
  /** Folder server programs run in. */
  readonly cwd: () => string
  readonly now: () => number
}

/** Id under which the secret store keeps a server's secret value. */
export function serverSecretId(server: string, name: string): string {
  return `mcp-${server}-${name}`
}

/** Web and foreign tools as the settings have them now. Servers are left and reached anew when those change. */
export class ForeignTools {
  private readonly ports: ForeignToolPorts
  private servers: McpServers | null = null
  private setUp = ''

  constructor(ports: ForeignToolPorts) {
    this.ports = ports
  }

  /** The tools that are on. Never rejects but on abort: what cannot be reached is left out. */
  async tools(signal: AbortSignal): Promise<readonly Tool[]> {
    const { webSearch, webFetch } = this.ports.settings()
    const servers = await this.current()
    return [...webTools({ search: webSearch, fetch: webFetch }), ...(await servers.tools(signal))]
  }

  /** Which servers are there when a person asks: one that was just mended is tried at once. */
  async test(signal: AbortSignal): Promise<readonly McpServerState[]> {
    const servers = await this.current()
    servers.tryAgain()
    await servers.tools(signal)
    return servers.states
  }

  async close(): Promise<void> {
    await this.servers?.close()
  }

  private async current(): Promise<McpServers> {
    const { settings, cwd, now } = this.ports
    const wanted = await Promise.all(
      settings()
        .mcpServers.filter(({ isOn }) => isOn)
        .map((server) => this.withSecrets(server)),
    )
    const setUp = JSON.stringify([cwd(), wanted])
    if (this.servers !== null && setUp === this.setUp) return this.servers
    const old = this.servers
    this.setUp = setUp
    this.servers = new McpServers(wanted, cwd(), now)
    await old?.close()
    return this.servers
  }

  private async withSecrets(server: ServerSettings): Promise<McpServer> {
    const secrets: Record<string, string> = {}
    for (const name of server.secretNames) {
      const value = await this.ports.secret(serverSecretId(server.id, name))
      if (value !== null) secrets[name] = value
    }
    const { id, allowedTools } = server
    return server.kind === 'http'
      ? { kind: 'http', id, url: server.url, headers: secrets, allowedTools }
      : {
          kind: 'stdio',
          id,
          command: server.command,
          args: server.args,
          environment: { ...server.environment, ...secrets },
          allowedTools,
        }
  }
}
