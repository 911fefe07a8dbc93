import type { JsonValue } from '../../shared/thread/message.ts'
import type { CheckpointOrigin, LinesByHand } from '../../shared/thread/row.ts'
import { asCount, asList, asObject, asText } from './native/json-shape.ts'

/** Member of a copy's `meta` that holds its lineage. */
export const LINEAGE_KEY = 'palimpsest'

/** Lineage as it is stored: the origin that is shown, the source's hash and the checkpoint it belongs to. */
export interface Lineage {
  readonly origin: CheckpointOrigin
  readonly sourceSha256: string
  readonly checkpointId: string
}

/** Members that Apply writes into the copy's `meta` (S-180, C-15). Empty instructions are stored as such. */
export function copyMeta(lineage: Lineage, instructions: string): { readonly [key: string]: JsonValue } {
  return {
    compactionInstructions: instructions,
    [LINEAGE_KEY]: {
      version: 1,
      checkpointId: lineage.checkpointId,
      sourceSha256: lineage.sourceSha256,
      ...lineage.origin,
    },
  }
}

/** Reads the lineage back from a thread's `meta`; null when there is none or it is not ours. */
export function readOrigin(meta: JsonValue): CheckpointOrigin | null {
  const stored = asObject(asObject(meta)?.[LINEAGE_KEY])
  if (stored === null || asText(stored.sourceName) === '') return null
  const pinned = stored.pinnedMessages
  return {
    sourceName: asText(stored.sourceName),
    summarizedMessages: asCount(stored.summarizedMessages, 0),
    summarizedTurns: asCount(stored.summarizedTurns, 0),
    tokensBefore: asCount(stored.tokensBefore, 0),
    tokensAfter: asCount(stored.tokensAfter, 0),
    summarizer: asText(stored.summarizer),
    createdAt: asText(stored.createdAt),
    ...(pinned === undefined ? {} : { pinnedMessages: asList(pinned).map(asText) }),
    ...readByHand(stored.byHand),
  }
}

function readByHand(value: JsonValue | undefined): { readonly byHand?: LinesByHand } {
  const byHand = asList(value).flatMap((one) => {
    const section = asObject(one)
    const lines = asList(section?.lines).map(asText)
    return lines.length === 0 ? [] : [{ key: asText(section?.key), lines }]
  })
  return byHand.length === 0 ? {} : { byHand }
}

/** What an import wrote about the source of a thread; null when this is no such thread, or a branch of one. */
export function readImported(meta: JsonValue): {
  readonly format: string
  readonly key: string
  readonly branch: string | null
  readonly originalSha256: string
} | null {
  const all = asObject(meta)
  const imported = asObject(asObject(all?.[LINEAGE_KEY])?.imported)
  if (imported === null || all?.branchOf !== undefined || all?.continues !== undefined) return null
  return {
    format: asText(imported.format),
    key: asText(imported.key),
    branch: typeof imported.branch === 'string' ? imported.branch : null,
    originalSha256: asText(imported.originalSha256),
  }
}

/** Hash of the source when the copy was made, in hex; empty when the lineage does not say. */
export function readSourceHash(meta: JsonValue): string {
  return asText(asObject(asObject(meta)?.[LINEAGE_KEY])?.sourceSha256 ?? '')
}
