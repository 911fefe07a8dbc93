import type { Handlers } from '../../shared/ipc/handlers.ts'
import { type ForeignTools, serverSecretId } from '../agent/foreign-tools.ts'
import type { HostPort } from '../ports.ts'
import type { AgentSettingsStore } from '../settings/agent-settings.ts'

type AgentHandlers = Pick<
  Handlers,
  | 'agent.settings'
  | 'agent.saveSettings'
  | 'agent.setSecret'
  | 'agent.testServers'
  | 'agent.grants'
  | 'agent.saveGrants'
>

export interface AgentDoor {
  readonly settings: AgentSettingsStore
  readonly tools: ForeignTools
  readonly host: Pick<HostPort, 'setSecret'>
  /** The key under which a thread's answers are kept. */
  readonly grantsKey: (thread: string) => string
}

/** Routes of what the agent may use. A secret goes in once and never comes out again. */
export function agentHandlers({ settings, tools, host, grantsKey }: AgentDoor): AgentHandlers {
  return {
    'agent.settings': async () => settings.get(),
    'agent.saveSettings': async (patch) => {
      const before = settings.get()
      const after = await settings.set(patch)
      await forgetSecrets(before.mcpServers, after.mcpServers, host)
      return after
    },
    'agent.setSecret': async ({ server, name, value }) => {
      await host.setSecret(serverSecretId(server, name), value)
      return null
    },
    'agent.testServers': async (_, { signal }) => tools.test(signal),
    'agent.grants': async ({ thread }) => settings.grants(grantsKey(thread)),
    'agent.saveGrants': async ({ thread, grants }) => {
      await settings.saveGrants(grantsKey(thread), grants)
      return settings.grants(grantsKey(thread))
    },
  }
}

type Servers = readonly { readonly id: string; readonly secretNames: readonly string[] }[]

/** A secret that no server names any more would lie in the store for ever. */
async function forgetSecrets(before: Servers, after: Servers, host: AgentDoor['host']): Promise<void> {
  const ids = (servers: Servers) =>
    servers.flatMap(({ id, secretNames }) => secretNames.map((name) => serverSecretId(id, name)))
  const kept = new Set(ids(after))
  for (const id of ids(before)) if (!kept.has(id)) await host.setSecret(id, '')
}
