import type { TFunction } from 'i18next'
import type { CompactPlan } from '../../shared/compact/plan.ts'
import { clampKeep, type Range, rangeSums } from './range.ts'

/** The wizard's live sentence: "Summarize 214 messages (turns 1–41). Keep the last 6 turns exactly." */
export function summarySentence(t: TFunction<'wizard'>, plan: CompactPlan, range: Range): string {
  const { messages, firstTurn, lastTurn } = rangeSums(plan, range)
  if (firstTurn === null || lastTurn === null) return t('blocked.too-few-turns', { count: plan.turns.length })
  const { start } = range
  const keep = clampKeep(plan, range.keepTurns, start)
  const isInside = start !== null && start.index > firstTurn.from
  const turns = isInside
    ? t('sentence.fromMessage', { message: start.index + 1, turn: lastTurn.number })
    : firstTurn.number === lastTurn.number
      ? t('sentence.turn', { number: firstTurn.number })
      : t('sentence.turns', { from: firstTurn.number, to: lastTurn.number })
  const isUpdate = plan.hasCheckpoint && start === null
  const what = t(isUpdate ? 'sentence.update' : 'sentence.summarize', {
    count: messages.to - messages.from,
    turns,
  })
  const kept = t(start === null ? 'sentence.keep' : 'sentence.keepAround', { count: keep })
  return t('sentence.both', { what, keep: kept })
}
