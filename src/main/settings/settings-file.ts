import { join } from 'node:path'
import { z } from 'zod'
import { AppError } from '../../shared/ipc/errors.ts'
import type { Settings } from '../../shared/ipc/settings.ts'
import { type JsonObject, openJsonFile, readJsonFile, setAside, writeJsonFile } from './json-file.ts'

/** Settings of a fresh install. */
export const DEFAULT_SETTINGS: Settings = {
  language: 'system',
  theme: 'system',
  textSizePx: 15,
  sidebarWidthPx: 280,
  isSidebarOpen: true,
  skipIntroduction: false,
  defaultSummarizer: 'built-in',
  observation: { isOn: false, port: 47_113 },
  instructionPresets: [],
  redactionPatterns: [],
  importFolders: [],
}

const textSizePx = z.union([z.literal(14), z.literal(15), z.literal(16), z.literal(17), z.literal(18)])

const longPath = z.string().min(1).max(4096)

/** One schema per key: a bad value falls back alone. */
const SCHEMAS: { readonly [K in keyof Settings]: z.ZodType<Settings[K]> } = {
  language: z.enum(['system', 'en', 'zh-CN']),
  theme: z.enum(['system', 'light', 'dark', 'high-contrast']),
  textSizePx,
  sidebarWidthPx: z.int().min(220).max(420),
  isSidebarOpen: z.boolean(),
  skipIntroduction: z.boolean(),
  defaultSummarizer: z.string().min(1).max(200),
  observation: z.object({ isOn: z.boolean(), port: z.int().min(1024).max(65_535) }),
  instructionPresets: z
    .array(z.object({ name: z.string().min(1).max(60), text: z.string().min(1).max(20_000) }))
    .max(50)
    .readonly(),
  redactionPatterns: z.array(z.string().max(200)).max(100).readonly(),
  importFolders: z
    .array(
      z.object({
        path: longPath,
        root: longPath,
        folder: z.string().max(4096),
        include: z.object({ toolOutput: z.boolean(), images: z.boolean(), branches: z.boolean() }),
      }),
    )
    .max(50)
    .readonly(),
}

/** The person's settings: one JSON file in the data folder. */
export interface SettingsFile {
  readonly path: string
  /** Keys whose value in the file was unusable; their default is in force, the file was left alone. */
  readonly badKeys: readonly (keyof Settings)[]
  /** Where a file that was no JSON was moved; null when there was none. */
  readonly setAsidePath: string | null
  /** The file is there and could not be read, or could not be moved aside: it is left as it is. */
  readonly isUnavailable: boolean
  get(): Settings
  /** The block `compaction` as it stands in the file (S-142); undefined when there is none. Never written. */
  compactionBlock(): unknown
  /**
   * Takes values that are valid, refuses the rest with an error; saves; answers all settings. When the disk
   * refuses it rejects, and the values are in force for this run.
   */
  set(patch: { readonly [K in keyof Settings]?: Settings[K] | undefined }): Promise<Settings>
}

/** Path of the settings file in a data folder. */
export function settingsPath(dataDir: string): string {
  return join(dataDir, 'settings.json')
}

/** Reads settings without touching the file. For the shell, which needs the theme before the core stands. */
export async function readSettings(dataDir: string): Promise<Settings> {
  const read = await readJsonFile(settingsPath(dataDir))
  return read.kind === 'read' ? parseSettings(read.value).settings : DEFAULT_SETTINGS
}

/**
 * Opens the settings. Keys this version does not know, and bad values the person has not replaced, survive
 * every write. A file that holds no JSON object is moved aside, never overwritten. Never rejects: a file that
 * cannot be read costs the settings, not the program. `now` in milliseconds.
 */
export async function openSettingsFile(dataDir: string, now: () => number): Promise<SettingsFile> {
  const path = settingsPath(dataDir)
  const opened = await openJsonFile(path, now)
  let raw: JsonObject = opened.value
  // What this run changed: everything else in the file is another hand's, also when it came meanwhile.
  let changed: JsonObject = {}
  const parsed = parseSettings(raw)
  let settings = parsed.settings
  let { setAsidePath } = opened
  let writing: Promise<void> = Promise.resolve()

  return {
    path,
    badKeys: parsed.badKeys,
    get setAsidePath() {
      return setAsidePath
    },
    isUnavailable: opened.isUnavailable,
    get: () => settings,
    compactionBlock: () => (Object.hasOwn(raw, 'compaction') ? raw.compaction : undefined),
    async set(patch) {
      const clean = checkPatch(patch)
      settings = { ...settings, ...clean }
      changed = { ...changed, ...clean }
      const value = changed
      // One write after the other: two at once could end with the older one.
      const write = async (): Promise<void> => {
        const onDisk = await readJsonFile(path)
        if (onDisk.kind === 'damaged') setAsidePath = await setAside(path, now())
        if (onDisk.kind === 'read') raw = onDisk.value
        raw = { ...raw, ...value }
        await writeJsonFile(path, raw)
      }
      writing = writing.then(write, write)
      await writing
      return settings
    },
  }
}

function checkPatch(patch: object): Partial<Settings> {
  const result = z.object(SCHEMAS).partial().safeParse(withoutUndefined(patch))
  if (!result.success) {
    throw new AppError('bad-input', 'This setting cannot be saved.', {
      params: { key: String(result.error.issues[0]?.path[0] ?? '') },
    })
  }
  return withoutUndefined(result.data)
}

function parseSettings(raw: JsonObject): {
  readonly settings: Settings
  readonly badKeys: readonly (keyof Settings)[]
} {
  const badKeys: (keyof Settings)[] = []
  const pick = <K extends keyof Settings>(key: K): Settings[K] => {
    if (!Object.hasOwn(raw, key)) return DEFAULT_SETTINGS[key]
    const result = SCHEMAS[key].safeParse(raw[key])
    if (result.success) return result.data
    badKeys.push(key)
    return DEFAULT_SETTINGS[key]
  }
  const settings: Settings = {
    language: pick('language'),
    theme: pick('theme'),
    textSizePx: pick('textSizePx'),
    sidebarWidthPx: pick('sidebarWidthPx'),
    isSidebarOpen: pick('isSidebarOpen'),
    skipIntroduction: pick('skipIntroduction'),
    defaultSummarizer: pick('defaultSummarizer'),
    observation: pick('observation'),
    instructionPresets: pick('instructionPresets'),
    redactionPatterns: pick('redactionPatterns'),
    importFolders: pick('importFolders'),
  }
  return { settings, badKeys }
}

function withoutUndefined<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  // Safe: only keys that hold a value are copied.
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }
}
