import { isIPv4 } from 'node:net'
import { AppError } from '../../shared/ipc/errors.ts'
import type { ProviderSettings } from '../../shared/ipc/settings.ts'

/** Where a provider is, ready for its SDK. */
export interface ProviderAddress {
  /** What the SDK appends its paths to; no slash at the end. */
  readonly baseUrl: string
  readonly origin: string
  readonly host: string
  /** The provider's own address, not a compatible server. */
  readonly isVendor: boolean
  /** On this machine or in this network: no key is expected and the first token may take minutes. */
  readonly isLocal: boolean
}

const VENDOR_URL: { readonly [K in ProviderSettings['kind']]: string } = {
  'openai-chat': 'https://api.openai.com/v1',
  'openai-responses': 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com',
}

/** Paths that people paste with the address. */
const PASTED_PATH = /\/(?:chat\/completions|completions|responses|messages|models)$/

/**
 * Reads the address of a provider. Empty = the vendor's own. Forgives a pasted end point, a slash at the end
 * and a missing `/v1`. Rejects with `bad-input` what is no http address, and addresses that hold a password,
 * a key or a query: keys travel in headers only (B-90).
 */
export function readAddress(kind: ProviderSettings['kind'], baseUrl: string): ProviderAddress {
  const text = baseUrl.trim() === '' ? VENDOR_URL[kind] : baseUrl.trim()
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw new AppError('bad-input', 'This is not a web address.', { params: { layer: 'address' } })
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new AppError(
      'bad-input',
      'The address may not hold a password or a key; put the key in its own field.',
      {
        params: { layer: 'address' },
      },
    )
  const path = url.pathname.replace(/\/+$/, '').replace(PASTED_PATH, '')
  // The Anthropic SDK adds /v1 itself; the OpenAI SDK expects it in the address.
  const fitted = kind === 'anthropic' ? path.replace(/\/v1$/, '') : path === '' ? '/v1' : path
  return {
    baseUrl: url.origin + fitted,
    origin: url.origin,
    host: url.host,
    isVendor: url.origin === new URL(VENDOR_URL[kind]).origin,
    isLocal: isLocalHost(url.hostname),
  }
}

function isLocalHost(hostname: string): boolean {
  if (isIPv4(hostname))
    return /^(?:127\.|10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.)/.test(hostname)
  if (hostname.startsWith('[')) return /^\[(?:::1\]|f[cd][0-9a-f]{2}:|fe80:)/.test(hostname)
  return !hostname.includes('.') || /\.(?:local|localhost|lan|internal)$/.test(hostname)
}
