/**
 * Gives each record an id of its own: the one it has, and for a second record of that name one with a count. The
 * same records in the same order get the same ids.
 */
export function uniqueIds(): (wanted: string, fallback: string) => string {
  const taken = new Set<string>()
  const counts = new Map<string, number>()
  return (wanted, fallback) => {
    const base = (wanted || fallback).toWellFormed()
    let id = base
    for (let count = counts.get(base) ?? 1; taken.has(id); ) {
      count += 1
      counts.set(base, count)
      id = `${base}~${count}`
    }
    taken.add(id)
    return id
  }
}
