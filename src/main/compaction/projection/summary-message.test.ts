import { expect, test } from 'vitest'
import { eventAt } from '../../testing/sample-projection.ts'
import { readCheckpoint } from '../checkpoint/wrapper.ts'
import { readBracketedSummary, summaryMessage } from './summary-message.ts'

function textOf(form: 'reminder' | 'bracketed', filePath: string | null = null): string {
  const [part] = summaryMessage(eventAt(1, { filePath }), form).content
  return part?.kind === 'text' ? part.text : ''
}

test('S-135 the bracketed form is read back to the summary alone, also as another program closed it', () => {
  expect(readBracketedSummary(textOf('bracketed'))).toBe('## Goal\n- finish the parser')
  const foreign =
    '[Previous conversation summary]\nWe fixed a bug.\n\nIt was in b.ts.\n\nPlease continue with the task.'
  expect(readBracketedSummary(foreign)).toBe('We fixed a bug.\n\nIt was in b.ts.')
  expect(readBracketedSummary('see [Previous conversation summary]\nx')).toBeNull()
})

test('S-060 S-088 the history file is named when there is one, and no way back is claimed without it', () => {
  expect(textOf('reminder', '.palimpsest/history/plan.md')).toContain('.palimpsest/history/plan.md')
  expect(textOf('reminder')).not.toContain('history')
  expect(readCheckpoint(textOf('reminder'))?.body).toBe('## Goal\n- finish the parser')
})
