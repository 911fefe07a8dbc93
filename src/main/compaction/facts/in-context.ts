/** How much a name that stood beside what is at hand outweighs one that never did. */
const PULL = 10
/** A message of few names would count for much by one of them. */
const LEAST_NAMES = 4

/**
 * Weights after the pull of the work at hand: a name that stood in one message with names of the kept turns is
 * likelier to be needed with them. What two messages share counts by its rarity, over the root of the number of
 * names. The weights keep their sum, so that they compare with those of an earlier stretch. `messages` are the names
 * of each message; nothing at hand changes nothing. Linear in the names.
 */
export function pullByContext(
  weights: ReadonlyMap<string, number>,
  messages: readonly ReadonlySet<string>[],
  atHand: ReadonlySet<string>,
): ReadonlyMap<string, number> {
  const held = new Map<string, number>()
  for (const names of messages) for (const name of names) held.set(name, (held.get(name) ?? 0) + 1)
  const nearest = new Map<string, number>()
  let highest = 0
  for (const names of messages) {
    let shared = 0
    for (const name of names)
      if (atHand.has(name)) shared += Math.log((messages.length + 1) / ((held.get(name) ?? 0) + 1))
    const nearness = shared / Math.sqrt(names.size + LEAST_NAMES)
    highest = Math.max(highest, nearness)
    for (const name of names) nearest.set(name, Math.max(nearest.get(name) ?? 0, nearness))
  }
  if (highest === 0) return weights
  let before = 0
  let after = 0
  const pulled = new Map<string, number>()
  for (const [name, weight] of weights) {
    const strong = weight * (1 + (PULL * (nearest.get(name) ?? 0)) / highest)
    pulled.set(name, strong)
    before += weight
    after += strong
  }
  return new Map([...pulled].map(([name, weight]) => [name, (weight * before) / after]))
}
