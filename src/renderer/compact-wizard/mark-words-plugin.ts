import { type HastNode, markTexts } from './mark-texts.ts'

/** Words that a person compares by. */
export const WORD_KINDS = ['number', 'path', 'name'] as const
export type WordKind = (typeof WORD_KINDS)[number]

/** In this order: a number inside a path is a part of the path. */
const SHAPES: readonly (readonly [WordKind, RegExp])[] = [
  [
    'path',
    /(?:[\w@~.-]*\/)+[\w@-]+(?:\.\w+)*|\b[\w-]+(?:\.\w+)*\.(?:c|cc|cpp|cs|css|go|h|html|java|js|json|jsx|kt|lock|md|mjs|php|py|rb|rs|sh|sql|swift|toml|ts|tsx|txt|xml|ya?ml)\b/g,
  ],
  ['name', /\b[a-z]+(?:[A-Z][a-z0-9]*)+\b|\b(?:[A-Z][a-z0-9]+){2,}\b|\b\w+_\w+\b|\b\w+(?=\(\))/g],
  ['number', /(?<![\w./-])\d+(?:[.,:]\d+)*(?![\w/-])/g],
]

/** A stretch of text; `kind` null = nothing of the kinds that were asked for. */
export interface WordStretch {
  readonly text: string
  readonly kind: WordKind | null
}

/** Splits a text at numbers, paths and names; the pieces join to the same text. */
export function markWords(text: string, kinds: ReadonlySet<WordKind>): readonly WordStretch[] {
  const taken: { from: number; to: number; kind: WordKind }[] = []
  for (const [kind, shape] of SHAPES)
    for (const match of text.matchAll(shape)) {
      const from = match.index
      const to = from + match[0].length
      if (to > from && !taken.some((other) => from < other.to && other.from < to))
        taken.push({ from, to, kind })
    }
  taken.sort((a, b) => a.from - b.from)
  const stretches: WordStretch[] = []
  let at = 0
  for (const { from, to, kind } of taken) {
    if (!kinds.has(kind)) continue
    if (from > at) stretches.push({ text: text.slice(at, from), kind: null })
    stretches.push({ text: text.slice(from, to), kind })
    at = to
  }
  if (at < text.length) stretches.push({ text: text.slice(at), kind: null })
  return stretches
}

/** A rehype plugin that underlines words of some kinds in rendered text. */
export function markWordsPlugin(kinds: ReadonlySet<WordKind>) {
  return () => (tree: HastNode) => {
    markTexts(tree, (whole) =>
      markWords(whole, kinds).map(({ text, kind }) => ({
        text,
        className: kind === null ? null : 'is-word',
      })),
    )
  }
}
