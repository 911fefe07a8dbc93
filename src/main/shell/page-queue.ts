import type { AppEvents, EventName } from '../../shared/ipc/events.ts'

/** Holds what a page must not miss that is not there yet. */
export interface PageQueue {
  /** Commands wait while the page is held; everything else tells of a state that the next page asks for. */
  send<K extends EventName>(name: K, payload: AppEvents[K]): void
  /** The page goes, or died. Until its next one listens, nothing is delivered. */
  hold(): void
  /** The page's preload listens, and nothing that the page asked was answered yet. */
  release(): void
}

const MAX_WAITING = 50

/** A queue between main and the page's `app.command` listener. Starts held. */
export function createPageQueue(deliver: (name: EventName, payload: unknown) => void): PageQueue {
  let isHeld = true
  let waiting: AppEvents['app.command'][] = []
  return {
    send(name, payload) {
      if (!isHeld) deliver(name, payload)
      // Safe: the payload of this name has this type by `AppEvents`.
      else if (name === 'app.command')
        waiting = [...waiting, payload as AppEvents['app.command']].slice(-MAX_WAITING)
    },
    hold() {
      isHeld = true
    },
    release() {
      isHeld = false
      for (const command of waiting) deliver('app.command', command)
      waiting = []
    },
  }
}
