import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Answer } from '../../shared/ipc/bridge.ts'
import { CHANNELS } from '../../shared/ipc/channels.ts'
import { AppError } from '../../shared/ipc/errors.ts'
import { openDatabase } from '../checkpoints/database.ts'
import { createDraftRepository } from '../checkpoints/draft-repository.ts'
import { connectCore, serveCore } from '../rpc/core-line.ts'
import { openProviderStore } from '../settings/provider-store.ts'
import { openSettingsFile } from '../settings/settings-file.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { composeTestCore } from '../testing/test-core.ts'
import { createDoor } from './door.ts'
import { createHostPort } from './host-port.ts'
import { type PageEvent, serveIpc } from './ipc-server.ts'
import { openLog } from './log.ts'
import { pageOrigin } from './origin.ts'
import { createSecrets, type SafeStoragePort } from './secrets.ts'

const KEY = 'sk-planted-7f3a9c51e0b24d'
const now = () => 9

/** Stands for a system key store: real encryption, the key in memory. */
function fakeStore(more: Partial<SafeStoragePort> = {}): SafeStoragePort {
  const password = randomBytes(32)
  return {
    isAsyncEncryptionAvailable: async () => true,
    getSelectedStorageBackend: () => 'gnome_libsecret',
    async encryptStringAsync(text) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', password, iv)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body])
    },
    async decryptStringAsync(bytes) {
      const cipher = createDecipheriv('aes-256-gcm', password, bytes.subarray(0, 12))
      cipher.setAuthTag(bytes.subarray(12, 28))
      const body = Buffer.concat([cipher.update(bytes.subarray(28)), cipher.final()])
      return { result: body.toString('utf8'), shouldReEncrypt: false }
    },
    ...more,
  }
}

let folder: string
let file: string
beforeEach(async () => {
  folder = await temporaryFolder()
  file = join(folder, 'secrets.json')
})

/** Every file below a folder that holds `text`, as it is, in base64 or in UTF-16. */
async function filesWith(text: string, root: string): Promise<string[]> {
  const forms = [
    Buffer.from(text),
    Buffer.from(Buffer.from(text).toString('base64').slice(0, -4)),
    Buffer.from(text, 'utf16le'),
  ]
  const found: string[] = []
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isFile()) continue
    const bytes = await readFile(path)
    if (forms.some((form) => bytes.includes(form))) found.push(path)
  }
  return found
}

describe('with a protected store', () => {
  it('keeps a key over a restart, encrypted, in a file only its owner reads', async () => {
    const store = fakeStore()
    const secrets = createSecrets(store, file, now)
    expect(await secrets.set('openai', KEY)).toBe('stored')
    expect(await secrets.state('openai')).toBe('stored')
    expect(await createSecrets(store, file, now).get('openai')).toBe(KEY)
    expect(await filesWith(KEY, folder)).toEqual([])
    if (process.platform !== 'win32') expect((await stat(file)).mode & 0o077).toBe(0)
  })

  it('forgets a key that is set to nothing', async () => {
    const secrets = createSecrets(fakeStore(), file, now)
    await secrets.set('a', KEY)
    await secrets.set('b', KEY)
    expect(await secrets.set('a', '')).toBe('none')
    expect(await secrets.get('a')).toBe(null)
    expect(await secrets.get('b')).toBe(KEY)
    expect(Object.keys(JSON.parse(await readFile(file, 'utf8')).keys)).toEqual(['b'])
  })

  it('keeps all of many keys set at once', async () => {
    const store = fakeStore()
    const secrets = createSecrets(store, file, now)
    await Promise.all(Array.from({ length: 12 }, (_, n) => secrets.set(`p${n}`, `${KEY}${n}`)))
    const again = createSecrets(store, file, now)
    for (let n = 0; n < 12; n += 1) expect(await again.get(`p${n}`)).toBe(`${KEY}${n}`)
  })

  it('has no key where the system cannot read the entry any more, and says so', async () => {
    await createSecrets(fakeStore(), file, now).set('a', KEY)
    const other = createSecrets(fakeStore(), file, now)
    expect(await other.get('a')).toBe(null)
    expect(await other.state('a')).toBe('none')
    expect(await other.set('a', KEY)).toBe('stored')
    expect(await other.get('a')).toBe(KEY)
  })

  it('writes a key anew when the system has changed its own', async () => {
    const store = fakeStore()
    await createSecrets(store, file, now).set('a', KEY)
    const before = await readFile(file, 'utf8')
    const rotated: SafeStoragePort = {
      ...store,
      decryptStringAsync: async (bytes) => ({
        ...(await store.decryptStringAsync(bytes)),
        shouldReEncrypt: true,
      }),
    }
    expect(await createSecrets(rotated, file, now).get('a')).toBe(KEY)
    expect(await readFile(file, 'utf8')).not.toBe(before)
    expect(await createSecrets(store, file, now).get('a')).toBe(KEY)
  })

  it('moves a damaged file aside and goes on', async () => {
    await writeFile(file, '{"keys": ')
    const secrets = createSecrets(fakeStore(), file, now)
    expect(await secrets.get('a')).toBe(null)
    expect(await secrets.set('a', KEY)).toBe('stored')
    expect(await readFile(`${file}.damaged-9`, 'utf8')).toBe('{"keys": ')
  })

  it('is not fooled by ids of the prototype', async () => {
    const secrets = createSecrets(fakeStore(), file, now)
    for (const id of ['__proto__', 'constructor', 'toString']) {
      expect(await secrets.get(id)).toBe(null)
      expect(await secrets.state(id)).toBe('none')
    }
  })
})

