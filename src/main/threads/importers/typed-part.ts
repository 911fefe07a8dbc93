import type { JsonValue, OtherPart } from '../../../shared/thread/message.ts'
import { asObject, asText } from '../native/json-shape.ts'
import { otherPart } from './new-part.ts'

/** A block without a place of its own, kept whole; one that names no type gets `type` written into it. */
export function typedPart(type: string, value: JsonValue): OtherPart {
  const block = asObject(value)
  if (block === null) return otherPart(type, { type, value })
  const own = asText(block.type)
  return own === '' ? otherPart(type, { ...block, type }) : otherPart(own, block)
}
