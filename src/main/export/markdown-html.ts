import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'

/** Longer texts are shown as they are: parsing one would hold up everything else for seconds. */
const MOST_CHARS = 100_000

/**
 * Markdown of a person or a model as safe HTML: raw HTML is shown as text, pictures become links, addresses other than
 * `http`, `https` and `mailto` lead nowhere. Headings begin at level 3, below those of the page.
 */
export function markdownHtml(text: string): string {
  if (text.length > MOST_CHARS) return `<pre class="plain">${escapeHtml(text)}</pre>`
  const html = micromark(text, {
    extensions: [gfm({ singleTilde: false }), { disable: { null: ['labelStartImage'] } }],
    htmlExtensions: [gfmHtml({ clobberPrefix: '' })],
  })
  // All that a text wrote is escaped by now: what looks like a tag here is one of the parser's own.
  return html
    .replace(
      /<(\/?)h([1-6])>/g,
      (_, slash: string, level: string) => `<${slash}h${Math.min(6, Number(level) + 2)}>`,
    )
    .replace(/ (?:id|aria-describedby|data-footnote-[a-z]+)="[^"]*"/g, '')
}

/** Text that is none of HTML's business. */
export function escapeHtml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
