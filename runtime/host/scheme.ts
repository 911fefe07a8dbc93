/**
 * A stock browser knows no custom scheme, so `app://host/path` is shown as
 * `https://host.app.invalid/path`. The name can never resolve (RFC 6761): if nobody answers the request
 * inside the browser, nothing leaves the machine.
 */

let schemes: readonly string[] = []

/** The standard schemes of the app, named once before `ready`. */
export function setSchemes(names: readonly string[]): void {
  schemes = names
}

function suffixOf(scheme: string): string {
  return `.${scheme}.invalid`
}

/** Patterns for `Fetch.enable` that match every address of the app's schemes. */
export function schemePatterns(): { readonly urlPattern: string }[] {
  return schemes.map((scheme) => ({ urlPattern: `https://*${suffixOf(scheme)}/*` }))
}

/** `app://h/p` -> what the browser is shown; other addresses unchanged. */
export function toBrowserUrl(url: string): string {
  const match = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/is.exec(url)
  const scheme = match?.[1]?.toLowerCase()
  if (!match || scheme === undefined || !schemes.includes(scheme)) return url
  const rest = match[3] ?? ''
  return `https://${match[2]}${suffixOf(scheme)}${rest.startsWith('/') ? rest : `/${rest}`}`
}

/** What the browser shows -> `app://h/p`; other addresses unchanged. */
export function toAppUrl(url: string): string {
  const match = /^https:\/\/([^/?#]*)(.*)$/s.exec(url)
  const host = match?.[1]
  if (!match || host === undefined) return url
  const scheme = schemes.find((each) => host.endsWith(suffixOf(each)))
  return scheme === undefined
    ? url
    : `${scheme}://${host.slice(0, -suffixOf(scheme).length)}${match[2] || '/'}`
}
