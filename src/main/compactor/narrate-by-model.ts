import type { CheckpointSection, Detail, SectionKey } from '../../shared/compact/checkpoint.ts'
import type { PreviewFrame } from '../../shared/compact/preview.ts'
import { AppError } from '../../shared/ipc/errors.ts'
import type { Usage } from '../../shared/thread/message.ts'
import { repairMessages } from '../compaction/boundary/repair.ts'
import { composeCheckpointBody } from '../compaction/checkpoint/compose.ts'
import { parseNarrative } from '../compaction/checkpoint/narrative-parser.ts'
import { splitIntoPasses } from '../compaction/checkpoint/passes.ts'
import { buildSummaryRequest } from '../compaction/checkpoint/prompt.ts'
import { type SerializedMessage, serializeMessages } from '../compaction/checkpoint/serializer.ts'
import { CHECKPOINT_TEMPLATE, type Template } from '../compaction/checkpoint/template.ts'
import { checkpointLanguage } from '../compaction/extractive/checkpoint-language.ts'
import { extractFacts } from '../compaction/facts/extract-facts.ts'
import { mergeFacts } from '../compaction/facts/merge-facts.ts'
import { parseFacts } from '../compaction/facts/parse-facts.ts'
import { renderFacts } from '../compaction/facts/render-facts.ts'
import { USUAL_FAMILY } from '../compaction/tokens/token-family.ts'
import type { Summarizer } from '../providers/summarizer.ts'
import { answerLimitChars, withinLimit } from './answer-limit.ts'
import type { NarrationSource } from './narration-source.ts'
import { MIN_PASS_TOKENS, passBudgetTokens, SUMMARY_OUTPUT_TOKENS } from './pass-budget.ts'
import { putBack } from './put-back.ts'
import { sectionFollower } from './section-follower.ts'

/** Longest tool result in a summary request, in characters (S-197). */
const RESULT_CAP_CHARS = 2_000

export interface ModelNarrationOptions {
  readonly budgetChars: number
  readonly instructions: string
  readonly detail: Detail
  /** `same` or a BCP 47 tag. */
  readonly language: string
  readonly localDate: string
  readonly timeZone: string
  /** Headings to write under; without it those of a checkpoint. */
  readonly template?: Template
  readonly direction?: 'prefix' | 'segment'
  /** The one section of the template to write; without it all of them. */
  readonly only?: SectionKey
}

export interface ModelNarration {
  readonly sections: readonly CheckpointSection[]
  readonly usage: readonly Usage[]
}

/**
 * Facts by code, narrative by the model, in as many passes as its window asks for: never cut silently.
 * Rejects with `summary-invalid` when the answer holds no section of the template, and with `summary-too-long`.
 */
export async function narrateByModel(
  source: NarrationSource,
  summarizer: Summarizer,
  options: ModelNarrationOptions,
  emit: (frame: PreviewFrame) => void,
  signal: AbortSignal,
): Promise<ModelNarration> {
  const facts = renderFacts(
    mergeFacts(
      parseFacts(source.previous),
      extractFacts(source.aged, { firstIndex: source.firstIndex, firstTurn: 1, kept: source.kept }),
    ),
    options.budgetChars,
  )
  for (const section of facts)
    emit({ kind: 'section', key: section.key, text: section.text, isComplete: true })

  const { family = USUAL_FAMILY } = summarizer
  const { messages } = repairMessages(source.aged)
  const parts = serializeMessages(messages, { resultCapChars: RESULT_CAP_CHARS, family })
  let budgetTokens = passBudgetTokens(summarizer.windowTokens, options.budgetChars)
  for (;;) {
    try {
      const passes = splitIntoPasses(parts, budgetTokens, family)
      return await runPasses(passes, { source, facts, summarizer, options, emit, signal })
    } catch (error) {
      const smaller = smallerBudget(error, budgetTokens)
      if (smaller === null) throw error
      budgetTokens = smaller
    }
  }
}

interface PassRun {
  readonly source: NarrationSource
  readonly facts: readonly CheckpointSection[]
  readonly summarizer: Summarizer
  readonly options: ModelNarrationOptions
  readonly emit: (frame: PreviewFrame) => void
  readonly signal: AbortSignal
}

/** One request after the other; each folds the result of the one before into its own. */
async function runPasses(
  passes: readonly (readonly SerializedMessage[])[],
  { source, facts, summarizer, options, emit, signal }: PassRun,
): Promise<ModelNarration> {
  const conversations = passes.map((pass) => pass.map((part) => part.text).join('\n\n'))
  const language =
    options.language === 'same'
      ? checkpointLanguage([...source.aged, ...source.kept], source.previous)
      : options.language
  const { only } = options
  const isAsked = (key: SectionKey | null) => only === undefined || key === only
  let narrative = source.previous.filter(({ key, lane }) => lane === 'narrative' && isAsked(key))
  const template = options.template ?? CHECKPOINT_TEMPLATE
  // A model may write more headings than it was asked for; reading knows them all.
  const asked = template.filter(({ key }) => isAsked(key))
  const usage: Usage[] = []
  for (const [index, conversation] of conversations.entries()) {
    emit({ kind: 'pass', pass: index + 1, passes: conversations.length })
    const request = buildSummaryRequest({
      conversation,
      previous: narrative.some(({ text }) => text.trim() !== '')
        ? composeCheckpointBody(narrative, asked)
        : null,
      facts: facts.map((section) => section.text).join('\n'),
      instructions: options.instructions,
      localDate: options.localDate,
      timeZone: options.timeZone,
      language,
      detail: options.detail,
      budgetChars: options.budgetChars,
      pass: index + 1,
      passes: conversations.length,
      template: asked,
      direction: options.direction ?? 'prefix',
    })
    const follow = sectionFollower(emit, template)
    const answer = await withinLimit(answerLimitChars(options.budgetChars), signal, (count, stop) =>
      summarizer.summarize(
        { ...request, maxOutputTokens: SUMMARY_OUTPUT_TOKENS },
        (delta) => {
          if (count(delta)) follow(delta)
        },
        stop,
      ),
    )
    narrative = readNarrative(answer.text, template).filter(({ key }) => isAsked(key))
    if (narrative.length === 0)
      throw new AppError('summary-invalid', 'The answer does not hold the section that was asked for.')
    if (answer.usage !== null) usage.push(answer.usage)
  }
  return { sections: putBack([...narrative, ...facts], source.previous, template), usage }
}

/** A summarizer whose window was stated or assumed too large gets smaller passes; null = give up. */
function smallerBudget(error: unknown, budgetTokens: number): number | null {
  if (!(error instanceof AppError) || error.code !== 'overflow') return null
  const { limitTokens } = error.params
  const fitting = typeof limitTokens === 'number' ? Math.floor(limitTokens / 2) : budgetTokens
  const smaller = Math.min(fitting, Math.floor(budgetTokens / 2))
  return smaller < MIN_PASS_TOKENS ? null : smaller
}

/** The sections of a complete answer; rejects with `summary-invalid` when it has none of them. */
export function readNarrative(text: string, template: Template): CheckpointSection[] {
  // A last line without its end could still become a heading; the answer is complete, so it ends here.
  const { sections } = parseNarrative(`${text}\n`, template)
  if (!sections.some((section) => section.text.trim() !== ''))
    throw new AppError('summary-invalid', 'The answer has none of the sections that were asked for.', {
      details: text.slice(0, 2_000),
    })
  return sections.map(({ key, text: body }) => ({ key, lane: 'narrative', text: body }))
}
