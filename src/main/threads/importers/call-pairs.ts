/** A call that waits for its result. */
interface Waiting<Owner> {
  readonly id: string
  readonly owner: Owner
  isAnswered: boolean
}

/** Calls in their order; `next` is where the first unanswered one may stand, so that none is looked at twice. */
interface Queue<Owner> {
  readonly calls: Waiting<Owner>[]
  next: number
}

/** Whom a result belongs to. `early`: it stands before its call, which says so when it comes. */
export type Answer<Owner> =
  | { readonly kind: 'paired'; readonly owner: Owner }
  | { readonly kind: 'early' }
  | { readonly kind: 'orphan' }

/** Pairs calls and results of one thread while it is read. Constant work per call and result. */
export interface CallPairs<Owner> {
  /** A step of the model begins: results without an id are for its calls, in their order. */
  step(): void
  /** Takes in a call; an empty id is none. True when its result stood before it and belongs to it. */
  call(id: string, name: string, owner: Owner): boolean
  answer(id: string, name: string): Answer<Owner>
  /** Distinct ids without a partner; calls and results without an id count one by one. */
  orphans(): { readonly orphanCalls: number; readonly orphanResults: number }
}

/**
 * A result goes to the first unanswered call with its id (ids repeat in real files); one without id to the first
 * unanswered call of the last step, of the same name where it has one. Further results of an answered call are
 * orphans: the first counts (formats.md rule 5).
 */
export function pairCalls<Owner>(): CallPairs<Owner> {
  const byId = new Map<string, Queue<Owner>>()
  const byName = new Map<string, Queue<Owner>>()
  let inStep: Queue<Owner> = { calls: [], next: 0 }
  const answered = new Set<string>()
  const early = new Set<string>()
  let openWithoutId = 0
  let resultsWithoutCall = 0
  return {
    step() {
      inStep = { calls: [], next: 0 }
      byName.clear()
    },
    call(id, name, owner) {
      const isClaimed = id !== '' && !byId.has(id) && early.delete(id)
      const waiting = { id, owner, isAnswered: isClaimed }
      inStep.calls.push(waiting)
      put(byName, name, waiting)
      if (id === '') openWithoutId += 1
      else put(byId, id, waiting)
      return isClaimed
    },
    answer(id, name) {
      const open =
        id !== ''
          ? nextOf(byId.get(id))
          : name === ''
            ? nextOf(inStep)
            : (nextOf(byName.get(name)) ?? nextOf(byName.get('')))
      if (id !== '') answered.add(id)
      if (open !== null) {
        open.isAnswered = true
        if (open.id === '') openWithoutId -= 1
        else answered.add(open.id)
        return { kind: 'paired', owner: open.owner }
      }
      if (id === '') resultsWithoutCall += 1
      else if (!byId.has(id) && !early.has(id)) {
        early.add(id)
        return { kind: 'early' }
      }
      return { kind: 'orphan' }
    },
    orphans() {
      let orphanCalls = openWithoutId
      let orphanResults = resultsWithoutCall
      for (const id of byId.keys()) if (!answered.has(id)) orphanCalls += 1
      for (const id of answered) if (!byId.has(id)) orphanResults += 1
      return { orphanCalls, orphanResults }
    },
  }
}

function put<Owner>(queues: Map<string, Queue<Owner>>, key: string, waiting: Waiting<Owner>): void {
  const queue = queues.get(key)
  if (queue === undefined) queues.set(key, { calls: [waiting], next: 0 })
  else queue.calls.push(waiting)
}

function nextOf<Owner>(queue: Queue<Owner> | undefined): Waiting<Owner> | null {
  if (queue === undefined) return null
  while (queue.calls[queue.next]?.isAnswered === true) queue.next += 1
  return queue.calls[queue.next] ?? null
}
