import { CHECKPOINT_TEMPLATE, type Template } from '../compaction/checkpoint/template.ts'
import { type BuiltCheckpoint, buildExtractiveSteps } from '../compaction/extractive/build-checkpoint.ts'
import { recastSections } from '../compaction/extractive/recast.ts'
import type { Steps } from '../compaction/steps.ts'
import type { NarrationSource } from './narration-source.ts'
import { byHandChars, putBack } from './put-back.ts'

/** Id of the summarizer that needs no key, no network and no cost: the default of a fresh install. */
export const BUILT_IN_ID = 'built-in'

/** Both lanes by code, deterministic, in small steps. What a person wrote is a floor of the budget. */
export function* narrateBuiltIn(
  source: NarrationSource,
  options: { readonly budgetChars: number; readonly instructions: string; readonly template?: Template },
): Steps<BuiltCheckpoint> {
  const template = options.template ?? CHECKPOINT_TEMPLATE
  const { sections } = yield* buildExtractiveSteps({
    messages: source.aged,
    previous: source.previous,
    budgetChars: options.budgetChars - byHandChars(source.previous),
    instructions: options.instructions,
    upcoming: source.kept,
    firstIndex: source.firstIndex,
    firstTurn: 1,
  })
  return { sections: putBack(recastSections(sections, template), source.previous, template) }
}
