import type { ReductionSettings } from '../../../shared/compact/policy.ts'
import type { ToolOutput } from '../../../shared/thread/message.ts'
import { safeCutIndex } from '../checkpoint/cut-text.ts'
import { isOpen } from '../projection/apply-overrides.ts'
import type { ProjectedMessage, Projection } from '../projection/projected-message.ts'
import { estimateTextTokens } from '../tokens/estimate-text.ts'
import { outputText } from './describe-call.ts'
import { isReplaced, isSnipped, snipMark } from './markers.ts'
import { outputPath } from './output-path.ts'
import { type Decision, decide, factCall, type Reduction, type ReductionPlace } from './reduction.ts'
import { indexAt, isAnswered, openZone } from './zones.ts'

/** What trimming needs to know besides its settings. */
export interface SnipPlace extends ReductionPlace {
  /** The thread's path without its ending; names the folder of complete outputs. */
  readonly threadStem: string
}

/**
 * Trims old long outputs, walking from newest to oldest with a budget (S-115 to S-120). An output is trimmed when
 * it is outside the last `preserveLastMessages` messages on the wire, longer than `maxChars`, and the budget is used
 * up at that point of the walk; with `isStrict` whatever is left of the budget (C-18). Every output on the way uses
 * budget, also those that may not be trimmed. The first quarter and the last three quarters of `maxChars` stay, cut
 * between characters (B-70); pictures stay.
 *
 * Run it only under pressure (C-07). The complete output has to be in its file before the decision is used.
 */
export function snip(
  projection: Projection,
  settings: ReductionSettings['snip'] & SnipPlace,
  _nowMs: number,
): Reduction {
  if (!settings.isOn) return decide(projection, 'snip', [], settings.settledIndex)
  const zone = openZone(projection, settings.settledIndex)
  const decisions: Decision[] = []
  let behind = 0
  let used = 0
  let settled = zone.start
  for (let position = projection.length - 1; position >= zone.start; position--) {
    const item = projection[position]
    if (!item) continue
    let isWholeOpen =
      position < zone.end && behind >= settings.preserveLastMessages && isAnswered(item.message)
    for (let at = item.message.toolCalls.length - 1; at >= 0; at--) {
      const output = item.message.toolCalls[at]?.output
      if (!output) continue
      // Once it is used up the rest of the walk needs no more counting.
      if (used <= settings.budgetTokens) used += estimateTextTokens(outputText(output), item.family)
      const isDue =
        position < zone.end &&
        behind >= settings.preserveLastMessages &&
        (settings.isStrict || used > settings.budgetTokens)
      behind += 1
      if (!isDue) isWholeOpen = false
      else if (isOpen(item)) decisions.push(...trim(item, at, output, position, settings))
    }
    behind += 1
    if (isWholeOpen && (settings.isStrict || used > settings.budgetTokens))
      settled = Math.max(settled, position + 1)
    else if (position < zone.end && !isAnswered(item.message)) settled = zone.start
  }
  const settledIndex = Math.max(settings.settledIndex, indexAt(projection, settled))
  return decide(projection, 'snip', decisions.reverse(), settledIndex)
}

function trim(
  item: ProjectedMessage,
  at: number,
  output: ToolOutput,
  position: number,
  settings: { readonly maxChars: number; readonly threadStem: string },
): readonly Decision[] {
  const text = outputText(output)
  if (text.length <= settings.maxChars || isReplaced(text)) return []
  const call = factCall(item, at)
  const filePath = outputPath(settings.threadStem, item.message.id, item.index ?? 0, call)
  if (isSnipped(text, filePath)) return []
  const trimmed = trimText(text, settings.maxChars, filePath)
  if (trimmed.length >= text.length) return []
  const keepsImages = output.content.some((part) => part.kind === 'image')
  return [
    {
      position,
      call,
      change: keepsImages
        ? { kind: 'output', text: trimmed, keepsImages }
        : { kind: 'output', text: trimmed },
      file: { filePath, text },
    },
  ]
}

/** First quarter, mark with the real count, last three quarters (S-119); well-formed. */
function trimText(text: string, maxChars: number, filePath: string): string {
  const headChars = Math.floor(maxChars / 4)
  const headEnd = safeCutIndex(text, headChars)
  const tailStart = Math.max(headEnd, safeCutIndex(text, text.length - (maxChars - headChars)))
  const mark = snipMark(tailStart - headEnd, filePath)
  return `${text.slice(0, headEnd)}${mark}${text.slice(tailStart)}`.toWellFormed()
}
