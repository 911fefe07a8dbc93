import type { HostEmitter } from '../guard.ts'
import { runningBrowser } from '../host-state.ts'
import type { PageTarget } from '../page-gate.ts'
import { loadError } from './net-errors.ts'

/** After these no load finishes. */
const ENDS_OF_LOADING = ['destroyed', 'render-process-gone'] as const

/** Sends a page to `target`, the browser's form of `url`; settles as Electron's `loadURL` does. */
export async function loadPage(
  contents: HostEmitter,
  page: PageTarget,
  url: string,
  target: string,
): Promise<void> {
  const loaded = Promise.withResolvers<void>()
  const fail = (): void => loaded.reject(loadError('net::ERR_FAILED', url))
  contents.once('did-finish-load', loaded.resolve)
  for (const end of ENDS_OF_LOADING) contents.once(end, fail)
  loaded.promise.catch(() => undefined)
  const { cdp } = runningBrowser()
  try {
    // A page that closes or crashes while it is asked for answers nothing.
    const navigated = cdp.send('Page.navigate', { url: target }, page.sessionId)
    const { errorText } = await Promise.race([navigated, loaded.promise.then(() => navigated)])
    if (errorText) {
      const error = loadError(errorText, url)
      contents.emit('did-fail-load', {}, error.errno, error.code, url, true)
      throw error
    }
    await loaded.promise
  } finally {
    contents.removeListener('did-finish-load', loaded.resolve)
    for (const end of ENDS_OF_LOADING) contents.removeListener(end, fail)
  }
}
