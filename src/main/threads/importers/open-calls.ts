/** Counts of calls and results under the names of the samples' `expected.json`; ids are counted once. */
export interface CallCounts {
  readonly toolCalls: number
  readonly toolResults: number
  readonly orphanCalls: number
  readonly orphanResults: number
}

/** Pairs calls and results of one thread by id, in the order in which they are read. */
export interface OpenCalls<Owner> {
  /** A call of the message `owner`. */
  call(id: string, owner: Owner): void
  /** The owner of the first call with this id that waits; null = there is none, or all have their result. */
  answer(id: string): Owner | null
  counts(): CallCounts
}

/** Nothing read yet. A result before its call is nobody's; of equal ids the earlier call is answered first. */
export function openCalls<Owner>(): OpenCalls<Owner> {
  const waiting = new Map<string, { readonly owners: Owner[]; next: number }>()
  const answered = new Set<string>()
  let toolCalls = 0
  let toolResults = 0
  return {
    call(id, owner) {
      toolCalls += 1
      const queue = waiting.get(id)
      if (queue === undefined) waiting.set(id, { owners: [owner], next: 0 })
      else queue.owners.push(owner)
    },
    answer(id) {
      toolResults += 1
      answered.add(id)
      const queue = waiting.get(id)
      const owner = queue?.owners[queue.next]
      if (queue === undefined || owner === undefined) return null
      queue.next += 1
      return owner
    },
    counts: () => ({
      toolCalls,
      toolResults,
      orphanCalls: [...waiting.keys()].filter((id) => !answered.has(id)).length,
      orphanResults: [...answered].filter((id) => !waiting.has(id)).length,
    }),
  }
}

/** Gives each result to the first call of one message with its id that has none yet; null = no such call. */
export function answerCalls(callIds: readonly string[]): (resultId: string) => number | null {
  const waiting = new Map<string, number[]>()
  for (const [position, id] of [...callIds.entries()].reverse()) {
    const list = waiting.get(id)
    if (list === undefined) waiting.set(id, [position])
    else list.push(position)
  }
  return (id) => waiting.get(id)?.pop() ?? null
}
