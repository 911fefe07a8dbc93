/** Elements whose content is no text of the page. */
const SILENT = /<(script|style|title|noscript|template|svg|iframe|object)\b[\s\S]*?(?:<\/\1\s*>|$)/gi
/** Elements that begin and end a line. */
const BLOCKS: ReadonlySet<string> = new Set(
  'p div section article main header footer aside nav ul ol table tr blockquote pre form h1 h2 h3 h4 h5 h6 hr dl dt dd figure'.split(
    ' ',
  ),
)
const ENTITIES: { readonly [name: string]: string } = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  copy: '©',
}

/**
 * Readable text of a web page: title, headings as `#`, list entries as `-`, links with their address. Every pattern
 * stops at the next `<`: a page is megabytes of whatever a stranger wrote, and takes time by its length alone.
 */
export function pageText(html: string): string {
  const title = /<title\b[^<>]*>([^<]*)/i.exec(html)?.[1]
  const body = html.replace(/<!--[\s\S]*?(?:-->|$)/g, '').replace(SILENT, ' ')
  const text = decodeEntities(withoutTags(body))
    .split('\n')
    .map((line) => line.replace(/[ \t\r\f]+/g, ' ').trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return title === undefined ? text : `${decodeEntities(title).replace(/\s+/g, ' ').trim()}\n\n${text}`
}

function withoutTags(html: string): string {
  /** Address of the link that is open. */
  let address: string | null = null
  return html.replace(
    /<(\/?)([a-z][a-z0-9]*|[!?])([^<>]*)>/gi,
    (_, slash: string, written: string, rest: string) => {
      const name = written.toLowerCase()
      if (name === 'a') {
        const before = address
        address = slash === '' ? (/\bhref\s*=\s*["'](https?:[^"']+)["']/i.exec(rest)?.[1] ?? null) : null
        return before === null ? '' : ` (${before})`
      }
      if (name === 'br') return '\n'
      if (name === 'li') return slash === '' ? '\n- ' : ''
      if (/^h[1-6]$/.test(name) && slash === '') return `\n\n${'#'.repeat(Number(name[1]))} `
      return BLOCKS.has(name) ? '\n' : ''
    },
  )
}

function decodeEntities(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,8}));/gi, (whole, hex, decimal, name) => {
    if (typeof name === 'string') return ENTITIES[name.toLowerCase()] ?? whole
    const code = typeof hex === 'string' ? Number.parseInt(hex, 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
      ? String.fromCodePoint(code)
      : '\uFFFD'
  })
}
