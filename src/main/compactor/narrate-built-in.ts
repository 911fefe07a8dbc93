import { type BuiltCheckpoint, buildExtractiveSteps } from '../compaction/extractive/build-checkpoint.ts'
import type { Steps } from '../compaction/steps.ts'
import type { NarrationSource } from './narration-source.ts'

/** Id of the summarizer that needs no key, no network and no cost: the default of a fresh install. */
export const BUILT_IN_ID = 'built-in'

/** Both lanes by code, deterministic, in small steps. */
export function narrateBuiltIn(
  source: NarrationSource,
  options: { readonly budgetChars: number; readonly instructions: string },
): Steps<BuiltCheckpoint> {
  return buildExtractiveSteps({
    messages: source.aged,
    previous: source.previous,
    budgetChars: options.budgetChars,
    instructions: options.instructions,
    upcoming: source.kept,
    firstIndex: source.firstIndex,
    firstTurn: 1,
  })
}
