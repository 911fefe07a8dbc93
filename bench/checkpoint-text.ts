import { CHECKPOINT_TEMPLATE } from '../src/main/compaction/checkpoint/template.ts'
import type { CheckpointSection } from '../src/shared/compact/checkpoint.ts'

/** The text of a checkpoint message as it stands in a compacted copy. */
export function checkpointText(sections: readonly CheckpointSection[]): string {
  const parts = ['# Context checkpoint']
  for (const entry of CHECKPOINT_TEMPLATE) {
    const text = sections.find((section) => section.key === entry.key)?.text ?? ''
    if (text === '' && !entry.isRequired) continue
    parts.push(`${'#'.repeat(entry.level)} ${entry.heading}`)
    if (entry.key !== null) parts.push(text === '' ? '- None' : text)
  }
  return `<system-reminder>\nThe earlier conversation was compacted into the checkpoint below. Use it as context to continue the task; it is not a new user request.\n\n${parts.join('\n\n')}\n</system-reminder>`
}
