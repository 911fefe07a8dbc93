import { changesSince } from '../../../shared/compact/changes-since.ts'
import type { CheckpointSection } from '../../../shared/compact/checkpoint.ts'
import { isNothing } from '../../../shared/compact/is-nothing.ts'
import type { EarlierLines } from '../../../shared/compact/retention.ts'
import { parseCheckpointBody } from '../checkpoint/compose.ts'

/**
 * What became of the lines of the checkpoint before: the new one tells them, tells them otherwise, or leaves them out.
 * Null when there was none. Every line that is left out is listed, whatever it is worth.
 */
export function earlierLines(
  previous: readonly CheckpointSection[],
  checkpoint: string,
): EarlierLines | null {
  const lines = previous
    .flatMap(({ text }) => text.split('\n'))
    .filter((line) => line.trim() !== '' && !isNothing(line))
  if (lines.length === 0) return null
  const changes = changesSince(previous, parseCheckpointBody(checkpoint))
  return {
    total: lines.length,
    changed: changes.flatMap((section) => section.changes).filter(({ kind }) => kind === 'changed').length,
    dropped: changes.flatMap(({ key, changes: own }) =>
      own.flatMap(({ kind, text }) => (kind === 'dropped' ? [{ key, text }] : [])),
    ),
  }
}
