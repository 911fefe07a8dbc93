/** A piece of a list that some servers give as content (docs.mistral.ai, reasoning). */
interface Piece {
  readonly type?: unknown
  readonly text?: unknown
  readonly thinking?: unknown
}

/** The text of a reply's content: a text, or the text pieces of a list. Everything else is none. */
export function listedText(content: unknown): string {
  if (typeof content === 'string') return content
  return piecesOf(content).map(textOf).join('')
}

/** The reasoning among the pieces of a list; `''` for content that is a text. */
export function listedReasoning(content: unknown): string {
  return piecesOf(content)
    .flatMap(({ type, thinking }) => {
      if (type !== 'thinking') return []
      return typeof thinking === 'string' ? [thinking] : piecesOf(thinking).map(textOf)
    })
    .join('')
}

function piecesOf(content: unknown): readonly Piece[] {
  return Array.isArray(content) ? content.filter((piece) => typeof piece === 'object' && piece !== null) : []
}

function textOf({ type, text }: Piece): string {
  return type === 'text' && typeof text === 'string' ? text : ''
}
