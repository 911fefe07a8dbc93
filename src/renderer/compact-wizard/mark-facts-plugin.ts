import type { RetainedFact } from '../../shared/compact/retention.ts'
import { markFacts } from './compare-list.ts'
import { type HastNode, markTexts } from './mark-texts.ts'

/** A rehype plugin that underlines facts in rendered text. */
export function markFactsPlugin(facts: readonly RetainedFact[]) {
  return () => (tree: HastNode) => {
    markTexts(tree, (whole) =>
      markFacts(whole, facts).map(({ text, fact }) => ({
        text,
        className: fact === null ? null : `is-${fact.state}`,
      })),
    )
  }
}
