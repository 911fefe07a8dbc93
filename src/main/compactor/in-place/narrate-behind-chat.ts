import type { CheckpointSection } from '../../../shared/compact/checkpoint.ts'
import type { SummaryTemplate } from '../../../shared/compact/policy.ts'
import type { Usage } from '../../../shared/thread/message.ts'
import { buildSummarySuffix } from '../../compaction/checkpoint/suffix-prompt.ts'
import { templateOf } from '../../compaction/checkpoint/template.ts'
import { extractFacts } from '../../compaction/facts/extract-facts.ts'
import { mergeFacts } from '../../compaction/facts/merge-facts.ts'
import { parseFacts } from '../../compaction/facts/parse-facts.ts'
import { renderFacts } from '../../compaction/facts/render-facts.ts'
import { suffixSummary } from '../../compaction/request/suffix-summary.ts'
import { summaryText } from '../../providers/chat/summary-text.ts'
import { answerLimitChars, withinLimit } from '../answer-limit.ts'
import { readNarrative } from '../narrate-by-model.ts'
import type { NarrationSource } from '../narration-source.ts'
import { SUMMARY_OUTPUT_TOKENS } from '../pass-budget.ts'
import { putBack } from '../put-back.ts'
import type { SummaryChat } from './ports.ts'

/** Tokens of the instruction and of the facts in it. */
const INSTRUCTION_TOKENS = 3_000

export interface ChatNarrationOptions {
  readonly template: SummaryTemplate
  readonly budgetChars: number
  readonly focus: string
  readonly localDate: string
  readonly timeZone: string
}

/** Does the chat with an instruction and an answer behind it fit the window? Not where no window is known. */
export function hasRoomBehindChat(windowTokens: number | null, contextTokens: number): boolean {
  return (
    windowTokens !== null && contextTokens + INSTRUCTION_TOKENS + answerTokens(windowTokens) <= windowTokens
  )
}

/**
 * Facts by code, narrative by the thread's own model behind its own chat: the bytes in front are those of the last
 * request, so that the provider's cache serves them. Rejects with `summary-tool-call`, `summary-empty`,
 * `summary-cut`, `summary-too-long`, `content-filter`, `summary-invalid` or a provider's code.
 */
export async function narrateBehindChat(
  source: NarrationSource,
  chat: SummaryChat,
  options: ChatNarrationOptions,
  signal: AbortSignal,
): Promise<{ readonly sections: readonly CheckpointSection[]; readonly usage: Usage | null }> {
  const template = templateOf(options.template)
  const extracted = extractFacts(source.aged, {
    firstIndex: source.firstIndex,
    firstTurn: 1,
    kept: source.kept,
  })
  const facts = renderFacts(mergeFacts(parseFacts(source.previous), extracted), options.budgetChars)
  const instruction = buildSummarySuffix({
    facts: facts.map(({ text }) => text).join('\n'),
    instructions: options.focus,
    localDate: options.localDate,
    timeZone: options.timeZone,
    keptMessages: source.kept.length,
    budgetChars: options.budgetChars,
    template,
  })
  const body = suffixSummary(chat.protocol, await chat.body(instruction), answerTokens(chat.windowTokens))
  const answer = await withinLimit(answerLimitChars(options.budgetChars), signal, (count, stop) =>
    chat.send(body, count, stop),
  )
  const sections = [...readNarrative(summaryText(answer), template), ...facts]
  return { sections: putBack(sections, source.previous, template), usage: answer.usage }
}

function answerTokens(windowTokens: number | null): number {
  return Math.min(SUMMARY_OUTPUT_TOKENS, Math.floor((windowTokens ?? 4 * SUMMARY_OUTPUT_TOKENS) / 4))
}
