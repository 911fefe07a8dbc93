import { describe, expect, it } from 'vitest'
import { factState, readProjection } from './fact-state.ts'
import type { SourceFact } from './source-facts.ts'

function number(text: string, shownAs: string): SourceFact {
  return {
    class: 'number',
    text,
    messageIndex: 0,
    turn: 1,
    age: 0,
    status: null,
    shownAs,
    callPosition: null,
  }
}

function stateIn(checkpoint: string, fact: SourceFact): ReturnType<typeof factState> {
  return factState(fact, readProjection(checkpoint, '', [fact]))
}

describe('a number that is not in the checkpoint', () => {
  it('is changed when another one stands beside its name', () => {
    expect(stateIn('- Keys from reception, closing 19:30.', number('20:00', 'closing 20:00'))).toEqual({
      state: 'mutated',
      found: '19:30',
    })
    expect(stateIn('It listens on port 8081.', number('8080', 'port 8080'))).toEqual({
      state: 'mutated',
      found: '8081',
    })
  })

  it.each([
    ['The peak at 17:25 was 300 rows.', number('20:00', 'closing 20:00')],
    ['Opening 17:25 Uhr.', number('20:00', 'closing 20:00 Uhr')],
    ['Run 8081 took long.', number('8080', 'port 8080')],
    ['The wait was 901 ms.', number('900 ms', 'delay 900 ms')],
  ])('is missing when the like number is about something else: %s', (checkpoint, fact) => {
    expect(stateIn(checkpoint, fact)).toEqual({ state: 'missing', found: null })
  })
})
