import { join } from 'node:path'
import {
  type AgentSettings,
  agentSettingsSchema,
  type McpServerSettings,
  mcpServerSchema,
  type StoredGrants,
  threadGrantsSchema,
} from '../../shared/ipc/agent-schema.ts'
import { AppError } from '../../shared/ipc/errors.ts'
import { openJsonFile, readJsonFile, setAside, writeJsonFile } from './json-file.ts'

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
  /** Gives the grants of each thread another key; null = they are forgotten. */
  moveGrants(keyOf: (thread: string) => string | null): Promise<void>
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
      webSearch: agentSettingsSchema.shape.webSearch.safeParse(raw.webSearch).data ?? '',
      webFetch: agentSettingsSchema.shape.webFetch.safeParse(raw.webFetch).data ?? '',
      mcpServers: parseServers(raw.mcpServers),
    }
  }

  return {
    path,
    setAsidePath: opened.setAsidePath,
    isUnavailable: opened.isUnavailable,
    get: current,
    async set(patch) {
      const result = agentSettingsSchema.partial().safeParse(patch)
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
      return threadGrantsSchema.safeParse(value).data ?? EMPTY_GRANTS
    },
    async saveGrants(thread, value) {
      const { [thread]: _, ...others } = threads()
      const isEmpty = value.allowed.length + value.refused.length === 0
      await write({
        ...raw,
        grants: isEmpty ? others : { ...others, [thread]: threadGrantsSchema.parse(value) },
      })
    },
    async moveGrants(keyOf) {
      const former = Object.entries(threads())
      const moved = former.flatMap(([thread, value]) => {
        const key = keyOf(thread)
        return key === null ? [] : [[key, value] as const]
      })
      if (moved.length === former.length && moved.every(([key], at) => key === former[at]?.[0])) return
      await write({ ...raw, grants: Object.fromEntries(moved) })
    },
  }
}

/** A server that cannot be understood costs itself alone; the first of two with one id wins. */
function parseServers(value: unknown): McpServerSettings[] {
  if (!Array.isArray(value)) return []
  const servers = new Map<string, McpServerSettings>()
  for (const entry of value) {
    const parsed = mcpServerSchema.safeParse(entry)
    if (parsed.success && !servers.has(parsed.data.id)) servers.set(parsed.data.id, parsed.data)
  }
  return [...servers.values()]
}

function isRecord(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
