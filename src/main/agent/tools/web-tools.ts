import { z } from 'zod'
import { boundText, oneLine } from './bound-text.ts'
import { fetchPublic, type Page, parsePublicUrl, type WebRules } from './fetch-public.ts'
import { pageText } from './page-text.ts'
import { decodeText, isBinary, sizeText } from './text-or-binary.ts'
import { defineTool, type Tool, ToolFault } from './tool.ts'

/**
 * Addresses the person chose. `{query}` and `{url}` stand for what the model asks for; empty = the tool is off.
 * `{url}` alone fetches pages directly.
 */
export interface WebEndpoints {
  readonly search: string
  readonly fetch: string
}

/** The web tools that are on: none until the person has set an address. */
export function webTools(endpoints: WebEndpoints, rules?: WebRules): readonly Tool[] {
  const tools: Tool[] = []
  if (endpoints.search !== '') tools.push(webSearchTool(endpoints.search, rules))
  if (endpoints.fetch !== '') tools.push(webFetchTool(endpoints.fetch, rules))
  return tools
}

function webSearchTool(endpoint: string, rules?: WebRules): Tool {
  return defineTool({
    name: 'web_search',
    description: 'Searches the web through the search service the person has chosen.',
    input: z.strictObject({ query: z.string().min(1).max(1_000) }),
    subject: ({ query }) => oneLine(query, 200),
    run: async ({ query }, { signal }) =>
      describePage(
        await fetchPublic(endpoint.replaceAll('{query}', encodeURIComponent(query)), signal, rules),
      ),
  })
}

/** An address can carry words out of the thread: a new host asks first. */
function webFetchTool(endpoint: string, rules?: WebRules): Tool {
  return defineTool({
    name: 'web_fetch',
    description:
      'Gets a public https page as readable text. A redirect to another host is told, not followed: ask for its address then.',
    input: z.strictObject({ url: z.string().min(1).max(4_000) }),
    effect: ({ url }) => ({ kind: 'fetch', host: URL.parse(url)?.host ?? url }),
    subject: ({ url }) => oneLine(url, 400),
    check: async ({ url }) => ({ kind: 'fetch', host: parsePublicUrl(url, rules).host }),
    async run({ url }, { signal }) {
      const wanted = parsePublicUrl(url, rules).href
      // The person was asked about this host. The servers of the settings are the person's own choice.
      if (endpoint === '{url}') return describePage(await fetchPublic(wanted, signal, rules, 'same-host'))
      return describePage(
        await fetchPublic(endpoint.replaceAll('{url}', encodeURIComponent(wanted)), signal, rules),
      )
    },
  })
}

function describePage(page: Page): string {
  const { status, contentType, bytes, isCut } = page
  if (isBinary(bytes))
    throw new ToolFault(`${contentType || 'Binary content'}, ${sizeText(bytes.length)}, not shown.`)
  const raw = decodeText(bytes)
  const text = /html/i.test(contentType) ? pageText(raw) : raw
  if (status >= 400) throw new ToolFault(`The server answered ${status}.\n${boundText(text, 2_000)}`)
  const note = isCut ? `\n[Only the first ${sizeText(bytes.length)} were read.]` : ''
  return `${page.url}\n\n${text === '' ? '[The page has no text.]' : text}${note}`
}
