import type { ReductionSaving, WizardReduction } from '../../shared/compact/plan.ts'
import type { ReductionSettings } from '../../shared/compact/policy.ts'
import type { Projection } from '../compaction/projection/projected-message.ts'
import {
  type Cascade,
  NOTHING_SETTLED,
  reduceInOrder,
  withoutUnwritten,
} from '../compaction/reduce/cascade.ts'
import { writeOutputs } from './in-place/reduce-thread.ts'
import type { ThreadContext } from './in-place/thread-context.ts'

const STEPS: readonly WizardReduction[] = ['collapse', 'truncate-arguments', 'microcompact']

/** What each reduction alone would free now. Decides nothing and writes nothing. */
export function reductionSavings(context: ThreadContext, nowMs: number): readonly ReductionSaving[] {
  return STEPS.map((step) => {
    const { reports } = decideChosen(context, context.projection, [step], nowMs)
    const changed = reports.reduce((sum, report) => sum + report.changed, 0)
    const tokens = reports.reduce((sum, report) => sum + report.tokensBefore - report.tokensAfter, 0)
    return { step, changed, tokens }
  })
}

/**
 * The chosen reductions over a list, with their complete outputs on disk. A decision whose file could not be
 * written is left out (C-06, B-74). The caller stores what is decided.
 */
export async function prepareChosen(
  context: ThreadContext,
  projection: Projection,
  steps: readonly WizardReduction[],
  nowMs: number,
): Promise<Cascade> {
  const decided = decideChosen(context, projection, steps, nowMs)
  const unwritten = await writeOutputs(context, decided.files)
  return withoutUnwritten(projection, decided, unwritten, NOTHING_SETTLED)
}

/** The list as the chosen reductions would leave it. Writes nothing. */
export function projectChosen(
  context: ThreadContext,
  projection: Projection,
  steps: readonly WizardReduction[],
  nowMs: number,
): Projection {
  return steps.length === 0 ? projection : decideChosen(context, projection, steps, nowMs).projection
}

function decideChosen(
  context: ThreadContext,
  projection: Projection,
  steps: readonly WizardReduction[],
  nowMs: number,
): Cascade {
  return reduceInOrder(projection, chosenSettings(context.policy.reductions, steps), {
    nowMs,
    lastActivityMs: null,
    threadStem: context.ports.stem,
    pressureTokens: 0,
    triggerTokens: null,
    isForced: false,
    settled: NOTHING_SETTLED,
  })
}

/** The policy's numbers; what runs is the person's choice, and a person who asks waits for no pause. */
function chosenSettings(settings: ReductionSettings, steps: readonly WizardReduction[]): ReductionSettings {
  const isOn = (step: WizardReduction) => steps.includes(step)
  return {
    collapse: { ...settings.collapse, isOn: isOn('collapse') },
    truncateArguments: { ...settings.truncateArguments, isOn: isOn('truncate-arguments') },
    microcompact: { ...settings.microcompact, isOn: isOn('microcompact'), pauseMs: 0 },
    snip: { ...settings.snip, isOn: false },
  }
}
