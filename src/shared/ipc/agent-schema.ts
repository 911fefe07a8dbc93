import { z } from 'zod'

const httpsTemplate = (placeholder: string) =>
  z
    .string()
    .max(2_000)
    .refine((value) => value === '' || isTemplate(value, placeholder), {
      message: `an https address with ${placeholder}`,
    })

const serverId = z
  .string()
  .min(1)
  .max(40)
  .regex(/^[a-z0-9-]+$/)

/** Names of values that are secrets: they lie in the secret store under `mcp-ID-NAME`, never in this file. */
const secretNames = z.array(z.string().min(1).max(100)).max(20)

/** A server of foreign tools, as a person sets it up. */
export const mcpServerSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('stdio'),
    id: serverId,
    isOn: z.boolean(),
    command: z.string().min(1).max(4_000),
    args: z.array(z.string().max(4_000)).max(100),
    /** Plain values; what is secret belongs to `secretNames`. */
    environment: z.record(z.string().max(200), z.string().max(4_000)),
    secretNames,
    /** Tools that run without asking. */
    allowedTools: z.array(z.string().max(200)).max(500),
  }),
  z.object({
    kind: z.literal('http'),
    id: serverId,
    isOn: z.boolean(),
    url: z.url({ protocol: /^https?$/ }).max(2_000),
    /** Names of request headers whose values are secrets. */
    secretNames,
    allowedTools: z.array(z.string().max(200)).max(500),
  }),
])

const grant = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('write') }),
  z.object({ kind: z.literal('write-path'), path: z.string().max(4_096) }),
  z.object({
    kind: z.literal('run'),
    command: z.string().max(20_000),
    /** Folder of the workspace it may run in; answers of older versions held for the workspace itself at the least. */
    cwd: z.string().max(4_096).default('.'),
  }),
  z.object({ kind: z.literal('fetch'), host: z.string().max(300) }),
  z.object({ kind: z.literal('foreign'), tool: z.string().max(300) }),
])

/** Answers of a person that hold for one thread. */
export const threadGrantsSchema = z.object({
  allowed: z.array(grant).max(1_000),
  refused: z.array(grant).max(1_000),
})

/** What the agent may use. Web addresses are empty until the person sets them. */
export const agentSettingsSchema = z.object({
  webSearch: httpsTemplate('{query}'),
  webFetch: httpsTemplate('{url}'),
  mcpServers: z.array(mcpServerSchema).max(50),
})

export type AgentSettings = Readonly<z.infer<typeof agentSettingsSchema>>
export type McpServerSettings = z.infer<typeof mcpServerSchema>
export type StoredGrants = z.infer<typeof threadGrantsSchema>

function isTemplate(value: string, placeholder: string): boolean {
  if (value === placeholder) return placeholder === '{url}'
  const url = URL.parse(value.replaceAll(placeholder, 'x'))
  return (
    value.includes(placeholder) &&
    url?.protocol === 'https:' &&
    url.username === '' &&
    url.password === '' &&
    // The host is the person's choice, never the model's.
    /^https:\/\/[^/?#{]+[/?#]/.test(value)
  )
}
