/** Headings that facts by code stand under, below a person's own: none of those may be called like one of them. */
export const FACT_HEADINGS: readonly string[] = [
  'Facts',
  'Rules (word for word)',
  'Plan',
  'Files modified',
  'Files read',
  'Unresolved errors',
  'Verified by',
  'Names and links in use',
]

/** A heading as it is compared: emphasis, numbers, a colon at the end and letter case do not matter. */
export function plainHeading(heading: string): string {
  return heading
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[*_`#]/g, '')
    .replace(/^\s*\d+[.)]\s*/, '')
    .replace(/\s*:\s*$/, '')
    .replace(/\s+/g, ' ')
    .replace(/ and /g, ' & ')
    .trim()
}

/**
 * The first of a person's own headings under which nothing could be found again: it says nothing, breaks the line, or
 * reads like one before it or like one of the facts. Null = all hold.
 */
export function unusableHeading(headings: readonly string[]): string | null {
  const taken = new Set(FACT_HEADINGS.map(plainHeading))
  for (const heading of headings) {
    const plain = plainHeading(heading)
    if (plain === '' || /[\r\n]/.test(heading) || taken.has(plain)) return heading
    taken.add(plain)
  }
  return null
}
