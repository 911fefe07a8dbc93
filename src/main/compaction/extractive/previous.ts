import type { CheckpointSection, NarrativeKey } from '../../../shared/compact/checkpoint.ts'
import { isByHand } from '../checkpoint/by-hand.ts'

/**
 * Lines of one section of a previous checkpoint without their bullets; empty when it said nothing. Those of a person
 * are not among them: they come back word for word behind the summary.
 */
export function narrativeLines(previous: readonly CheckpointSection[], key: NarrativeKey): readonly string[] {
  return previous
    .filter((section) => section.key === key && section.lane === 'narrative')
    .flatMap((section) => section.text.split('\n').filter((line) => !isByHand(section, line)))
    .map((line) => line.replace(/^\s*(?:[-*+]|\d+[.)])\s+/, '').trim())
    .filter(
      (line) =>
        line !== '' && line !== 'None' && !/^#{1,6}\s/.test(line) && !/^<\/?system-reminder>/.test(line),
    )
}
