import type { ComparedMessage, ComparedState, ComparisonPage } from '../../shared/compact/comparison.ts'
import type { Row } from '../../shared/thread/row.ts'

const STATES: readonly ComparedState[] = ['kept', 'in-summary', 'missing', 'recoverable']

/** Rows as a comparison tells of them: the states come in turn, and the second line of "done" tells of the second row. */
export function fakeComparison(
  rows: readonly Row[],
  {
    filter,
    offset,
    limit,
  }: { readonly filter: ComparedState | 'all'; readonly offset: number; readonly limit: number },
): ComparisonPage {
  const messages = rows.map(({ index }): ComparedMessage => {
    const state = STATES[index % STATES.length] ?? 'recoverable'
    const turn = Math.floor(index / 2) + 1
    return {
      index,
      turn,
      state,
      sentence: state === 'in-summary' ? { section: 'done', line: 0 } : null,
      facts:
        state === 'missing'
          ? [
              {
                class: 'number',
                text: '8,388,608',
                messageIndex: index,
                turn,
                state: 'missing',
                weight: 2,
                found: null,
              },
            ]
          : [],
    }
  })
  const counts = { kept: 0, 'in-summary': 0, recoverable: 0, changed: 0, missing: 0 }
  for (const { state } of messages) counts[state] += 1
  const shown = messages.filter(({ state }) => filter === 'all' || state === filter)
  const told = shown.findIndex(({ sentence }) => sentence !== null)
  const message = shown[told]
  return {
    source: null,
    counts,
    total: shown.length,
    items: shown.slice(offset, offset + limit),
    sentences:
      message === undefined
        ? []
        : [{ section: 'done', line: 0, position: told, index: message.index, turn: message.turn }],
    originalTokens: 139_700,
    checkpointTokens: 6912,
  }
}
