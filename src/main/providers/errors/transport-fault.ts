import type { TransportFault } from './failure.ts'

/** Node's and undici's codes for what went wrong below HTTP. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|ERR_TLS|EPROTO|ERR_SSL/
const TIMEOUT = /TIMEOUT|ETIMEDOUT/

/** The code of the deepest cause that has one, such as `ECONNREFUSED`; null = none. */
export function transportCode(error: unknown): string | null {
  let code: string | null = null
  let current: unknown = error
  for (let depth = 0; depth < 6 && current instanceof Error; depth += 1) {
    if ('code' in current && typeof current.code === 'string') code = current.code
    // Happy eyeballs: one error per address that was tried.
    if (current instanceof AggregateError && current.errors[0] !== undefined) current = current.errors[0]
    else current = current.cause
  }
  return code
}

/** Says whether an exception is a request that got no answer, and at which layer; null = something else. */
export function transportFault(error: unknown): TransportFault | null {
  const code = transportCode(error)
  if (code !== null) {
    if (CERTIFICATE.test(code)) return 'certificate'
    if (TIMEOUT.test(code)) return 'timeout'
    if (/^(?:E[A-Z_]+|UND_ERR_\w+|HPE_\w+)$/.test(code)) return 'address'
  }
  // The global fetch throws TypeErrors for everything below HTTP, ports that it refuses too.
  let current: unknown = error
  for (let depth = 0; depth < 6 && current instanceof Error; depth += 1) {
    if (current instanceof TypeError) return 'address'
    current = current.cause
  }
  return null
}
