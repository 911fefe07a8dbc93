import type { CheckpointSection } from '../../../shared/compact/checkpoint.ts'
import type { Message } from '../../../shared/thread/message.ts'
import { extractFactSteps } from '../facts/extract-facts.ts'
import { nearTheTail } from '../facts/kinship.ts'
import { mergeFacts } from '../facts/merge-facts.ts'
import { parseFacts } from '../facts/parse-facts.ts'
import { renderFacts } from '../facts/render-facts.ts'
import { runSteps, type Steps } from '../steps.ts'
import { checkpointChars, requestText, summarizeExtractively } from './summarize.ts'

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
  const extracted = yield* extractFactSteps(input.messages, { firstIndex, firstTurn })
  const merged = mergeFacts(parseFacts(input.previous), extracted)
  yield
  const tail = requestText(input.upcoming)
  const facts = { ...merged, references: nearTheTail(merged.references, tail) }
  const narrative = summarizeExtractively({ ...input, facts })
  yield
  const said = narrative.map((section) => section.text).join('\n')
  const budget = input.budgetChars - checkpointChars(narrative)
  return {
    sections: [...narrative, ...renderFacts(facts, budget, `${said}\n${tail}`)],
  }
}
