import { asList, asObject, asText, type JsonObject } from '../../native/json-shape.ts'
import type { Step } from '../step-places.ts'

/**
 * Position of the call that each `tool_result` answers, by its own position: by id, and in order where ids are null.
 * The first result of a call counts; a further one, and one without a call, is not in the map.
 */
export function answeredCalls(blocks: readonly JsonObject[]): ReadonlyMap<number, number> {
  const open = new Map<string, number[]>()
  const answered = new Map<number, number>()
  for (const [position, block] of blocks.entries()) {
    if (block.type === 'tool_use') {
      const id = asText(block.id)
      const waiting = open.get(id) ?? []
      waiting.push(position)
      open.set(id, waiting)
    } else if (block.type === 'tool_result') {
      const call = open.get(asText(block.tool_use_id))?.shift()
      if (call !== undefined) answered.set(position, call)
    }
  }
  return answered
}

/** Parts the blocks of a message into model steps: a new one begins where all results of the last one are there. */
export function blockSteps(blocks: readonly JsonObject[]): readonly Step[] {
  const results = [...answeredCalls(blocks)]
  const lastResultOf = new Map(results.map(([result, call]) => [call, result]))
  const steps: Step[] = []
  let from = 0
  let closedAt = -1
  for (const [position, block] of blocks.entries()) {
    const isBehindResult = blocks[position - 1]?.type === 'tool_result' && block.type !== 'tool_result'
    if (isBehindResult && closedAt < position) {
      steps.push({ from, to: position })
      from = position
    }
    closedAt = Math.max(closedAt, lastResultOf.get(position) ?? -1)
  }
  return [...steps, { from, to: blocks.length }]
}

/** The blocks of a message's content; what is no object is a block without a type. */
export function blocksOf(message: JsonObject): readonly JsonObject[] {
  return asList(message.content).map((block) => asObject(block) ?? { value: block })
}
