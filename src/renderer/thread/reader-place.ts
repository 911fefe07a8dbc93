import type { OpenedThread } from '../../shared/ipc/thread.ts'
import type { ListPosition } from '../ui/virtual-list.tsx'

/**
 * Where the reader is in a thread; null = at the end. While only its newest part is known, messages are counted from
 * the end (-1 = the last one), which stays true when the whole is there.
 */
export type ReaderPlace = {
  readonly index: number
  readonly offsetPx: number
  readonly isFromEnd: boolean
} | null

/**
 * The place after the list has moved. `partMessages` = length of the newest part that is shown, null = the whole is. A
 * list that only opened at the end of the part does not forget where the reader was in the whole.
 */
export function placeOf(next: ListPosition, former: ReaderPlace, partMessages: number | null): ReaderPlace {
  if (partMessages === null) return next === null ? null : { ...next, isFromEnd: false }
  if (next === null) return former?.isFromEnd === true ? null : former
  return { ...next, index: next.index - partMessages, isFromEnd: true }
}

/** The place in the list that is shown. */
export function positionIn(
  place: ReaderPlace,
  { messages, newest }: Pick<OpenedThread, 'messages' | 'newest'>,
): ListPosition {
  if (place === null || (newest !== undefined && !place.isFromEnd)) return null
  const index = place.isFromEnd ? Math.max(0, place.index + messages) : place.index
  return { index, offsetPx: place.offsetPx }
}
