import type { CheckpointSection } from '../../shared/compact/checkpoint.ts'
import { buildExtractiveCheckpoint } from '../compaction/extractive/build-checkpoint.ts'
import type { CompactionSource } from './source.ts'

/** Id of the summarizer that needs no key, no network and no cost: the default of a fresh install. */
export const BUILT_IN_ID = 'built-in'

/** Both lanes by code, deterministic. */
export function narrateBuiltIn(
  source: CompactionSource,
  options: { readonly budgetChars: number; readonly instructions: string },
): readonly CheckpointSection[] {
  return buildExtractiveCheckpoint({
    messages: source.aged,
    previous: source.previous,
    budgetChars: options.budgetChars,
    instructions: options.instructions,
    upcoming: source.kept,
    firstIndex: source.cut.summarized.from,
    firstTurn: 1,
  }).sections
}
