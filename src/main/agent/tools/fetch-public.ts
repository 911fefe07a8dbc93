import { lookup } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { isPublicAddress } from './public-address.ts'
import { ToolFault } from './tool.ts'

const MAX_BYTES = 4_000_000
const TIMEOUT_MS = 20_000
const MAX_REDIRECTS = 5

/** What may differ in tests: which addresses count as public, and whose certificates are trusted. */
export interface WebRules {
  readonly isAllowedAddress: (address: string) => boolean
  readonly ca?: string
  readonly timeoutMs?: number
  readonly maxBytes?: number
}

/** Where redirects may lead: to any public address, or nowhere that was not asked for. */
export type Redirects = 'anywhere' | 'same-host'

/** The rules of the program. */
export const WEB_RULES: WebRules = { isAllowedAddress: isPublicAddress }

/** A page as it came. `isCut` = the rest beyond the limit was not read. */
export interface Page {
  readonly url: string
  readonly status: number
  readonly contentType: string
  readonly bytes: Uint8Array
  readonly isCut: boolean
}

/**
 * Gets one `https` address: no cookies, no keys, no other scheme also after a redirect. Every address a name
 * stands for is checked at the moment of connecting, so that a name cannot lead to this machine or its
 * network. Bounded in time, size and redirects; one that leads to another host than `redirects` lets it is told, not
 * followed. Throws ToolFault; rejects on abort.
 */
export async function fetchPublic(
  address: string,
  signal: AbortSignal,
  rules: WebRules = WEB_RULES,
  redirects: Redirects = 'anywhere',
): Promise<Page> {
  const timeout = AbortSignal.timeout(rules.timeoutMs ?? TIMEOUT_MS)
  const both = AbortSignal.any([signal, timeout])
  let url = parsePublicUrl(address, rules)
  try {
    for (let times = 0; times <= MAX_REDIRECTS; times += 1) {
      const page = await get(url, both, rules)
      if (typeof page !== 'string') return page
      const next = parsePublicUrl(new URL(page, url).href, rules)
      if (redirects === 'same-host' && withoutWww(next) !== withoutWww(url))
        throw new ToolFault(
          `${url.host} redirects to another host, which was not asked: ${next.href.slice(0, 2_000)}`,
        )
      url = next
    }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof ToolFault) throw error
    if (timeout.aborted) throw new ToolFault(`${url.host} did not answer in time.`)
    throw new ToolFault(
      `${url.host} could not be reached: ${error instanceof Error ? error.message : 'unknown'}`,
    )
  }
  throw new ToolFault(`${url.host} redirected more than ${MAX_REDIRECTS} times.`)
}

function withoutWww({ host }: URL): string {
  return host.replace(/^www\./, '')
}

/** A URL that may be asked for. Throws ToolFault for another scheme, a password in it, or a local address. */
export function parsePublicUrl(address: string, rules: WebRules = WEB_RULES): URL {
  const url = URL.parse(address)
  if (url === null) throw new ToolFault('This is not a web address.')
  if (url.protocol !== 'https:') throw new ToolFault('Only https addresses are fetched.')
  if (url.username !== '' || url.password !== '') throw new ToolFault('The address holds a password.')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isName = isIP(host) === 0
  const isLocalName =
    isName &&
    (/(?:^|\.)(?:localhost|local|internal|lan|home|intranet)\.?$/i.test(host) || !host.includes('.'))
  if (
    (isName && isLocalName && !rules.isAllowedAddress('127.0.0.1')) ||
    (!isName && !rules.isAllowedAddress(host))
  )
    throw new ToolFault(`${url.hostname} is a local address.`)
  return url
}

/** A page, or where it redirects to. */
function get(url: URL, signal: AbortSignal, rules: WebRules): Promise<Page | string> {
  return new Promise((resolve, reject) => {
    const call = request(
      url,
      {
        signal,
        lookup: checkedLookup(rules),
        // A connection of its own: a kept one would skip the check.
        agent: false,
        headers: {
          accept: 'text/html, text/plain, application/json, */*;q=0.5',
          'accept-encoding': 'gzip, deflate, br',
          'user-agent': 'Palimpsest',
        },
        ...(rules.ca === undefined ? {} : { ca: rules.ca }),
      },
      (answer) => {
        const { statusCode = 0, headers } = answer
        if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
          answer.destroy()
          resolve(headers.location)
          return
        }
        readBody(answer, rules.maxBytes ?? MAX_BYTES).then(
          (body) =>
            resolve({
              url: url.href,
              status: statusCode,
              contentType: headers['content-type'] ?? '',
              ...body,
            }),
          reject,
        )
      },
    )
    call.on('error', reject)
    call.end()
  })
}

function checkedLookup(rules: WebRules): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { all: true, verbatim: true }).then(
      (found) => {
        const wrong = found.find(({ address }) => !rules.isAllowedAddress(address))
        const [first] = found
        if (wrong !== undefined || first === undefined)
          callback(new ToolFault(`${hostname} leads to a local address.`) as NodeJS.ErrnoException, '', 0)
        else if (options.all === true) callback(null, [...found])
        else callback(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    )
  }
}

async function readBody(
  answer: IncomingMessage,
  maxBytes: number,
): Promise<{ readonly bytes: Uint8Array; readonly isCut: boolean }> {
  const encoding = answer.headers['content-encoding'] ?? ''
  const decoder =
    encoding === 'gzip'
      ? createGunzip()
      : encoding === 'br'
        ? createBrotliDecompress()
        : encoding === 'deflate'
          ? createInflate()
          : null
  if (decoder !== null) answer.on('error', (error) => decoder.destroy(error))
  const body = decoder === null ? answer : answer.pipe(decoder)
  const chunks: Buffer[] = []
  let length = 0
  // Counted after decompression: a small answer may unfold to anything.
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= maxBytes) break
  }
  answer.destroy()
  return { bytes: Buffer.concat(chunks).subarray(0, maxBytes), isCut: length > maxBytes }
}
