import type { CheckpointSection } from '../../../shared/compact/checkpoint.ts'
import type {
  FactClass,
  FactState,
  RetainedFact,
  RetentionCounts,
  RetentionReport,
} from '../../../shared/compact/retention.ts'
import type { Message } from '../../../shared/thread/message.ts'
import { runSteps, type Steps } from '../steps.ts'
import { earlierLines } from './earlier-lines.ts'
import { factState, readProjection } from './fact-state.ts'
import { ageFactor, type SourceFact, sourceFactSteps, supportText } from './source-facts.ts'
import { unsupportedClaimSteps } from './unsupported.ts'
import { FACT_CLASSES, FACT_WEIGHTS, STATE_SCORES } from './weights.ts'

const MAX_NOTABLE = 200

/** What the report looks at. `checkpoint` is the text of the message, wrapped or bare. */
export interface MeasureInput {
  readonly source: readonly Message[]
  readonly previous: readonly CheckpointSection[]
  readonly checkpoint: string
  readonly kept: readonly Message[]
  readonly firstTurn: number
}

/**
 * Compares the facts of the turns that left (and of the checkpoint before them) with the new projection.
 * It informs and never blocks. Lexical presence is an upper bound of what a model will use.
 */
export function measureRetention(input: MeasureInput): RetentionReport {
  return runSteps(measureAgainst(runSteps(readRetentionSource(input)), input.checkpoint))
}

/** Everything that is measured against and does not depend on the checkpoint's text. */
export interface RetentionSource extends Omit<MeasureInput, 'checkpoint'> {
  readonly facts: readonly SourceFact[]
  /** Text of the kept turns. */
  readonly tail: string
  /** All text that the checkpoint may draw on. */
  readonly support: string
  readonly sourceChars: number
}

/** Takes the facts out of a source, in small steps. */
export function* readRetentionSource(input: Omit<MeasureInput, 'checkpoint'>): Steps<RetentionSource> {
  const facts = yield* sourceFactSteps(input.source, input.previous, input.firstTurn)
  const tail = supportText(input.kept, [])
  yield
  const source = supportText(input.source, [])
  yield
  const support = [tail, source, ...input.previous.map(({ text }) => text)].join('\n')
  return { ...input, facts, tail, support, sourceChars: source.length }
}

/** Measures a checkpoint against its source, in small steps. */
export function* measureAgainst(input: RetentionSource, checkpoint: string): Steps<RetentionReport> {
  const judged = yield* judgeSteps(input, checkpoint)
  const unsupported = yield* unsupportedClaimSteps({ ...input, checkpoint })
  const earlier = earlierLines(input.previous, checkpoint)
  const byClass = FACT_CLASSES.flatMap((kind) => {
    const own = judged.filter((each) => each.fact.class === kind)
    if (own.length === 0) return []
    return [{ class: kind, total: own.length, score: score(own) ?? 0, counts: countStates(own) }]
  })
  return {
    counts: countStates(judged),
    score: score(judged),
    byClass,
    floors: {
      rules: floor(judged, 'rule'),
      modifiedPaths: floor(judged, 'modified-path'),
      openTasks: floor(judged, 'open-task'),
      unsupported: unsupported.length,
    },
    notable: judged
      .filter((each) => each.state !== 'verbatim' && each.state !== 'in-tail')
      .toSorted((a, b) => weight(b) - weight(a))
      .slice(0, MAX_NOTABLE)
      .map(toRetained),
    factTotal: judged.length,
    unsupported,
    ...(earlier === null ? {} : { earlier }),
    chars: { checkpoint: checkpoint.length, source: input.sourceChars },
  }
}

/** In small steps: every fact with what became of it, those kept exactly too. Places are those of the source. */
export function* judgeFactSteps(
  input: Pick<RetentionSource, 'facts' | 'tail'>,
  checkpoint: string,
): Steps<readonly RetainedFact[]> {
  const judged = yield* judgeSteps(input, checkpoint)
  return judged.map(toRetained)
}

function* judgeSteps(
  { facts, tail }: Pick<RetentionSource, 'facts' | 'tail'>,
  checkpoint: string,
): Steps<readonly Judged[]> {
  const projection = readProjection(checkpoint, tail, facts)
  const judged: Judged[] = []
  for (const fact of facts) {
    yield
    const state = factState(fact, projection)
    // A finished task is a fact only when it comes back as open.
    if (fact.class !== 'open-task' || isOpenStatus(fact.status) || state.state === 'stale')
      judged.push({ fact, ...state })
  }
  return judged
}

function isOpenStatus(status: string | null): boolean {
  return status !== 'done' && status !== 'cancelled'
}

interface Judged {
  readonly fact: SourceFact
  readonly state: FactState
  readonly found: string | null
}

function weight(each: Judged): number {
  return FACT_WEIGHTS[each.fact.class] * ageFactor(each.fact)
}

function score(judged: readonly Judged[]): number | null {
  let all = 0
  let kept = 0
  for (const each of judged) {
    all += weight(each)
    kept += weight(each) * STATE_SCORES[each.state]
  }
  return all === 0 ? null : kept / all
}

/** Floors know no half measures: word for word or not. */
function floor(judged: readonly Judged[], kind: FactClass): number | null {
  const own = judged.filter((each) => each.fact.class === kind)
  if (own.length === 0) return null
  return own.filter((each) => each.state === 'verbatim' || each.state === 'in-tail').length / own.length
}

function countStates(judged: readonly Judged[]): RetentionCounts {
  const counts = { keptExactly: 0, inSummary: 0, recoverable: 0, changed: 0, missing: 0 }
  for (const { state } of judged) {
    if (state === 'in-tail' || state === 'verbatim') counts.keptExactly++
    else if (state === 'normalised') counts.inSummary++
    else if (state === 'recoverable') counts.recoverable++
    else if (state === 'mutated' || state === 'stale') counts.changed++
    else counts.missing++
  }
  return counts
}

function toRetained(each: Judged): RetainedFact {
  const { fact } = each
  return {
    class: fact.class,
    text: fact.shownAs ?? fact.text,
    messageIndex: fact.messageIndex,
    turn: fact.turn,
    state: each.state,
    weight: FACT_WEIGHTS[fact.class],
    found: each.found,
    ...(fact.callPosition === null ? {} : { callPosition: fact.callPosition }),
  }
}
