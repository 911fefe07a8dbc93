import type { TFunction } from 'i18next'
import type { CompactPlan } from '../../shared/compact/plan.ts'
import { clampKeep } from './band-geometry.ts'

/** The wizard's live sentence: "Summarize 214 messages (turns 1–41). Keep the last 6 turns exactly." */
export function summarySentence(t: TFunction<'wizard'>, plan: CompactPlan, keepTurns: number): string {
  const keep = clampKeep(plan, keepTurns)
  const summarized = plan.turns.slice(0, plan.turns.length - keep)
  const first = summarized.at(0)
  const last = summarized.at(-1)
  if (first === undefined || last === undefined)
    return t('blocked.too-few-turns', { count: plan.turns.length })
  const count = summarized.reduce((total, turn) => total + turn.to - turn.from, 0)
  const turns =
    first.number === last.number
      ? t('sentence.turn', { number: first.number })
      : t('sentence.turns', { from: first.number, to: last.number })
  const what = t(plan.hasCheckpoint ? 'sentence.update' : 'sentence.summarize', { count, turns })
  return t('sentence.both', { what, keep: t('sentence.keep', { count: keep }) })
}