describe.each([
  ['basic_text', fakeStore({ getSelectedStorageBackend: () => 'basic_text' })],
  ['unknown', fakeStore({ getSelectedStorageBackend: () => 'unknown' })],
  ['no encryption', fakeStore({ isAsyncEncryptionAvailable: async () => false })],
])('without a protected store (%s)', (_name, store) => {
  it('keeps a key for this run only, writes nothing, and says so', async () => {
    const secrets = createSecrets(store, file, now)
    expect(await secrets.set('openai', KEY)).toBe('session-only')
    expect(await secrets.state('openai')).toBe('session-only')
    expect(await secrets.get('openai')).toBe(KEY)
    expect(await readdir(folder)).toEqual([])
    expect(await createSecrets(store, file, now).get('openai')).toBe(null)
  })

  it('drops an older stored key when a new one is given', async () => {
    await createSecrets(fakeStore(), file, now).set('openai', 'an older key')
    const secrets = createSecrets(store, file, now)
    expect(await secrets.state('openai')).toBe('none')
    await secrets.set('openai', KEY)
    expect(JSON.parse(await readFile(file, 'utf8')).keys).toEqual({})
  })
})

it('asks for no store name where the system has only one', async () => {
  const { getSelectedStorageBackend: _, ...store } = fakeStore()
  expect(await createSecrets(store, file, now).set('a', KEY)).toBe('stored')
})

it('a planted key is in no file, no log and no message to the page', async () => {
  const secrets = createSecrets(fakeStore(), file, now)
  const log = openLog(join(folder, 'logs', 'main.log'), secrets.redact, () => new Date(0))
  const host = createHostPort(
    {
      askForPaths: async () => [`/chosen/${KEY}`],
      trashItem: async () => {
        throw new Error(`refused ${KEY}`)
      },
      showItemInFolder: () => undefined,
      openExternal: async () => undefined,
      writeText: async () => undefined,
    },
    secrets,
    () => undefined,
  )
  const { port1, port2 } = new MessageChannelPair()
  const core = connectCore(port1, host, () => undefined)
  await serveCore(port2, { dataDir: folder, resourcesDir: folder }, composeTestCore)
  const handlers = new Map<string, (event: PageEvent, ...args: unknown[]) => unknown>()
  const toPage: unknown[] = []
  serveIpc({
    ipc: { handle: (name, f) => void handlers.set(name, f), on: (name, f) => void handlers.set(name, f) },
    door: createDoor(pageOrigin(undefined), () => true),
    core,
    onDropped: () => undefined,
    onPage: () => undefined,
    redact: secrets.redact,
  })
  const event: PageEvent = {
    sender: { id: 1, isDestroyed: () => false, send: (...args) => void toPage.push(args) },
    senderFrame: { url: 'app://bundle/', parent: null },
  }
  const ask = async (route: string, input: unknown): Promise<Answer<unknown>> => {
    const answer = (await handlers.get(CHANNELS.request)?.(event, route, input)) as Answer<unknown>
    toPage.push(answer)
    return answer
  }

  // The key comes in by its one way, and everything that could carry it further is used after it.
  expect(await ask('provider.setKey', { id: 'openai', key: KEY })).toMatchObject({
    ok: true,
    data: { keyState: 'stored' },
  })
  expect(await host.getSecret('openai')).toBe(KEY)
  expect(await ask('workspace.trash', { path: 'a' })).toMatchObject({
    ok: false,
    error: { code: 'trash-unavailable' },
  })
  await ask('provider.setKey', { id: 'openai', key: [KEY] })
  await ask('nothing', KEY)
  await ask('thread.open', { thread: `a ${KEY}` })
  log('a provider refused', `authorization: Bearer ${KEY}`)
  log(`failed ${KEY}`, new AppError('auth', KEY, { details: KEY }).stack ?? '')
  const settings = await openSettingsFile(folder, now)
  await settings.set({ theme: 'dark' })
  const providers = await openProviderStore(folder, now)
  const provider = {
    id: 'openai',
    kind: 'openai-chat',
    name: 'O',
    baseUrl: '',
    model: '',
    windowTokens: null,
    key: KEY,
  } as const
  await providers.save(provider)
  const database = openDatabase(folder, now)
  createDraftRepository(database.db, now).save(null, '/t.json', 'a draft')
  database.close()

  expect(await filesWith(KEY, folder)).toEqual([])
  expect(JSON.stringify(toPage)).not.toContain(KEY)
  expect(JSON.stringify(toPage)).toContain('[key removed]')
  expect(await readFile(join(folder, 'logs', 'main.log'), 'utf8')).toContain('Bearer [key removed]')
  // The search itself finds a key that is there.
  await writeFile(join(folder, 'planted.txt'), KEY)
  expect(await filesWith(KEY, folder)).toEqual([join(folder, 'planted.txt')])
  core.fail(new AppError('internal', 'over'))
})

/** Two ports that hand structured clones to each other. */
class MessageChannelPair {
  readonly port1 = new FakePort()
  readonly port2 = new FakePort()

  constructor() {
    this.port1.other = this.port2
    this.port2.other = this.port1
  }
}

class FakePort {
  other: FakePort | null = null
  readonly #listeners = new Set<(value: unknown) => void>()

  postMessage(value: unknown): void {
    const copy: unknown = structuredClone(value)
    setImmediate(() => {
      for (const listener of this.other?.listeners ?? []) listener(copy)
    })
  }

  get listeners(): Iterable<(value: unknown) => void> {
    return this.#listeners
  }

  on(_event: 'message', listener: (value: unknown) => void): void {
    this.#listeners.add(listener)
  }

  off(_event: 'message', listener: (value: unknown) => void): void {
    this.#listeners.delete(listener)
  }
}
