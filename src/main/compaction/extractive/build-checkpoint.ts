import type { CheckpointSection } from '../../../shared/compact/checkpoint.ts'
import type { Message } from '../../../shared/thread/message.ts'
import { extractFactSteps } from '../facts/extract-facts.ts'
import { mergeFacts } from '../facts/merge-facts.ts'
import { parseFacts } from '../facts/parse-facts.ts'
import { renderFacts } from '../facts/render-facts.ts'
import { runSteps, type Steps } from '../steps.ts'
import { checkpointChars, type ExtractiveInput, requestText, summarizeExtractively } from './summarize.ts'

/** What the built-in summarizer needs for a whole checkpoint. */
export interface BuildInput {
  /** The turns that leave, without meta prompt and checkpoint. */
  readonly messages: readonly Message[]
  /** Sections of the previous checkpoint; empty when there is none. */
  readonly previous: readonly CheckpointSection[]
  /** Largest checkpoint with wrapper and headings, in characters. */
  readonly budgetChars: number
  readonly instructions: string
  /** The kept turns. */
  readonly upcoming: readonly Message[]
  readonly firstIndex: number
  readonly firstTurn: number
}

export interface BuiltCheckpoint {
  readonly sections: readonly CheckpointSection[]
}

/** With less room to spare a second pass would say nothing more. */
const SPARE_CHARS = 120

/**
 * Both lanes of a checkpoint without a model. The finished text stays within `budgetChars` whenever the floors
 * (rules, open tasks, changed files) allow it. Deterministic; under a second for 2 MB.
 */
export function buildExtractiveCheckpoint(input: BuildInput): BuiltCheckpoint {
  return runSteps(buildExtractiveSteps(input))
}

/** `buildExtractiveCheckpoint` in small steps. */
export function* buildExtractiveSteps(input: BuildInput): Steps<BuiltCheckpoint> {
  const { firstIndex, firstTurn } = input
  const extracted = yield* extractFactSteps(input.messages, { firstIndex, firstTurn, kept: input.upcoming })
  const facts = mergeFacts(parseFacts(input.previous), extracted)
  yield
  const tail = requestText(input.upcoming)
  const first = bothLanes({ ...input, facts }, tail)
  yield
  const spareChars = input.budgetChars - checkpointChars(first)
  if (spareChars < SPARE_CHARS) return { sections: first }
  const second = bothLanes({ ...input, facts, spareChars }, tail)
  return { sections: checkpointChars(second) <= input.budgetChars ? second : first }
}

function bothLanes(input: ExtractiveInput, tail: string): readonly CheckpointSection[] {
  const narrative = summarizeExtractively(input)
  const said = narrative.map((section) => section.text).join('\n')
  const budget = input.budgetChars - checkpointChars(narrative)
  return [...narrative, ...renderFacts(input.facts, budget, `${said}\n${tail}`)]
}
