import type { ThreadLayout, Turn } from '../../../shared/thread/turn.ts'

/** Turns that are still sent: those behind the checkpoint. Of a thread of this program that is all of them. */
export function openTurns({ turns, checkpointIndex }: ThreadLayout): readonly Turn[] {
  if (checkpointIndex === null || (turns[0]?.from ?? 0) > checkpointIndex) return turns
  return turns.filter(({ from }) => from > checkpointIndex)
}

/** First message that may be sent besides the meta prompt and pins: the checkpoint where there is one. */
export function firstSentIndex({ checkpointIndex }: Pick<ThreadLayout, 'checkpointIndex'>): number {
  return checkpointIndex ?? 0
}
