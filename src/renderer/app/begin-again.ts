import type { Client } from '../bridge/client.ts'

/** An answer that takes longer is not waited for. */
const WAIT_MS = 3000

/**
 * Loads the page again when the core was started anew. What is typed is saved first, as on leaving: also what was on
 * its way to the core that died.
 */
export function beginAgainWithCore(
  client: Client,
  target: Pick<Window, 'dispatchEvent'>,
  reload: () => void,
): void {
  let isLeaving = false
  client.on('core.restarted', () => {
    if (isLeaving) return
    isLeaving = true
    void (async () => {
      await soon(client.idle())
      target.dispatchEvent(new Event('pagehide'))
      await soon(client.idle())
      reload()
    })()
  })
}

function soon(work: Promise<void>): Promise<void> {
  return Promise.race([work, new Promise<void>((resolve) => setTimeout(resolve, WAIT_MS))])
}
