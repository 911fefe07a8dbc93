import type { ApplyOutcome } from '../../shared/compact/preview.ts'

/** What became of a session's Apply, with the copy's absolute path. */
export type CopyOutcome =
  | { readonly kind: 'written'; readonly path: string; readonly name: string }
  | Exclude<ApplyOutcome, { kind: 'applied' }>
