import type { HitPlace, SearchHit, Snippet } from '../../../shared/search/answer.ts'
import { cutSnippet, plainSnippet } from '../../../shared/search/snippet.ts'
import type { Message } from '../../../shared/thread/message.ts'
import { type MessageTexts, messageTexts } from '../message-texts.ts'
import type { HitRow } from './hit-rows.ts'
import type { SearchScope } from './match-expression.ts'

/** A hit as it is shown: with the piece of its text that holds the most of what was looked for. */
export function describeHit(
  row: HitRow,
  message: Message | null,
  patterns: readonly RegExp[],
  scope: SearchScope,
): SearchHit {
  const { place, snippet } =
    message === null
      ? { place: 'text' as const, snippet: { text: '', marks: [] } }
      : bestSnippet(messageTexts(message, row.role), patterns, scope)
  const role = row.role === 'title' ? 'user' : row.role
  return { index: row.index, role, place, snippet, atMs: row.atMs }
}

/** Of what was said, tools and thinking the one that shows the most; what was said first among equals. */
export function bestSnippet(
  { text, tool, thinking }: MessageTexts,
  patterns: readonly RegExp[],
  scope: SearchScope,
): { readonly place: HitPlace; readonly snippet: Snippet } {
  const places: readonly (readonly [HitPlace, string])[] = [
    ['text', text],
    ...(scope.hasTools ? [['tool', tool] as const] : []),
    ...(scope.hasThinking ? [['thinking', thinking] as const] : []),
  ]
  let best: { place: HitPlace; snippet: Snippet; found: number } | null = null
  for (const [place, words] of places) {
    const cut = patterns.length === 0 ? null : cutSnippet(words, patterns, { isMarkdown: place !== 'tool' })
    if (cut !== null && cut.found > (best?.found ?? 0)) best = { place, ...cut }
    if (best?.found === patterns.length) break
  }
  if (best !== null) return best
  const [place, words] = places.find(([, one]) => one.trim() !== '') ?? ['text', '']
  return { place, snippet: plainSnippet(words, { isMarkdown: place !== 'tool' }) }
}
