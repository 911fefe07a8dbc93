/** As much of a hast node as marking needs. */
export interface HastNode {
  type: string
  value?: string
  tagName?: string
  properties?: Record<string, unknown>
  children?: HastNode[]
}

/** A stretch of text; `className` null = it has no mark. */
export interface MarkedStretch {
  readonly text: string
  readonly className: string | null
}

/**
 * Puts marks around stretches of rendered text; what is marked already, and what is pressed, stays as it is. `split`
 * divides a text into pieces that join to the same text. Works on text only, so it can add no markup.
 */
export function markTexts(node: HastNode, split: (text: string) => readonly MarkedStretch[]): HastNode[] {
  if (node.tagName === 'mark' || node.tagName === 'button') return [node]
  if (node.type === 'text' && node.value !== undefined)
    return split(node.value).map(({ text, className }) =>
      className === null
        ? { type: 'text', value: text }
        : {
            type: 'element',
            tagName: 'mark',
            properties: { className: [className] },
            children: [{ type: 'text', value: text }],
          },
    )
  if (node.children !== undefined) node.children = node.children.flatMap((child) => markTexts(child, split))
  return [node]
}
