import type { JsonObject } from '../../native/json-shape.ts'
import { openCalls } from '../open-calls.ts'
import { count, newTally } from '../tally.ts'
import type { Entry, EntryKind, Place, Transcript } from '../transcript.ts'
import { answeredIds, callsOf, roleOf, textOf } from './swe-record.ts'

/** Takes in a run record by record. */
export interface SweRun {
  message(message: JsonObject, place: Place): void
  step(step: JsonObject, place: Place): void
  aside(place: Place): void
  /** What another member says about the run; the first word counts. */
  told(said: { readonly model: string; readonly title: string }): void
  finish(broken: Place | null): Transcript
}

const COUNTS = ['messages', 'steps', 'system', 'user', 'assistant', 'tool'] as const

/**
 * A run of which nothing has been read. The first message in the user's role that is no demonstration is the task; the
 * later ones are what the environment answered. The trajectory repeats the history and is shown only without one.
 */
export function createRun(): SweRun {
  const entries: Entry[] = []
  const steps: Entry[] = []
  const asides: Place[] = []
  const tally = newTally(COUNTS)
  const calls = openCalls<Place[]>()
  const system: string[] = []
  let hasTask = false
  let told = { model: '', title: '' }
  const add = (kind: EntryKind, place: Place): Place[] => {
    const places = [place]
    entries.push({ id: `message-${tally.messages}`, kind, places })
    return places
  }
  return {
    message(message, place) {
      count(tally, 'messages')
      const role = roleOf(message)
      if (COUNTS.some((name) => name === role)) count(tally, role)
      if (role === 'system' && entries.length === 0) {
        system.push(textOf(message.content))
        asides.push(place)
        return
      }
      if (role === 'assistant') {
        const places = add('reply', place)
        for (const { id } of callsOf(message)) calls.call(id, places)
        return
      }
      const owners = answeredIds(message).map((id) => calls.answer(id))
      const owner = owners.find((places) => places !== null)
      if (owner) {
        owner.push(place)
        return
      }
      const isTask = role === 'user' && !hasTask && message.is_demo !== true
      hasTask ||= isTask
      add(isTask ? 'prompt' : 'context', place)
    },
    step(_step, place) {
      count(tally, 'steps')
      const id = `step-${tally.steps}`
      steps.push({ id, kind: 'reply', places: [place], detail: 'step' })
      steps.push({ id: `${id}.observation`, kind: 'context', places: [place], detail: 'observation' })
    },
    aside: (place) => void asides.push(place),
    told(said) {
      told = { model: told.model || said.model, title: told.title || said.title }
    },
    finish(broken) {
      const talk = tally.messages === 0 ? steps : entries
      return {
        key: told.title || 'run',
        head: {
          title: told.title,
          model: told.model === '' ? null : { provider: '', id: told.model },
          systemPrompt: system.filter((text) => text !== '').join('\n\n'),
          tools: [],
          startedMs: null,
          endedMs: null,
          folder: '',
        },
        entries: broken === null ? talk : [...talk, { id: 'broken', kind: 'broken', places: [broken] }],
        branches: [],
        parentKey: null,
        tally: { ...tally, ...calls.counts() },
        asides: [...asides, ...(tally.messages === 0 ? [] : trajectoryPlace(steps))],
      }
    },
  }
}

/** The trajectory as one range: its steps repeat the history. */
function trajectoryPlace(steps: readonly Entry[]): readonly Place[] {
  const [first, last] = [steps[0]?.places[0], steps.at(-1)?.places[0]]
  return first === undefined || last === undefined ? [] : [{ ...first, to: last.to }]
}
