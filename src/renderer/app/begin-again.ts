import type { Client } from '../bridge/client.ts'

/** An answer that takes longer is not waited for. */
const WAIT_MS = 3000

/**
 * Loads the page again when the core was started anew. What is typed is saved first, as on leaving: also what was on
 * its way to the core that died. An open dialog is the person's to end: a preview that broke off says so and can be
 * tried again, with the new core.
 */
export function beginAgainWithCore(
  client: Client,
  target: Pick<Window, 'dispatchEvent'> & { readonly document: Document },
  reload: () => void,
): void {
  let isLeaving = false
  client.on('core.restarted', () => {
    if (isLeaving) return
    isLeaving = true
    void (async () => {
      await soon(client.idle())
      await dialogsClosed(target.document)
      target.dispatchEvent(new Event('pagehide'))
      await soon(client.idle())
      reload()
    })()
  })
}

function soon(work: Promise<void>): Promise<void> {
  return Promise.race([work, new Promise<void>((resolve) => setTimeout(resolve, WAIT_MS))])
}

/** Resolves when no dialog is open. */
function dialogsClosed(document: Document): Promise<void> {
  const isFree = () => document.querySelector('dialog[open]') === null
  if (isFree()) return Promise.resolve()
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!isFree()) return
      observer.disconnect()
      resolve()
    })
    observer.observe(document, { subtree: true, childList: true, attributeFilter: ['open'] })
  })
}
