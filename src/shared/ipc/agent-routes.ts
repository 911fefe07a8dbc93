import { z } from 'zod'
import {
  type AgentSettings,
  agentSettingsSchema,
  type StoredGrants,
  threadGrantsSchema,
} from './agent-schema.ts'
import { route, type } from './route.ts'

/** What a server of foreign tools answered. */
export interface ServerTest {
  readonly id: string
  readonly tools: readonly string[]
  /** Null = it is reached. */
  readonly problem: 'not-started' | 'ended' | 'unreachable' | 'timeout' | 'refused' | 'protocol' | null
  /** What the server, or the system, said about it, in its own words; without secrets. */
  readonly details: string
}

const none = z.undefined()
const thread = z.string().min(1).max(4096)

/** What the agent may use: part of the list in `routes.ts`. */
export const agentRoutes = {
  'agent.settings': route({ input: none, output: type<AgentSettings>() }),
  'agent.saveSettings': route({
    input: agentSettingsSchema.partial().strict(),
    output: type<AgentSettings>(),
  }),
  /** Goes to the system's secret store; never answered back. Empty value = forget it. */
  'agent.setSecret': route({
    input: z.object({
      server: z
        .string()
        .min(1)
        .max(40)
        .regex(/^[a-z0-9-]+$/),
      name: z.string().min(1).max(100),
      value: z.string().max(4096),
    }),
    output: type<null>(),
  }),
  /** Reaches the servers of foreign tools as they are set up now and tells what each has. */
  'agent.testServers': route({
    input: none,
    output: type<readonly ServerTest[]>(),
  }),
  /** What the person allowed or refused for a whole thread. */
  'agent.grants': route({ input: z.object({ thread }), output: type<StoredGrants>() }),
  'agent.saveGrants': route({
    input: z.object({ thread, grants: threadGrantsSchema }),
    output: type<StoredGrants>(),
  }),
} as const
