import type { ReferenceFact } from './facts.ts'

/** How much a name gains when its rarest part stands in the kept turns. */
const GAIN = 2
const MIN_PART_CHARS = 3

/** Lower-case words a name is made of: `userMessageBg` has user, message, bg only when long enough. */
function partsOf(text: string): readonly string[] {
  const parts =
    text
      .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return parts.filter((part) => part.length >= MIN_PART_CHARS && !/^\d+$/.test(part))
}

/**
 * Names with their weights raised by what they share with the kept turns: who works on `dark.json` next needs
 * `darkGray` sooner than `retryDelay`. A part counts by its rarity among the names. Order is by weight again.
 */
export function nearTheTail(
  references: readonly ReferenceFact[],
  tailText: string,
): readonly ReferenceFact[] {
  if (tailText === '' || references.length === 0) return references
  const tail = new Set(partsOf(tailText))
  const uses = new Map<string, number>()
  const parts = references.map((name) => new Set(partsOf(name.text)))
  for (const each of parts) for (const part of each) uses.set(part, (uses.get(part) ?? 0) + 1)
  const rarest = Math.log(references.length + 1)
  return references
    .map((name, index) => {
      let shared = 0
      for (const part of parts[index] ?? [])
        if (tail.has(part))
          shared = Math.max(shared, Math.log((references.length + 1) / (uses.get(part) ?? 1)))
      return { ...name, weight: name.weight * (1 + (GAIN * shared) / rarest) }
    })
    .sort((a, b) => b.weight - a.weight || (a.text < b.text ? -1 : 1))
}
