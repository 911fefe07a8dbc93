import type { ReductionSettings } from '../../../shared/compact/policy.ts'
import type { ToolCall } from '../../../shared/thread/message.ts'
import { toolKind } from '../facts/tool-kinds.ts'
import { isOpen } from '../projection/apply-overrides.ts'
import type { ProjectedMessage, Projection } from '../projection/projected-message.ts'
import { describeCall, describeOutcome, oneLine, outputText } from './describe-call.ts'
import { clearedText, isReplaced, isSnipped } from './markers.ts'
import { outputPath } from './output-path.ts'
import { type Decision, decide, factCall, type Reduction, type ReductionPlace } from './reduction.ts'
import { indexAt, latestRequest, openZone } from './zones.ts'

/** What clearing needs to know besides its settings. */
export interface ClearingPlace extends ReductionPlace {
  /** The thread's path without its ending; names the folder of complete outputs. */
  readonly threadStem: string
  /** When the thread was last used before the present request; asked only where messages carry no time. */
  readonly lastActivityMs: number | null
}

/**
 * Clears old results when a thread is taken up again after a pause of at least `pauseMs` (S-023 to S-027): the
 * pause before the latest request, or up to now. The `keepResults` newest results from before it stay, and all of
 * the present turn (B-53). Cleared are results of reading, searching, writing and running tools; answers of tools
 * that nobody knows cannot be had again and stay. A marker says which call it was and how to get the result back,
 * and is never longer than the result. What a command or a write printed goes to a file first: doing it again may do harm.
 */
export function microcompact(
  projection: Projection,
  settings: ReductionSettings['microcompact'] & ClearingPlace,
  nowMs: number,
): Reduction {
  const end = latestRequest(projection)
  if (!settings.isOn || pauseMs(projection, end, settings.lastActivityMs, nowMs) < settings.pauseMs)
    return decide(projection, 'microcompact', [], settings.settledIndex)
  const { start } = openZone(projection, settings.settledIndex)
  const decisions: Decision[] = []
  let kept = 0
  let settled = end
  for (let position = end - 1; position >= start; position--) {
    const item = projection[position]
    if (!item) continue
    for (let at = item.message.toolCalls.length - 1; at >= 0; at--) {
      const call = item.message.toolCalls[at]
      if (!call?.output) {
        settled = position
        continue
      }
      if (kept < settings.keepResults) {
        kept += 1
        settled = position
        continue
      }
      const decision = isOpen(item) ? clear(item, at, call, position, settings.threadStem) : null
      if (decision) decisions.push(decision)
    }
  }
  const settledIndex = Math.max(settings.settledIndex, indexAt(projection, settled))
  return decide(projection, 'microcompact', decisions.reverse(), settledIndex)
}

/** Length of the pause the thread is taken up after; 0 when no time is known. */
function pauseMs(projection: Projection, end: number, lastActivityMs: number | null, nowMs: number): number {
  const timeOf = (item: ProjectedMessage | undefined): number | null => item?.message.runtime?.atMs ?? null
  const requestMs = timeOf(projection[end]) ?? nowMs
  const beforeMs = timeOf(projection[end - 1]) ?? lastActivityMs
  const lastMs = timeOf(projection.at(-1))
  return Math.max(beforeMs === null ? 0 : requestMs - beforeMs, lastMs === null ? 0 : nowMs - lastMs)
}

function clear(
  item: ProjectedMessage,
  at: number,
  call: ToolCall,
  position: number,
  threadStem: string,
): Decision | null {
  const kind = toolKind(call.name)
  if (!call.output || kind === 'plan' || kind === 'other') return null
  const text = outputText(call.output)
  if (isReplaced(text)) return null
  const place = factCall(item, at)
  const path = outputPath(threadStem, item.message.id, item.index ?? 0, place)
  const isOnDisk = isSnipped(text, path)
  // Looking again does no harm; running or writing again might.
  const isRepeatable = kind === 'read' || kind === 'search'
  const wayBack =
    isRepeatable && !isOnDisk ? `Call ${oneLine(call.name, 60)} again to see it.` : `Full output: ${path}`
  const marker = clearedText(describeCall(call), describeOutcome(call.output), wayBack).toWellFormed()
  const images = call.output.content.filter((part) => part.kind === 'image').length
  if (images === 0 && marker.length > text.length) return null
  const decision: Decision = { position, call: place, change: { kind: 'output', text: marker } }
  return isRepeatable || isOnDisk ? decision : { ...decision, file: { filePath: path, text } }
}
