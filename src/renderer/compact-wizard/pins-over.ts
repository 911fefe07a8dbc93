/** A pinned message and what it costs. */
export interface PinSize {
  readonly index: number
  readonly turn: number | null
  readonly tokens: number
}

/** The fewest pins without which `overTokens` are saved, largest first; null = all of them together are not enough. */
export function pinsOver(pins: readonly PinSize[], overTokens: number): readonly PinSize[] | null {
  const chosen: PinSize[] = []
  let left = overTokens
  for (const pin of pins.toSorted((a, b) => b.tokens - a.tokens)) {
    if (left <= 0) break
    chosen.push(pin)
    left -= pin.tokens
  }
  return left <= 0 ? chosen : null
}
