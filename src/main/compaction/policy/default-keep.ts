/** Turns kept word for word unless the person says otherwise: three, and always one less than there are. */
export function defaultKeepTurns(turns: number): number {
  return Math.max(1, Math.min(3, turns - 1))
}
