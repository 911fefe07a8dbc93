/** What may be done with an address that stands in a text. */
export type LinkCheck =
  | {
      readonly kind: 'ok'
      /** The address as it is opened: parsed and written again. */
      readonly url: string
      /** Shown before opening. Foreign letters stand as `xn--…`, so that look-alikes are seen. */
      readonly host: string
    }
  | { readonly kind: 'refused'; readonly reason: LinkRefusal }

export type LinkRefusal = 'not-an-address' | 'scheme' | 'credentials' | 'control-characters' | 'too-long'

const MAX_CHARS = 8192
const MAIL_FIELDS: ReadonlySet<string> = new Set(['to', 'cc', 'bcc', 'subject', 'body', 'in-reply-to'])

// Control characters, line and paragraph separators, and the marks that turn the reading direction around.
const HIDDEN = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
const MAIL_ADDRESS = /^[^\s@<>",;:\\]+@[^\s@<>",;:\\]+$/

/**
 * Decides whether an address may be opened outside the program: `https` and `mailto` only, no user name or
 * password in it, no hidden characters. A `mailto` may set the usual fields only: some mail programs attach
 * files when they are told to.
 */
export function checkLink(text: string): LinkCheck {
  if (text.length > MAX_CHARS) return { kind: 'refused', reason: 'too-long' }
  if (HIDDEN.test(text)) return { kind: 'refused', reason: 'control-characters' }
  if (!URL.canParse(text)) return { kind: 'refused', reason: 'not-an-address' }
  const url = new URL(text)
  if (url.protocol === 'mailto:') return checkMail(url)
  if (url.protocol !== 'https:') return { kind: 'refused', reason: 'scheme' }
  if (url.username !== '' || url.password !== '') return { kind: 'refused', reason: 'credentials' }
  return { kind: 'ok', url: url.href, host: url.host }
}

function checkMail(url: URL): LinkCheck {
  const fields = [...url.searchParams]
  const isPlain = fields.every(([name]) => MAIL_FIELDS.has(name.toLowerCase()))
  const hasHidden = fields.some(
    ([name, value]) => HIDDEN.test(value.replaceAll(/\r?\n/g, '')) || HIDDEN.test(name),
  )
  let address: string
  try {
    address = decodeURIComponent(url.pathname)
  } catch {
    return { kind: 'refused', reason: 'not-an-address' }
  }
  if (HIDDEN.test(address) || hasHidden) return { kind: 'refused', reason: 'control-characters' }
  if (!isPlain || !MAIL_ADDRESS.test(address)) return { kind: 'refused', reason: 'not-an-address' }
  return { kind: 'ok', url: url.href, host: address }
}
