import type { CheckpointSection, NarrativeKey } from '../../../shared/compact/checkpoint.ts'

/** Lines of one section of a previous checkpoint without their bullets; empty when it said nothing. */
export function narrativeLines(previous: readonly CheckpointSection[], key: NarrativeKey): readonly string[] {
  return previous
    .filter((section) => section.key === key && section.lane === 'narrative')
    .flatMap((section) => section.text.split('\n'))
    .map((line) => line.replace(/^\s*(?:[-*+]|\d+[.)])\s+/, '').trim())
    .filter(
      (line) =>
        line !== '' && line !== 'None' && !/^#{1,6}\s/.test(line) && !/^<\/?system-reminder>/.test(line),
    )
}
