import { createHash } from 'node:crypto'
import type { FactSource } from './ports.ts'

/** Hash over the records before `index`, byte for byte as the thread holds them (I4). */
export function prefixHash(facts: FactSource, index: number): string {
  const hash = createHash('sha256')
  for (let at = 0; at < Math.min(index, facts.count); at += 1) hash.update(facts.rawSlice(at))
  return hash.digest('hex')
}
