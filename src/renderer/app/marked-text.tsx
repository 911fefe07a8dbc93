import type { Snippet } from '../../shared/search/answer.ts'

/** A piece of text with what was found in it set off. */
export function MarkedText({ snippet }: { readonly snippet: Snippet }) {
  const { text, marks } = snippet
  let at = 0
  const pieces = marks.flatMap(([from, to]) => {
    const before = text.slice(at, from)
    at = to
    return [before, <mark key={from}>{text.slice(from, to)}</mark>]
  })
  return (
    <>
      {pieces}
      {text.slice(at)}
    </>
  )
}
