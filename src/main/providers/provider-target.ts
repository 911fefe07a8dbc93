import { AppError } from '../../shared/ipc/errors.ts'
import type { ProviderSettings } from '../../shared/ipc/settings.ts'
import { type ProviderAddress, readAddress } from './provider-address.ts'

/** A provider that may be called: its address, its key, its model. Lives only in main. */
export interface ProviderTarget {
  readonly kind: ProviderSettings['kind']
  readonly address: ProviderAddress
  /** What is sent; a placeholder where no key is set. */
  readonly key: string
  readonly hasKey: boolean
  /** What may never be seen in a text. */
  readonly secrets: readonly string[]
}

/** Sent to servers that need no key: the SDKs insist on one. */
const NO_KEY = 'no-key-set'

/**
 * Joins settings and key. Rejects with `no-key` when the vendor's own address has none, with `bad-input` for an
 * address that is none, and with `auth` for a key that no header can carry.
 */
export function readTarget(settings: ProviderSettings, key: string | null): ProviderTarget {
  const address = readAddress(settings.kind, settings.baseUrl)
  const trimmed = key?.trim() ?? ''
  if (trimmed === '' && address.isVendor)
    throw new AppError('no-key', 'This provider needs a key.', {
      params: { host: address.host, layer: 'key' },
    })
  // Checked here because the header's own error message would quote the key.
  if (!/^[\x21-\x7e]*$/.test(trimmed))
    throw new AppError('auth', 'The key holds characters that a key cannot have.', {
      params: { host: address.host, layer: 'key' },
    })
  return {
    kind: settings.kind,
    address,
    key: trimmed === '' ? NO_KEY : trimmed,
    hasKey: trimmed !== '',
    secrets: trimmed === '' ? [] : [trimmed],
  }
}
