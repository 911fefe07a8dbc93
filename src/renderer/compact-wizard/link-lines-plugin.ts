import type { LineLink } from './section-text.tsx'

/** As much of a hast node as linking needs. */
interface HastNode {
  type: string
  tagName?: string
  properties?: Record<string, unknown>
  children?: HastNode[]
  position?: { readonly start: { readonly line: number }; readonly end: { readonly line: number } }
}

const BLOCKS: ReadonlySet<string> = new Set(['li', 'p', 'td', 'h1', 'h2', 'h3', 'h4'])

/**
 * A rehype plugin that puts a button behind each linked line, in the innermost block that the line stands in, and
 * names the block, so that it can be scrolled to. A line inside a code block has no place for one.
 */
export function linkLinesPlugin(links: readonly LineLink[]) {
  return () => (tree: HastNode) => {
    for (const [at, link] of links.entries()) {
      const block = innermost(tree, link.line + 1)
      if (block === null) continue
      const nested = block.children?.findIndex(({ tagName }) => tagName === 'ul' || tagName === 'ol') ?? -1
      const button: HastNode = {
        type: 'element',
        tagName: 'button',
        properties: { value: String(at) },
        children: [],
      }
      const children = block.children ?? []
      const place = nested === -1 ? children.length : nested
      block.children = [...children.slice(0, place), button, ...children.slice(place)]
      const former = block.properties ?? {}
      const lines = former.dataLines === undefined ? '' : `${String(former.dataLines)} `
      const names = Array.isArray(former.className) ? former.className : []
      block.properties = {
        ...former,
        dataLines: `${lines}${link.line}`,
        className: link.isShown ? [...names, 'is-linked'] : names,
      }
    }
  }
}

function innermost(node: HastNode, line: number): HastNode | null {
  for (const child of node.children ?? []) {
    const { position } = child
    if (position !== undefined && (position.start.line > line || position.end.line < line)) continue
    if (child.tagName === 'pre') return null
    const found = innermost(child, line)
    if (found !== null) return found
    if (position !== undefined && child.tagName !== undefined && BLOCKS.has(child.tagName)) return child
  }
  return null
}
