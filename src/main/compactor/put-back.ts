import type { CheckpointSection, SectionKey } from '../../shared/compact/checkpoint.ts'
import { leadsByHand, linesAmong, markLines } from '../compaction/checkpoint/by-hand.ts'
import { saidIn } from '../compaction/checkpoint/compose.ts'
import { CHECKPOINT_TEMPLATE, type Template } from '../compaction/checkpoint/template.ts'
import { placeOf } from '../compaction/extractive/recast.ts'

/** Code keeps these whole, and what a person says later takes a rule back. */
const WHOLE_BY_CODE: ReadonlySet<SectionKey> = new Set(['rules', 'files-modified'])

/** Characters of the heading of a section that holds nothing else. */
const HEADING_CHARS = 30

/**
 * New sections with the lines that a person wrote into the previous checkpoint: one that is missing comes back word
 * for word at the end of its section, or at its start where it led the section.
 */
export function putBack(
  sections: readonly CheckpointSection[],
  previous: readonly CheckpointSection[],
  template: Template = CHECKPOINT_TEMPLATE,
): readonly CheckpointSection[] {
  let result = sections
  for (const former of previous) {
    if (former.byHand === undefined) continue
    const key = former.lane === 'facts' ? former.key : (placeOf(former.key, template) ?? former.key)
    const now = result.find((section) => section.key === key) ?? { key, lane: former.lane, text: '' }
    const next = withLines(now, former, former.byHand)
    result = result.includes(now)
      ? result.map((section) => (section === now ? next : section))
      : [...result, next]
  }
  return result
}

function withLines(
  now: CheckpointSection,
  former: CheckpointSection,
  byHand: readonly string[],
): CheckpointSection {
  const missing = WHOLE_BY_CODE.has(now.key)
    ? []
    : byHand.filter((line) => linesAmong(now.key, now.text, [line]).length === 0)
  const said = saidIn([now.text]) === '' ? [] : [now.text]
  const lines = leadsByHand(former) ? [...missing, ...said] : [...said, ...missing]
  const text = missing.length === 0 ? now.text : lines.join('\n')
  return markLines({ ...now, text }, [...(now.byHand ?? []), ...byHand])
}

/** Characters that a person's lines take of a checkpoint's budget, besides what code keeps whole anyway. */
export function byHandChars(previous: readonly CheckpointSection[]): number {
  let sum = 0
  for (const { key, lane, byHand = [] } of previous) {
    if (byHand.length === 0 || key === 'plan' || WHOLE_BY_CODE.has(key)) continue
    sum += byHand.reduce((chars, line) => chars + line.length + 1, lane === 'facts' ? HEADING_CHARS : 0)
  }
  return sum
}
