import { join } from 'node:path'
import { z } from 'zod'
import { AppError } from '../../shared/ipc/errors.ts'
import { openJsonFile, readJsonFile, setAside, writeJsonFile } from './json-file.ts'

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

const mcpServer = z.discriminatedUnion('kind', [
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
  z.object({ kind: z.literal('run'), command: z.string().max(20_000) }),
  z.object({ kind: z.literal('fetch'), host: z.string().max(300) }),
  z.object({ kind: z.literal('foreign'), tool: z.string().max(300) }),
])

const grants = z.object({ allowed: z.array(grant).max(1_000), refused: z.array(grant).max(1_000) })

/** A server of foreign tools, as the person set it up. */
export type McpServerSettings = z.infer<typeof mcpServer>
/** Answers that hold for one thread. */
export type StoredGrants = z.infer<typeof grants>

/** What the agent may use. Web addresses are empty until the person sets them. */
export interface AgentSettings {
  readonly webSearch: string
  readonly webFetch: string
  readonly mcpServers: readonly McpServerSettings[]
}

/** Settings of the agent and answers per thread: `agent.json` in the data folder. */
export interface AgentSettingsStore {
  readonly path: string
  readonly setAsidePath: string | null
  readonly isUnavailable: boolean
  get(): AgentSettings
  /** Refuses values that mean nothing with `bad-input`; `params.key` names the first. */
  set(patch: { readonly [K in keyof AgentSettings]?: AgentSettings[K] | undefined }): Promise<AgentSettings>
  grants(thread: string): StoredGrants
  /** Empty grants are forgotten. */
  saveGrants(thread: string, value: StoredGrants): Promise<void>
}

const SCHEMAS = {
  webSearch: httpsTemplate('{query}'),
  webFetch: httpsTemplate('{url}'),
  mcpServers: z.array(mcpServer).max(50),
}

const EMPTY_GRANTS: StoredGrants = { allowed: [], refused: [] }

/**
 * Opens the store. Keys this version does not understand stay in the file. Never rejects: a file
 * that cannot be read costs the settings, not the program. `now` in milliseconds.
 */
export async function openAgentSettings(dataDir: string, now: () => number): Promise<AgentSettingsStore> {
  const path = join(dataDir, 'agent.json')
  const opened = await openJsonFile(path, now)
  let raw = opened.value
  let writing: Promise<void> = Promise.resolve()

  async function write(next: typeof raw): Promise<void> {
    raw = next
    const run = async (): Promise<void> => {
      if ((await readJsonFile(path)).kind === 'damaged') await setAside(path, now())
      await writeJsonFile(path, next)
    }
    writing = writing.then(run, run)
    await writing
  }

  function threads(): { readonly [thread: string]: unknown } {
    return isRecord(raw.grants) ? raw.grants : {}
  }

  function current(): AgentSettings {
    return {
      webSearch: SCHEMAS.webSearch.safeParse(raw.webSearch).data ?? '',
      webFetch: SCHEMAS.webFetch.safeParse(raw.webFetch).data ?? '',
      mcpServers: parseServers(raw.mcpServers),
    }
  }

  return {
    path,
    setAsidePath: opened.setAsidePath,
    isUnavailable: opened.isUnavailable,
    get: current,
    async set(patch) {
      const result = z.object(SCHEMAS).partial().safeParse(patch)
      if (!result.success)
        throw new AppError('bad-input', 'This setting cannot be saved.', {
          params: { key: result.error.issues[0]?.path.join('.') ?? '' },
        })
      const given = Object.entries(result.data).filter(([, value]) => value !== undefined)
      await write({ ...raw, ...Object.fromEntries(given) })
      return current()
    },
    grants(thread) {
      const value = Object.hasOwn(threads(), thread) ? threads()[thread] : undefined
      return grants.safeParse(value).data ?? EMPTY_GRANTS
    },
    async saveGrants(thread, value) {
      const { [thread]: _, ...others } = threads()
      const isEmpty = value.allowed.length + value.refused.length === 0
      await write({ ...raw, grants: isEmpty ? others : { ...others, [thread]: grants.parse(value) } })
    },
  }
}

/** A server that cannot be understood costs itself alone; the first of two with one id wins. */
function parseServers(value: unknown): readonly McpServerSettings[] {
  if (!Array.isArray(value)) return []
  const servers = new Map<string, McpServerSettings>()
  for (const entry of value) {
    const parsed = mcpServer.safeParse(entry)
    if (parsed.success && !servers.has(parsed.data.id)) servers.set(parsed.data.id, parsed.data)
  }
  return [...servers.values()]
}

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

function isRecord(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
