/** What Find looks for and where it stands; `at` is a place in `indexes`, -1 = nothing was found. */
export interface FindState {
  readonly text: string
  readonly hasTools: boolean
  readonly hasThinking: boolean
  readonly indexes: readonly number[]
  readonly at: number
  /** Messages of the thread that were looked at. */
  readonly indexed: number
  /** Grows whenever the place is to be shown: also when it is the same message for other words, or once more. */
  readonly shown: number
}

export type FindQuestion = Pick<FindState, 'text' | 'hasTools' | 'hasThinking'>

export const FIRST_FIND: FindState = {
  text: '',
  hasTools: true,
  hasThinking: false,
  indexes: [],
  at: -1,
  indexed: 0,
  shown: 0,
}

/** The place of the first message from `near` on, else of the last one before it. */
export function placeNear(indexes: readonly number[], near: number): number {
  const after = indexes.findIndex((index) => index >= near)
  return after === -1 ? indexes.length - 1 : after
}

/** One further or back, around the ends. */
export function stepFind(state: FindState, by: 1 | -1): FindState {
  const { indexes, at } = state
  if (indexes.length === 0) return state
  return { ...state, at: (at + by + indexes.length) % indexes.length, shown: state.shown + 1 }
}
