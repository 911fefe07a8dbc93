import { join } from 'node:path'
import { z } from 'zod'
import { AppError } from '../../shared/ipc/errors.ts'
import type { ProviderSettings } from '../../shared/ipc/settings.ts'
import { openJsonFile, readJsonFile, setAside, writeJsonFile } from './json-file.ts'

/** A provider as it is kept. The key and its state belong to the secret store. */
export type StoredProvider = Omit<ProviderSettings, 'keyState'>

const stored = z.object({
  id: z
    .string()
    .min(1)
    .max(60)
    .regex(/^[a-z0-9-]+$/),
  kind: z.enum(['openai-chat', 'openai-responses', 'anthropic']),
  name: z.string().min(1).max(80),
  baseUrl: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]),
  model: z.string().max(200),
  windowTokens: z.int().min(1000).max(100_000_000).nullable(),
  summaryStyle: z.enum(['separate', 'agent-shaped']).optional(),
})

/** Names of removed providers that are remembered: who chose one of them is told which. */
const REMEMBERED = 200

/** Providers without their keys: `providers.json` in the data folder. */
export interface ProviderStore {
  readonly path: string
  /** Where a file that was no JSON was moved; null when there was none. */
  readonly setAsidePath: string | null
  /** The file is there and could not be read, or could not be moved aside: it is left as it is. */
  readonly isUnavailable: boolean
  /** In the order they were added. */
  list(): readonly StoredProvider[]
  get(id: string): StoredProvider | null
  /** Name of one that was removed, or its id where nobody remembers; null = it is there. */
  nameOfRemoved(id: string): string | null
  /** Adds or replaces by id. Rejects an address with a user name or password in it: this file is plain text. */
  save(provider: StoredProvider): Promise<void>
  remove(id: string): Promise<void>
}

/**
 * Opens the store. Entries and keys this version does not understand stay in the file. Never rejects: a file
 * that cannot be read costs the providers, not the program. `now` in milliseconds.
 */
export async function openProviderStore(dataDir: string, now: () => number): Promise<ProviderStore> {
  const path = join(dataDir, 'providers.json')
  const { value: raw, setAsidePath, isUnavailable } = await openJsonFile(path, now)
  let entries: readonly unknown[] = Array.isArray(raw.providers) ? raw.providers : []
  let removed: Readonly<Record<string, string>> = readNames(raw.removed)
  let writing: Promise<void> = Promise.resolve()

  function list(): readonly StoredProvider[] {
    const seen = new Map<string, StoredProvider>()
    for (const entry of entries) {
      const parsed = stored.safeParse(entry)
      // The first of two with one id wins, as `save` and `remove` then reach both.
      if (parsed.success && !seen.has(parsed.data.id)) seen.set(parsed.data.id, parsed.data)
    }
    return [...seen.values()]
  }

  async function write(next: readonly unknown[], names: Readonly<Record<string, string>>): Promise<void> {
    entries = next
    removed = names
    const { removed: _, ...others } = raw
    const value = {
      ...others,
      providers: next,
      ...(Object.keys(names).length === 0 ? {} : { removed: names }),
    }
    const run = async (): Promise<void> => {
      // Damaged meanwhile, or never readable: the file is not ours to overwrite.
      if ((await readJsonFile(path)).kind === 'damaged') await setAside(path, now())
      await writeJsonFile(path, value)
    }
    writing = writing.then(run, run)
    await writing
  }

  return {
    path,
    setAsidePath,
    isUnavailable,
    list,
    get: (id) => list().find((provider) => provider.id === id) ?? null,
    nameOfRemoved: (id) => (list().some((provider) => provider.id === id) ? null : (removed[id] ?? id)),
    async save(provider) {
      const parsed = stored.safeParse(provider)
      if (!parsed.success || hasCredentials(parsed.data.baseUrl)) {
        throw new AppError('bad-input', 'This provider cannot be saved.', {
          params: { field: parsed.success ? 'baseUrl' : String(parsed.error.issues[0]?.path[0] ?? '') },
        })
      }
      const position = entries.findIndex((entry) => idOf(entry) === parsed.data.id)
      const old = entries[position]
      const entry = typeof old === 'object' && old !== null ? { ...old, ...parsed.data } : parsed.data
      const others = entries.filter((other) => idOf(other) !== parsed.data.id)
      const { [parsed.data.id]: _, ...names } = removed
      await write(position < 0 ? [...entries, entry] : others.toSpliced(position, 0, entry), names)
    },
    async remove(id) {
      const rest = entries.filter((entry) => idOf(entry) !== id)
      if (rest.length === entries.length) return
      const name = list().find((provider) => provider.id === id)?.name
      const names = Object.entries(removed).filter(([other]) => other !== id)
      const kept = name === undefined ? names : [...names, [id, name] as const]
      await write(rest, Object.fromEntries(kept.slice(-REMEMBERED)))
    },
  }
}

function readNames(value: unknown): Readonly<Record<string, string>> {
  const parsed = z.record(z.string(), z.string().max(80)).safeParse(value)
  return parsed.success ? parsed.data : {}
}

function idOf(entry: unknown): unknown {
  return typeof entry === 'object' && entry !== null && 'id' in entry ? entry.id : undefined
}

function hasCredentials(baseUrl: string): boolean {
  if (baseUrl === '') return false
  const url = new URL(baseUrl)
  return url.username !== '' || url.password !== ''
}
