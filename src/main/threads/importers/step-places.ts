import type { JsonValue } from '../../../shared/thread/message.ts'
import { OPEN_BRACE, OPEN_BRACKET } from '../json/bytes.ts'
import { locate } from '../json/locate.ts'
import { scanArray } from '../json/members.ts'
import { asObject, asText, type JsonObject } from '../native/json-shape.ts'
import { sliceText, sliceValue } from './slice-value.ts'
import type { Place } from './transcript.ts'

/** Elements `from` to `to` (excluded) of a list: what one model step wrote. */
export interface Step {
  readonly from: number
  readonly to: number
}

/** Places of one step with what `stepRecord` has to know of them; null = the record is whole. */
export interface StepPlaces {
  readonly places: readonly Place[]
  readonly part: 'first' | 'next' | null
}

/**
 * Parts a record into the places of its steps, so that reading a step reads nothing of the others: the first one gets
 * the record around its list `member` as well, the others their elements alone.
 */
export function stepPlaces(
  bytes: Uint8Array,
  place: Place,
  member: string,
  steps: readonly Step[],
): readonly StepPlaces[] {
  const list =
    steps.length < 2 || bytes[place.from] !== OPEN_BRACE ? null : locate(bytes, place.from, [member])
  if (list === null || bytes[list.from] !== OPEN_BRACKET) return [{ places: [place], part: null }]
  const items: Step[] = []
  scanArray(bytes, list.from, 0, (from, to) => void items.push({ from, to }))
  return steps.map(({ from, to }, step) => {
    const inside = { ...place, from: items[from]?.from ?? list.from, to: items[to - 1]?.to ?? list.from }
    if (step > 0) return { places: [inside], part: 'next' }
    return { places: [{ ...place, to: list.from }, inside, { ...place, from: list.to }], part: 'first' }
  })
}

/** The record of a step: the whole one, or one with only this step's elements in its list. */
export function stepRecord(
  slices: readonly Uint8Array[],
  part: JsonValue | undefined,
  member: string,
): JsonObject {
  const texts = slices.map(sliceText)
  if (asText(part) === '') return asObject(sliceValue(slices[0])) ?? {}
  const [before, inside, behind] = part === 'next' ? [`{"${member}":`, texts[0], '}'] : texts
  return asObject(sliceValue(Buffer.from(`${before}[${inside}]${behind}`))) ?? {}
}
