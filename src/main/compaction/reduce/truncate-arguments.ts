import type { ReductionSettings } from '../../../shared/compact/policy.ts'
import type { ToolCall } from '../../../shared/thread/message.ts'
import { toolKind } from '../facts/tool-kinds.ts'
import { isOpen } from '../projection/apply-overrides.ts'
import type { Projection } from '../projection/projected-message.ts'
import { type Decision, decide, factCall, type Reduction, type ReductionPlace } from './reduction.ts'
import { shortenArguments } from './shorten-arguments.ts'
import { indexAt, isAnswered, oldEnd, openZone } from './zones.ts'

/**
 * Shortens oversized arguments of calls that have run, in messages with at least `keepLastMessages` messages on
 * the wire behind them (S-021, S-022). Id, name and result of the call stay; the arguments stay a JSON object
 * (B-20). Plans and to-do lists stay: their arguments are their state. Arguments that were cut while streaming are no
 * JSON and are left as they are.
 */
export function truncateArguments(
  projection: Projection,
  settings: ReductionSettings['truncateArguments'] & ReductionPlace,
  _nowMs: number,
): Reduction {
  if (!settings.isOn) return decide(projection, 'truncate-arguments', [], settings.settledIndex)
  const zone = openZone(projection, settings.settledIndex)
  const end = oldEnd(projection, zone, settings.keepLastMessages)
  const decisions: Decision[] = []
  let settled = end
  for (let position = zone.start; position < end; position++) {
    const item = projection[position]
    if (!item || !isOpen(item)) continue
    if (!isAnswered(item.message)) settled = Math.min(settled, position)
    item.message.toolCalls.forEach((call, at) => {
      const value = shortened(call, settings.maxChars)
      if (value) decisions.push({ position, call: factCall(item, at), change: { kind: 'arguments', value } })
    })
  }
  const settledIndex = Math.max(settings.settledIndex, indexAt(projection, settled))
  return decide(projection, 'truncate-arguments', decisions, settledIndex)
}

function shortened(call: ToolCall, maxChars: number): ReturnType<typeof shortenArguments> {
  if (!call.output || call.partialArguments !== null || toolKind(call.name) === 'plan') return null
  return shortenArguments(call.arguments, maxChars)
}
