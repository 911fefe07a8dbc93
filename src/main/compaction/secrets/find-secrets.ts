import type { SecretKind } from '../../../shared/compact/secret-kind.ts'
import type { SecretShape } from './secret-shapes.ts'

/** A suspected secret in a text: UTF-16 units `from` to `to`. */
export interface SecretMatch {
  readonly from: number
  readonly to: number
  readonly kind: SecretKind
}

/**
 * Suspected secrets of a text, in order and apart from each other. Where shapes overlap, the one that begins first
 * names the place and the place covers both.
 */
export function findSecrets(text: string, shapes: readonly SecretShape[]): readonly SecretMatch[] {
  const found: SecretMatch[] = []
  for (const { kind, hints, pattern } of shapes) {
    if (!hints.some((hint) => text.includes(hint))) continue
    for (const match of text.matchAll(pattern)) {
      const groups = match.indices?.groups
      const [from, to] = groups?.secret ?? groups?.bare ?? match.indices?.[0] ?? [0, 0]
      if (to > from) found.push({ from, to, kind })
    }
  }
  return found.length < 2 ? found : apart(found)
}

function apart(found: readonly SecretMatch[]): readonly SecretMatch[] {
  const merged: SecretMatch[] = []
  // The sort is stable: of two from one place the earlier shape stays first.
  for (const match of found.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1)
    if (last === undefined || match.from >= last.to) merged.push(match)
    else if (match.to > last.to) merged[merged.length - 1] = { ...last, to: match.to }
  }
  return merged
}
