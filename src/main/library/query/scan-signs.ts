import { setImmediate } from 'node:timers/promises'
import { foldText } from '../../../shared/search/fold.ts'
import { messageTexts } from '../message-texts.ts'
import type { BodyReader } from './body-reader.ts'
import type { HitRow } from './hit-rows.ts'
import type { SearchScope } from './match-expression.ts'
import { mayHold } from './may-hold.ts'

/** Messages looked at for a term that the index knows nothing of. */
export const MOST_SCANNED = 2_500
/** Bytes of their records, and of those among them that are read as messages. */
const MOST_SCANNED_BYTES = 24_000_000
const MOST_PARSED_BYTES = 1_000_000
/** Other questions are let in after so many messages. */
const MESSAGES_PER_STEP = 200

/** Rows that hold the signs, and how many were looked at. */
export interface ScannedRows {
  readonly rows: readonly HitRow[]
  readonly looked: number
}

/** Looks through the messages themselves for texts without letters and digits; stops at its bounds. */
export async function scanSigns(
  rows: readonly HitRow[],
  terms: readonly string[],
  scope: SearchScope,
  threadOf: (id: number) => string | undefined,
  bodies: BodyReader,
  signal: AbortSignal,
): Promise<ScannedRows> {
  const wanted = terms.map(foldText)
  const isCandidate = mayHold(terms)
  const found: HitRow[] = []
  let looked = 0
  let bytes = 0
  let parsed = 0
  for (const row of rows) {
    signal.throwIfAborted()
    if (bytes > MOST_SCANNED_BYTES || parsed > MOST_PARSED_BYTES) break
    looked += 1
    if (looked % MESSAGES_PER_STEP === 0) await setImmediate()
    const thread = threadOf(row.thread)
    if (thread === undefined || row.role === 'title') continue
    bytes += (row.to ?? 0) - (row.from ?? 0)
    const message = await bodies.read({ ...row, thread }, isCandidate)
    if (message === null) continue
    const { text, tool, thinking } = messageTexts(message, row.role)
    const all = [text, scope.hasTools ? tool : '', scope.hasThinking ? thinking : ''].join('\n')
    parsed += all.length
    const folded = foldText(all)
    if (wanted.every((term) => folded.includes(term))) found.push(row)
  }
  return { rows: found, looked }
}
