import type { ApplyOutcome } from '../../shared/compact/preview.ts'

/** What became of a session's Apply, with the copy's absolute path. */
export type CopyOutcome =
  | {
      readonly kind: 'written'
      readonly path: string
      readonly name: string
      /** Where a message of the source stands in the copy; null = it is not in it. */
      readonly placeOf: (index: number) => number | null
    }
  | {
      readonly kind: 'in-thread'
      readonly checkpointId: string
      readonly tokensBefore: number
      readonly tokensAfter: number
    }
  | Exclude<ApplyOutcome, { kind: 'applied' }>
