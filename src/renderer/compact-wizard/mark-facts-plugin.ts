import type { RetainedFact } from '../../shared/compact/retention.ts'
import { markFacts } from './compare-list.ts'

/** As much of a hast node as marking needs. */
interface HastNode {
  type: string
  value?: string
  tagName?: string
  properties?: Record<string, unknown>
  children?: HastNode[]
}

function marked(node: HastNode, facts: readonly RetainedFact[]): HastNode[] {
  if (node.type === 'text' && node.value !== undefined)
    return markFacts(node.value, facts).map(({ text, fact }) =>
      fact === null
        ? { type: 'text', value: text }
        : {
            type: 'element',
            tagName: 'mark',
            properties: { className: [`is-${fact.state}`] },
            children: [{ type: 'text', value: text }],
          },
    )
  if (node.children !== undefined) node.children = node.children.flatMap((child) => marked(child, facts))
  return [node]
}

/** A rehype plugin that underlines facts in rendered text. Works on text only, so it can add no markup. */
export function markFactsPlugin(facts: readonly RetainedFact[]) {
  return () => (tree: HastNode) => {
    marked(tree, facts)
  }
}
