import type { JsonValue } from '../../../../shared/thread/message.ts'
import { asList, asObject, asText, type JsonObject } from '../../native/json-shape.ts'
import type { NewOutput, NewPart } from '../../native/write-message.ts'
import { dataUrlImage, textPart } from '../new-part.ts'
import { typedPart } from '../typed-part.ts'

/** The system prompt that an event brings. */
export function systemTextOf(event: JsonObject): string {
  return asText(asObject(event.system_prompt)?.text) || asText(asObject(event.args)?.content)
}

/** Parts of a content: a text, or blocks of text and pictures. */
export function contentParts(content: JsonValue | undefined): readonly NewPart[] {
  if (typeof content === 'string') return content === '' ? [] : [textPart(content)]
  return asList(content).flatMap((value): readonly NewPart[] => {
    const block = asObject(value)
    if (typeof block?.text === 'string') return block.text === '' ? [] : [textPart(block.text)]
    const pictures = asList(block?.image_urls)
    return pictures.length > 0 ? pictures.map(picture) : [typedPart('unknown', value)]
  })
}

function picture(url: JsonValue): NewPart {
  return dataUrlImage(url) ?? typedPart('image_url', { type: 'image_url', url })
}

/** What a message, a person's action or a note of the program says. */
export function saidParts(event: JsonObject): readonly NewPart[] {
  const said = asObject(event.llm_message)
  if (said !== null) return [...contentParts(said.content), ...contentParts(event.extended_content)]
  const told = asObject(event.args) ?? event
  if (event.action === 'message' || (event.action === undefined && event.kind === undefined))
    return [...contentParts(told.content), ...asList(told.image_urls ?? told.images_urls).map(picture)]
  return [typedPart(asText(event.kind) || asText(event.action) || 'event', event)]
}

/** What an event answers to its call. */
export function outputOf(event: JsonObject): NewOutput {
  if (event.kind === 'AgentErrorEvent') return { content: contentParts(event.error), isError: true }
  if (event.kind === 'UserRejectObservation')
    return { content: contentParts(event.rejection_reason), isError: true }
  const observation = asObject(event.observation)
  if (observation !== null) {
    const content = contentParts(observation.content ?? observation.output)
    return {
      content: content.length > 0 ? content : [typedPart('observation', observation)],
      isError: observation.is_error === true,
    }
  }
  const extras = asObject(event.extras)
  const pictures = [...asList(extras?.image_urls), extras?.screenshot ?? null].filter(
    (url) => dataUrlImage(url ?? undefined) !== null,
  )
  return {
    content: [...contentParts(event.content), ...pictures.map((url) => picture(url))],
    isError: event.observation === 'error',
  }
}
