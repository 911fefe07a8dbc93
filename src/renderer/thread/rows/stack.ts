import type { Row } from '../../../shared/thread/row.ts'

/** A message of calls alone: no words, no thinking, nothing private. */
export function isCallsOnly(row: Row | undefined): boolean {
  return (
    row?.kind === 'assistant' &&
    row.calls.length > 0 &&
    row.parts.length === 0 &&
    row.thinking === null &&
    !row.hasPrivateReasoning
  )
}

/**
 * True when the calls of two messages in a row share one border, as the calls of one message do: programs
 * that make one call per message would otherwise show a ladder of single cards.
 */
export function isStacked(above: Row | undefined, below: Row | undefined): boolean {
  return above?.kind === 'assistant' && above.calls.length > 0 && isCallsOnly(below)
}
