import type { NewCall, NewOutput } from '../native/write-message.ts'

/** A call with the name results without an id may ask for. */
type OpenCall = Omit<NewCall, 'output'>

/** A result as it stands in its record. Empty id or name = not said. */
export interface FoundResult {
  readonly id: string
  readonly name: string
  readonly output: NewOutput
}

/**
 * Puts the results of one reply into its calls, as the scan paired them: by id, else by name, else in their order;
 * the first result of a call counts.
 */
export function nestResults(calls: readonly OpenCall[], results: readonly FoundResult[]): readonly NewCall[] {
  const outputs: (NewOutput | undefined)[] = calls.map(() => undefined)
  const byId = positions(calls.map(({ id }) => id))
  const byName = positions(calls.map(({ name }) => name))
  let next = 0
  const firstOpen = (queue: Positions | undefined): number | undefined => {
    while (queue !== undefined && outputs[queue.at[queue.next] ?? -1] !== undefined) queue.next += 1
    return queue?.at[queue.next]
  }
  for (const { id, name, output } of results) {
    while (outputs[next] !== undefined) next += 1
    const at =
      id !== ''
        ? firstOpen(byId.get(id))
        : name === ''
          ? next
          : (firstOpen(byName.get(name)) ?? firstOpen(byName.get('')))
    if (at !== undefined && at < calls.length) outputs[at] = output
  }
  return calls.map((call, at) => {
    const output = outputs[at]
    return output === undefined ? call : { ...call, output }
  })
}

/** Positions of equal names, and the first of them that may be open: none is looked at twice. */
interface Positions {
  readonly at: number[]
  next: number
}

function positions(names: readonly string[]): ReadonlyMap<string, Positions> {
  const queues = new Map<string, Positions>()
  for (const [at, name] of names.entries()) {
    const queue = queues.get(name)
    if (queue === undefined) queues.set(name, { at: [at], next: 0 })
    else queue.at.push(at)
  }
  return queues
}
