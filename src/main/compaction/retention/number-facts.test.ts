import { describe, expect, it } from 'vitest'
import { numbersIn } from './number-facts.ts'

function shown(text: string): readonly string[] {
  return numbersIn(text).map((fact) => fact.inContext)
}

describe('numbers as facts', () => {
  it('stand with the words that say what they count', () => {
    expect(shown('Set chunkBytes: 8,388,608 bytes and keep 26 tests.')).toEqual([
      'Set chunkBytes: 8,388,608 bytes',
      'keep 26 tests',
    ])
    expect(shown('It listens on port 8080, version 1.4.2.')).toEqual(['port 8080', 'version 1.4.2'])
    expect(shown('每页 500 条')).toEqual(['每页 500 条'])
  })

  it('leave out small numbers that nothing explains and line numbers', () => {
    expect(shown('50')).toEqual([])
    expect(shown('12. Do it')).toEqual([])
    expect(shown('see theme.ts:213')).toEqual([])
  })

  it('take a clock time as one number', () => {
    expect(numbersIn('Import at 03:30, backup at 22:00.').map((each) => each.number)).toEqual([
      '03:30',
      '22:00',
    ])
  })

  it.each(['2,840 ms', '2.840 ms', "2'840 ms", '2’840 ms', '2\u2009840 ms', '2\u202f840 ms'])(
    'never split a number in groups: %s',
    (text) => {
      const numbers = numbersIn(`The query took ${text} today`).map((each) => each.number)
      expect(numbers).toHaveLength(1)
      expect(numbers[0]).toMatch(/^2.840/)
    },
  )

  it('are a stretch of the text itself, so that it can be found and marked', () => {
    const text = 'The limit of 200 requests held; latency was 176 ms.'
    for (const each of shown(text)) expect(text).toContain(each)
  })
})
