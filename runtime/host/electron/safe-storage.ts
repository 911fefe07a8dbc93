import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { guarded } from '../guard.ts'
import { hostState } from '../host-state.ts'
import { app } from './app.ts'

const IV_BYTES = 12
const TAG_BYTES = 16

/** Specs only: stands for a system key store, so that the path with one is tested too. */
function hasTestStore(): boolean {
  return process.env.HOST_KEYSTORE === 'test'
}

function testKey(): Buffer {
  const file = join(app.getPath('userData'), 'host-test-key')
  mkdirSync(dirname(file), { recursive: true })
  try {
    writeFileSync(file, randomBytes(32), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return readFileSync(file)
}

function assertStore(): void {
  if (!hasTestStore())
    throw new Error('Encryption is not available: the Chromium host has no system key store')
}

/** Without a key store it says so (`basic_text`, not available), and the app keeps no key on disk. */
export const safeStorage = guarded('safeStorage', {
  async isAsyncEncryptionAvailable(): Promise<boolean> {
    return hostState.isReady && hasTestStore()
  },
  getSelectedStorageBackend(): 'basic_text' | 'gnome_libsecret' {
    return hasTestStore() ? 'gnome_libsecret' : 'basic_text'
  },
  async encryptStringAsync(plainText: string): Promise<Buffer> {
    assertStore()
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv('aes-256-gcm', testKey(), iv)
    const body = Buffer.concat([cipher.update(plainText, 'utf8'), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), body])
  },
  async decryptStringAsync(encrypted: Buffer): Promise<Electron.DecryptStringAsyncReturnValue> {
    assertStore()
    const cipher = createDecipheriv('aes-256-gcm', testKey(), encrypted.subarray(0, IV_BYTES))
    cipher.setAuthTag(encrypted.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    const body = Buffer.concat([cipher.update(encrypted.subarray(IV_BYTES + TAG_BYTES)), cipher.final()])
    return { result: body.toString('utf8'), shouldReEncrypt: false }
  },
})
