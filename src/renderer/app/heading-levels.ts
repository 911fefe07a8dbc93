/** The parts of a Markdown tree that are touched here. */
interface TreeNode {
  readonly type: string
  tagName?: string
  properties?: { className?: unknown }
  readonly children?: readonly TreeNode[]
}

const HEADING = /^h([1-6])$/

/**
 * Makes a message's headings start at level 2, below the thread's title, and never skip a level. How large
 * they look stays: the class `md-h1` to `md-h6` keeps the level that was written.
 */
export function settleHeadings(): (tree: TreeNode) => void {
  return (tree) => {
    const headings: { node: TreeNode; level: number }[] = []
    const collect = (node: TreeNode) => {
      const level = HEADING.exec(node.tagName ?? '')?.[1]
      if (level !== undefined) headings.push({ node, level: Number(level) })
      for (const child of node.children ?? []) collect(child)
    }
    collect(tree)
    const top = Math.min(...headings.map((heading) => heading.level))
    let last = 1
    for (const { node, level } of headings) {
      last = Math.min(6, last + 1, level - top + 2)
      node.tagName = `h${last}`
      node.properties = { ...node.properties, className: [`md-h${level}`] }
    }
  }
}
