import type { Protocol } from '../../e2e/provider/types.ts'

/** How long a month is, and what happens in it how often. */
export interface MonthOptions {
  /** An empty folder for the workspace and the program's data. */
  readonly folder: string
  readonly turns: number
  readonly seed: number
  readonly protocol: Protocol
  /** 1 = about every twentieth request meets a fault; a short month needs more. */
  readonly faultRate: number
  /** Turns between two restarts, two `/compact`, two undos and two looks at the memory. */
  readonly every: {
    readonly restart: number
    readonly compact: number
    readonly undo: number
    readonly memory: number
  }
  readonly onProgress?: (line: string) => void
}

/** Figures of a month. `violations` empty = all held. */
export interface MonthReport {
  readonly protocol: Protocol
  readonly turns: number
  readonly requests: number
  /** By the provider's own rules, before its script is asked. */
  readonly refusedRequests: number
  readonly checkpoints: { readonly [kind: string]: number }
  readonly endings: { readonly [kind: string]: number }
  readonly faults: { readonly [name: string]: number }
  /** Failures a person saw, by code; the others were recovered from without a word. */
  readonly failuresShown: { readonly [code: string]: number }
  readonly stops: number
  readonly restarts: number
  readonly undoneAndRestored: number
  readonly messages: number
  readonly turnMs: { readonly p50: number; readonly p95: number; readonly max: number }
  readonly mostRequestsInATurn: number
  readonly mostCompactionsInATurn: number
  readonly heapMb: readonly number[]
  readonly fileMb: number
  readonly seconds: number
  readonly violations: readonly string[]
}

/** How often each name stands in a list. */
export function tally(names: readonly string[]): { readonly [name: string]: number } {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}
