import type { Handlers } from '../../shared/ipc/handlers.ts'
import type { TurnRunner } from '../agent/turn-runner.ts'

type TurnHandlers = Pick<
  Handlers,
  | 'turn.send'
  | 'turn.stop'
  | 'turn.retry'
  | 'turn.continue'
  | 'turn.state'
  | 'turn.answer'
  | 'turn.unqueue'
  | 'turn.sendNow'
  | 'context.compact'
>

export interface TurnDoor {
  readonly runnerOf: (thread: string) => Promise<TurnRunner>
}

/** Routes of the conversation itself: each one call of the thread's runner. */
export function turnHandlers({ runnerOf }: TurnDoor): TurnHandlers {
  return {
    'turn.send': async ({ thread, text }) => (await runnerOf(thread)).send(text),
    'turn.stop': async ({ thread }) => {
      await (await runnerOf(thread)).stop()
      return null
    },
    'turn.retry': async ({ thread }) => {
      await (await runnerOf(thread)).retry()
      return null
    },
    'turn.continue': async ({ thread }) => {
      await (await runnerOf(thread)).continue()
      return null
    },
    'turn.state': async ({ thread }) => (await runnerOf(thread)).now(),
    'turn.answer': async ({ thread, id, decision }) => {
      const runner = await runnerOf(thread)
      runner.answer(id, decision)
      return null
    },
    'turn.unqueue': async ({ thread, id }) => {
      const runner = await runnerOf(thread)
      runner.unqueue(id)
      return null
    },
    'turn.sendNow': async ({ thread, id }) => {
      await (await runnerOf(thread)).sendNow(id)
      return null
    },
    'context.compact': async ({ thread, focus }) => (await runnerOf(thread)).compact(focus),
  }
}
