import type { ActivityEntry } from '../../../shared/ipc/turn.ts'

/** Lines of a log, newest first, as far as they were read. */
export interface ActivityPages {
  readonly entries: readonly ActivityEntry[]
  readonly hasMore: boolean
}

/**
 * The log after its newest lines were read again: the older ones that are shown stay. Where so much came meanwhile that
 * lines between are missing, the older ones go and can be asked for again.
 */
export function withNewest(
  shown: ActivityPages | null,
  page: readonly ActivityEntry[],
  size: number,
): ActivityPages {
  const last = page.at(-1)
  const isWhole = page.length < size
  const joins = shown?.entries.some(({ id }) => id === last?.id) === true
  if (shown === null || last === undefined || isWhole || !joins) return { entries: page, hasMore: !isWhole }
  return { ...shown, entries: [...page, ...shown.entries.filter(({ id }) => id < last.id)] }
}

/** The log with a page of older lines. */
export function withOlder(shown: ActivityPages, page: readonly ActivityEntry[], size: number): ActivityPages {
  const last = shown.entries.at(-1)?.id ?? Number.POSITIVE_INFINITY
  return {
    entries: [...shown.entries, ...page.filter(({ id }) => id < last)],
    hasMore: page.length === size,
  }
}
