import { expect, test } from 'vitest'
import { placeOf, positionIn } from './reader-place.ts'

const part = { messages: 200, newest: 'id' }
const whole = { messages: 5_000 }

test('a reader of the newest part stands at the same message when the whole is there', () => {
  const place = placeOf({ index: 150, offsetPx: 12 }, null, part.messages)
  expect(positionIn(place, part)).toEqual({ index: 150, offsetPx: 12 })
  expect(positionIn(place, whole)).toEqual({ index: 4_950, offsetPx: 12 })
})

test('a reader at the end stays there', () => {
  const place = placeOf(null, placeOf({ index: 150, offsetPx: 0 }, null, part.messages), part.messages)
  expect(positionIn(place, whole)).toBeNull()
})

test('where the reader was in the whole is not forgotten while only its end is shown', () => {
  const before = placeOf({ index: 40, offsetPx: 3 }, null, null)
  expect(positionIn(before, part)).toBeNull()
  expect(positionIn(placeOf(null, before, part.messages), whole)).toEqual({ index: 40, offsetPx: 3 })
})
