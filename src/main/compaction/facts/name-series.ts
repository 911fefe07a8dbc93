import type { ReferenceFact } from './facts.ts'

/** Fewer members are single names, not a series. */
const MIN_MEMBERS = 8
/** A run may hold this many numbers for each that occurred. */
const MAX_SPREAD = 2
/** Members that stay by themselves: the most active ones. */
const KEPT_MEMBERS = 3
const MEMBER = /^(.*?[\p{L}_-])(\d{2,12})$/u
const RUN = /^(.*?[\p{L}_-])(\d{2,12})…(\d{2,12})$/u

interface Series {
  readonly members: ReferenceFact[]
  first: string
  last: string
}

/**
 * Folds series of ids: of `RE-2026-1000`, `RE-2026-1001`, … `RE-2026-1119` the three most active stay, the whole
 * run becomes `RE-2026-1000…1119` with the weight of the next. A run read back from a checkpoint joins its series.
 * Expects and returns names by weight, highest first. Linear.
 */
export function foldSeries(names: readonly ReferenceFact[]): readonly ReferenceFact[] {
  const series = new Map<string, Series>()
  for (const name of names) {
    const [, stem, first, last] = name.kind === 'name' ? (parts(name.text) ?? []) : []
    if (stem === undefined || first === undefined || last === undefined) continue
    const key = `${stem}\n${first.length}`
    const before = series.get(key)
    if (before === undefined) series.set(key, { members: [name], first, last })
    else {
      before.members.push(name)
      if (first < before.first) before.first = first
      if (last > before.last) before.last = last
    }
  }
  const gone = new Map<ReferenceFact, ReferenceFact | null>()
  for (const [key, { members, first, last }] of series) {
    const hasRun = members.some((each) => each.text.includes('…'))
    if (members.length < MIN_MEMBERS && !(hasRun && members.length > 1)) continue
    // Ids that lie far apart are single things; a run from the first to the last would say nothing.
    if (!hasRun && Number(last) - Number(first) >= members.length * MAX_SPREAD) continue
    const singles = members.filter((each) => !each.text.includes('…'))
    for (const each of members) if (!singles.slice(0, KEPT_MEMBERS).includes(each)) gone.set(each, null)
    const place = [...gone.keys()].find((each) => members.includes(each)) ?? null
    if (place !== null) gone.set(place, { ...place, text: `${key.split('\n')[0] ?? ''}${first}…${last}` })
  }
  return names.flatMap((name) => {
    const folded = gone.get(name)
    return folded === undefined ? [name] : folded === null ? [] : [folded]
  })
}

function parts(text: string): readonly (string | undefined)[] | null {
  const run = RUN.exec(text)
  if (run !== null) return run
  const member = MEMBER.exec(text)
  return member === null ? null : [member[0], member[1], member[2], member[2]]
}
