import { createHash, timingSafeEqual } from 'node:crypto'

/** What of a request decides whether it is let in. */
export interface RequestHead {
  readonly host: string | undefined
  readonly origin: string | undefined
  readonly authorization: string | undefined
}

/** Why a request was refused; null = it may pass. */
export type GuardRefusal = { readonly status: 401 | 403; readonly message: string } | null

/**
 * Lets in what asks this machine by its loopback name and knows the token. A foreign `Host` means that a web page
 * had a name point here; an `Origin` means that a web page asks at all. Both are refused whatever the token.
 */
export function refuseRequest(head: RequestHead, port: number, token: string): GuardRefusal {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`]
  if (head.host === undefined || !hosts.includes(head.host.toLowerCase()))
    return { status: 403, message: 'This interface answers on the loopback address only.' }
  if (head.origin !== undefined) return { status: 403, message: 'This interface does not answer web pages.' }
  const given = /^Bearer (.+)$/.exec(head.authorization ?? '')?.[1]
  if (given === undefined || !isSame(given, token))
    return { status: 401, message: 'A token is needed: Authorization: Bearer <token>.' }
  return null
}

/** Takes equally long for every wrong token. */
function isSame(given: string, token: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(given), hash(token))
}
