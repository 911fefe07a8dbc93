/** Elements whose content is no text of the page. */
const SILENT = /<(script|style|title|noscript|template|svg|head|iframe|object)\b[\s\S]*?(?:<\/\1\s*>|$)/gi
const BLOCK =
  /<\/?(?:p|div|section|article|main|header|footer|aside|nav|ul|ol|table|tr|blockquote|pre|form|h[1-6]|hr|dl|dt|dd|figure)\b[^>]*>/gi
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

/** Readable text of a web page: title, headings as `#`, list entries as `-`, links with their address. */
export function pageText(html: string): string {
  const title = /<title[^>]*>([\s\S]*?)<\/title>/i.exec(html)?.[1]
  const body = html
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replace(SILENT, ' ')
    .replace(/<h([1-6])\b[^>]*>/gi, (_, level: string) => `\n\n${'#'.repeat(Number(level))} `)
    .replace(/<li\b[^>]*>/gi, '\n- ')
    .replace(/<br\b[^>]*>/gi, '\n')
    .replace(/<a\b[^>]*?href\s*=\s*["'](https?:[^"']+)["'][^>]*>([\s\S]*?)<\/a>/gi, '$2 ($1)')
    .replace(BLOCK, '\n')
    .replace(/<[^>]*>/g, '')
  const text = decodeEntities(body)
    .split('\n')
    .map((line) => line.replace(/[ \t\r\f]+/g, ' ').trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return title === undefined ? text : `${decodeEntities(title).replace(/\s+/g, ' ').trim()}\n\n${text}`
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
