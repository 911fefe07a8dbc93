import { AppError, type ErrorCode } from '../../shared/ipc/errors.ts'
import type { NewCall } from '../threads/native/write-message.ts'

/** Calls of the model for one message of the person, until they are asked whether it shall go on. */
export const MOST_STEPS = 100
/** Times the same call may come in a row. */
export const MOST_SAME_CALLS = 5

const PAUSES: readonly ErrorCode[] = ['paused-repeating', 'paused-long']

/** The turn waits for the person: nothing has failed. */
export function isPause(code: ErrorCode): boolean {
  return PAUSES.includes(code)
}

/** Looks for a turn that goes round in circles. Continue begins with a new one. */
export class LoopWatch {
  #steps = 0
  #last = ''
  #same = 0

  /** Takes the calls of one reply, in order. Null = go on. */
  take(calls: readonly NewCall[]): AppError | null {
    this.#steps += 1
    for (const call of calls) {
      const key = JSON.stringify([call.name, call.partialArguments ?? call.arguments])
      this.#same = key === this.#last ? this.#same + 1 : 1
      this.#last = key
      if (this.#same >= MOST_SAME_CALLS)
        return new AppError('paused-repeating', `${call.name} was called ${this.#same} times in a row.`, {
          params: { tool: call.name, times: this.#same },
        })
    }
    if (this.#steps < MOST_STEPS) return null
    return new AppError('paused-long', `Paused after ${this.#steps} steps.`, {
      params: { steps: this.#steps },
    })
  }
}
