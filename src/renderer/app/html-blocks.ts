/** The parts of a Markdown tree that are touched here. */
interface TreeNode {
  readonly type: string
  readonly value?: string
  readonly tagName?: string
  readonly properties?: object
  children?: TreeNode[]
}

/** Makes blocks of raw HTML paragraphs of plain text, so that their lines stay lines. Nothing is parsed. */
export function showHtmlBlocks(): (tree: TreeNode) => void {
  return (tree) => {
    tree.children = (tree.children ?? []).map((node) =>
      node.type === 'raw'
        ? {
            type: 'element',
            tagName: 'p',
            properties: { className: ['html-text'] },
            children: [{ type: 'text', value: node.value ?? '' }],
          }
        : node,
    )
  }
}
