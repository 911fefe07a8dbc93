import type { JsonValue } from '../../shared/thread/message.ts'
import type { CheckpointOrigin } from '../../shared/thread/row.ts'

/** Where a compacted copy came from, stored in its `meta.palimpsest.compaction`. */
export interface Lineage extends CheckpointOrigin {
  readonly sourceSha256: string
  readonly keptTurns: number
}

/** Members of `meta` that a copy gets: its lineage, and the instructions when there are any (C-15). */
export function lineageMeta(lineage: Lineage, instructions: string): { readonly [key: string]: JsonValue } {
  const palimpsest = { compaction: { ...lineage } }
  return instructions.trim() === '' ? { palimpsest } : { compactionInstructions: instructions, palimpsest }
}

/** Reads a copy's lineage; null when it has none or another shape. */
export function readLineage(meta: JsonValue | undefined): Lineage | null {
  const compaction = member(member(meta, 'palimpsest'), 'compaction')
  const text = (key: string): string | null => {
    const value = member(compaction, key)
    return typeof value === 'string' ? value : null
  }
  const count = (key: string): number => {
    const value = member(compaction, key)
    return typeof value === 'number' && Number.isFinite(value) ? value : 0
  }
  const sourceName = text('sourceName')
  const sourceSha256 = text('sourceSha256')
  if (sourceName === null || sourceSha256 === null) return null
  return {
    sourceName,
    sourceSha256,
    summarizedMessages: count('summarizedMessages'),
    summarizedTurns: count('summarizedTurns'),
    keptTurns: count('keptTurns'),
    tokensBefore: count('tokensBefore'),
    tokensAfter: count('tokensAfter'),
    summarizer: text('summarizer') ?? '',
    createdAt: text('createdAt') ?? '',
  }
}

function member(value: JsonValue | undefined, key: string): JsonValue | undefined {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined
  return Object.hasOwn(value, key) ? (value as { readonly [key: string]: JsonValue })[key] : undefined
}
