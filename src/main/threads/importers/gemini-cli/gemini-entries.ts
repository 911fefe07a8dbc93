import type { JsonValue } from '../../../../shared/thread/message.ts'
import type { Entry, Place } from '../transcript.ts'
import { uniqueIds } from '../unique-id.ts'
import { type GeminiMessage, waitingKeys } from './gemini-message.ts'

interface Draft {
  readonly message: GeminiMessage
  readonly step: number
  readonly places: Place[]
  nested: number[]
}

interface Waiting {
  readonly draft: Draft
  isAnswered: boolean
}

/**
 * Entries of a list of messages: one reply for each step of the model, with the responses to its calls. A response
 * that repeats what a call has already counts once and shows nothing.
 */
export function entriesOf(messages: readonly GeminiMessage[]): readonly Entry[] {
  const drafts: Draft[] = []
  const waiting = new Map<string, Waiting[]>()
  const known = new Set<string>()
  for (const message of messages) {
    if (message.role !== 'gemini') {
      const draft = { message, step: 0, places: [message.place], nested: answerAll(message, waiting, known) }
      const isShown = message.hasOwn || draft.nested.length < partCount(message)
      if (isShown) drafts.push(draft)
      continue
    }
    for (const [step, calls] of message.steps.entries()) {
      const draft: Draft = { message, step, places: [message.place], nested: [] }
      drafts.push(draft)
      for (const call of calls) {
        known.add(call.key)
        if (call.isAnswered) continue
        const one: Waiting = { draft, isAnswered: false }
        for (const key of waitingKeys(call)) {
          const list = waiting.get(key)
          if (list === undefined) waiting.set(key, [one])
          else list.push(one)
        }
      }
    }
  }
  const idOf = uniqueIds()
  return drafts.map((draft) => entryOf(draft, idOf))
}

/** Gives the responses of a message to their calls; the parts that need not be shown. */
function answerAll(
  message: GeminiMessage,
  waiting: ReadonlyMap<string, Waiting[]>,
  known: ReadonlySet<string>,
): number[] {
  return message.responses.flatMap(({ key, parts }) => {
    const list = waiting.get(key) ?? []
    let first = list.shift()
    while (first?.isAnswered === true) first = list.shift()
    if (first === undefined) return known.has(key) ? [...parts] : []
    first.isAnswered = true
    if (first.draft.places.at(-1) !== message.place) first.draft.places.push(message.place)
    return [...parts]
  })
}

function partCount(message: GeminiMessage): number {
  return message.responses.reduce((count, { parts }) => count + parts.length, 0)
}

function entryOf({ message, step, places, nested }: Draft, idOf: ReturnType<typeof uniqueIds>): Entry {
  const { id, kind, isEmpty, place, steps, counted } = message
  if (step === 0 && counted !== null && counted.from !== place.from) places.push(counted)
  const named = id === '' ? '' : step === 0 ? id : `${id}/${step + 1}`
  const detail: { [name: string]: JsonValue } = {
    ...(steps.length > 1 ? { step } : {}),
    ...(nested.length > 0 ? { nested } : {}),
  }
  return {
    id: idOf(named, `message-${place.from}${step === 0 ? '' : `/${step + 1}`}`),
    kind,
    places,
    ...(kind === 'prompt' && isEmpty ? { isEmpty } : {}),
    ...(Object.keys(detail).length > 0 ? { detail } : {}),
  }
}
