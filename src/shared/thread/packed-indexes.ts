/** Rising message indexes as one text: the distance to the one before, in base 36, with a comma between two. */
export type PackedIndexes = string

const BASE = 36

/**
 * Many small values cross the bridge to the page one by one, a text crosses at once: the prompts of 100,000 messages
 * cost the window more than its first rows.
 */
export function packIndexes(indexes: readonly number[]): PackedIndexes {
  let before = 0
  const steps: string[] = []
  for (const index of indexes) {
    steps.push((index - before).toString(BASE))
    before = index
  }
  return steps.join(',')
}

/** The inverse of `packIndexes`. */
export function unpackIndexes(packed: PackedIndexes): readonly number[] {
  if (packed === '') return []
  let index = 0
  return packed.split(',').map((step) => {
    index += Number.parseInt(step, BASE)
    return index
  })
}
