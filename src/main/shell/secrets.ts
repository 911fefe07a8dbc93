import { rename } from 'node:fs/promises'
import type { KeyState } from '../ports.ts'
import { type JsonObject, readJsonFile, writeJsonFile } from '../settings/json-file.ts'

/** The part of Electron's `safeStorage` that is used: its asynchronous methods, and the name of the store. */
export interface SafeStoragePort {
  isAsyncEncryptionAvailable(): Promise<boolean>
  encryptStringAsync(text: string): Promise<Buffer>
  decryptStringAsync(
    encrypted: Buffer,
  ): Promise<{ readonly result: string; readonly shouldReEncrypt: boolean }>
  /** Only where the system has several stores. */
  getSelectedStorageBackend?(): string
}

/** The one module that sees keys at rest. */
export interface Secrets {
  /** The key in plain text; null = none, or one that this system can no longer read. */
  get(id: string): Promise<string | null>
  /** Empty key = forget. `session-only` = the system has no protected store: kept until the program ends. */
  set(id: string, key: string): Promise<KeyState>
  state(id: string): Promise<KeyState>
  /** Takes every key that this run has seen out of a text. */
  redact(text: string): string
}

/** Stores that hide nothing: their password is known to everybody. */
const UNPROTECTED: ReadonlySet<string> = new Set(['basic_text', 'unknown'])
/** Shorter keys would also take ordinary words out of texts. */
const MIN_REDACTED_CHARS = 6

/**
 * Keys of providers, encrypted by the system's store in one file. Where the system has no protected store a
 * key is never written: it lives in this process only. Keys are never logged and never in an error.
 */
export function createSecrets(store: SafeStoragePort, file: string, now: () => number): Secrets {
  const session = new Map<string, string>()
  const seen = new Set<string>()
  const unreadable = new Set<string>()
  let queue: Promise<unknown> = Promise.resolve()

  /** One after the other: every change reads the file and writes it again. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = queue.then(work, work)
    queue = result.catch(() => undefined)
    return result
  }

  async function isProtected(): Promise<boolean> {
    const backend = store.getSelectedStorageBackend?.()
    if (backend !== undefined && UNPROTECTED.has(backend)) return false
    return store.isAsyncEncryptionAvailable()
  }

  async function readEntries(): Promise<{ readonly raw: JsonObject; readonly keys: JsonObject }> {
    const read = await readJsonFile(file)
    if (read.kind === 'damaged') await rename(file, `${file}.damaged-${now()}`)
    const raw = read.kind === 'read' ? read.value : {}
    const keys = raw.keys
    const isObject = typeof keys === 'object' && keys !== null && !Array.isArray(keys)
    return { raw, keys: isObject ? { ...keys } : {} }
  }

  /** The keys for reading: a file that cannot be read holds none for us, and stops nothing that needs no key. */
  async function readKeys(): Promise<JsonObject> {
    return readEntries().then(
      ({ keys }) => keys,
      () => ({}),
    )
  }

  async function write(id: string, encrypted: string | null): Promise<void> {
    const { raw, keys } = await readEntries()
    if (encrypted === null && !Object.hasOwn(keys, id)) return
    const others = Object.fromEntries(Object.entries(keys).filter(([other]) => other !== id))
    await writeJsonFile(file, {
      ...raw,
      version: 1,
      keys: encrypted === null ? others : { ...others, [id]: encrypted },
    })
  }

  async function encrypt(key: string): Promise<string> {
    return (await store.encryptStringAsync(key)).toString('base64')
  }

  async function readStored(id: string): Promise<string | null> {
    const keys = await readKeys()
    const entry = Object.hasOwn(keys, id) ? keys[id] : undefined
    if (typeof entry !== 'string' || !(await isProtected())) return null
    try {
      const { result, shouldReEncrypt } = await store.decryptStringAsync(Buffer.from(entry, 'base64'))
      remember(result)
      if (shouldReEncrypt) await write(id, await encrypt(result))
      return result
    } catch {
      // Another machine's or another user's file: without the system's key it is noise. The person enters
      // the key again; the entry stays until then.
      unreadable.add(id)
      return null
    }
  }

  function remember(key: string): void {
    if (key.length >= MIN_REDACTED_CHARS) seen.add(key)
  }

  return {
    get: (id) => inTurn(async () => session.get(id) ?? (await readStored(id))),
    set: (id, key) =>
      inTurn(async () => {
        remember(key)
        session.delete(id)
        unreadable.delete(id)
        if (key === '') {
          await write(id, null)
          return 'none'
        }
        if (!(await isProtected())) {
          // An older protected entry would come back after a restart and surprise: the new key replaces it.
          await write(id, null)
          session.set(id, key)
          return 'session-only'
        }
        await write(id, await encrypt(key))
        return 'stored'
      }),
    state: (id) =>
      inTurn(async () => {
        if (session.has(id)) return 'session-only'
        // Not decrypted for this: some systems ask the person each time.
        const keys = await readKeys()
        const isStored = typeof keys[id] === 'string' && Object.hasOwn(keys, id) && !unreadable.has(id)
        return isStored && (await isProtected()) ? 'stored' : 'none'
      }),
    redact(text) {
      let clean = text
      for (const key of seen) clean = clean.replaceAll(key, '[key removed]')
      return clean
    },
  }
}
