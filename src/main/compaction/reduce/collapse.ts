import type { ReductionSettings } from '../../../shared/compact/policy.ts'
import type { ToolCall } from '../../../shared/thread/message.ts'
import { isOpen } from '../projection/apply-overrides.ts'
import { changeMessage } from '../projection/change-message.ts'
import type { Override } from '../projection/override.ts'
import type { ProjectedMessage, Projection } from '../projection/projected-message.ts'
import { describeCall, describeStatus, outputText } from './describe-call.ts'
import { explorationKind } from './exploration-tools.ts'
import { isRecordText, recordText } from './markers.ts'
import {
  type Decision,
  decide,
  factCall,
  type Reduction,
  type ReductionPlace,
  writeDown,
} from './reduction.ts'
import { indexAt, isAnswered, oldEnd, openZone } from './zones.ts'

/** Calls from which a run is worth a record: the record, and the last pair, which stays. */
const SHORTEST_RUN = 3

/**
 * Folds finished, old runs of looking around into one record each (S-017 to S-020): consecutive messages of the
 * model that only call reading and searching tools. The first call of a run stays and its result becomes the record
 * (tool, path or pattern, lines, how it ended); the calls between go; the last call keeps its result.
 *
 * A run is left alone while one of its calls waits, while any of it is among the last `keepLastMessages` messages
 * on the wire, and when the record would not be smaller. What a person pinned ends a run.
 */
export function collapse(
  projection: Projection,
  settings: ReductionSettings['collapse'] & ReductionPlace,
  _nowMs: number,
): Reduction {
  if (!settings.isOn) return decide(projection, 'collapse', [], settings.settledIndex)
  const zone = openZone(projection, settings.settledIndex)
  const end = oldEnd(projection, zone, settings.keepLastMessages)
  const decisions: Decision[] = []
  let settled = end
  let position = zone.start
  while (position < end) {
    const from = position
    while (position < zone.end && isExploration(projection[position])) position += 1
    if (position === from) {
      position += 1
      continue
    }
    // Not old as a whole yet: it is looked at again from its first message on.
    const isUnfinished = position > end
    const run = projection.slice(from, position)
    if (isUnfinished || !run.every((item) => isAnswered(item.message))) settled = Math.min(settled, from)
    else for (const decision of foldRun(run, from)) decisions.push(decision)
  }
  return decide(
    projection,
    'collapse',
    decisions,
    Math.max(settings.settledIndex, indexAt(projection, settled)),
    true,
  )
}

function isExploration(item: ProjectedMessage | undefined): boolean {
  if (!item || !isOpen(item) || item.message.toolCalls.length === 0) return false
  return item.message.toolCalls.every((call) => {
    if (explorationKind(call.name) === null || call.partialArguments !== null) return false
    return call.output === null || !isRecordText(outputText(call.output))
  })
}

function foldRun(run: Projection, from: number): readonly Decision[] {
  const calls = run.flatMap((item, offset) =>
    item.message.toolCalls.map((call, at) => ({ call, position: from + offset, place: factCall(item, at) })),
  )
  const [first, ...rest] = calls
  if (!first || calls.length < SHORTEST_RUN) return []
  const folded = calls.slice(0, -1)
  const text = recordText(folded.map(({ call }) => recordLine(call)))
  const decisions = [
    { position: first.position, call: first.place, change: { kind: 'output', text } } satisfies Decision,
    ...rest
      .slice(0, -1)
      .map(({ position, place }): Decision => ({ position, call: place, change: { kind: 'remove-call' } })),
  ]
  return isSmaller(run, from, decisions) ? decisions : []
}

// Says nothing that a later reduction changes, such as lengths: a run that is not worth a record stays so.
function recordLine(call: ToolCall): string {
  return call.output ? `${describeCall(call)}: ${describeStatus(call.output)}` : describeCall(call)
}

function isSmaller(run: Projection, from: number, decisions: readonly Decision[]): boolean {
  let gain = 0
  let at = 0
  run.forEach((item, offset) => {
    const own: Override[] = []
    for (; decisions[at]?.position === from + offset; at++) {
      const decision = decisions[at]
      if (decision) own.push(writeDown(item, 'collapse', decision))
    }
    gain += item.tokens - (changeMessage(item, own)?.tokens ?? 0)
  })
  return gain > 0
}
