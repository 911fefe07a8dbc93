import { runningBrowser } from './host-state.ts'
import type { PageChannel, PageDocument, PageMessage } from './page-channel.ts'
import { observePage, type PageObserver } from './page-events.ts'
import type { PageTarget } from './page-gate.ts'
import { type AdmitDocument, PageRequests } from './page-requests.ts'

export interface PagePlan {
  /** Path of the app's preload script; undefined = the page has none. */
  readonly preload: string | undefined
  readonly observer: PageObserver
  readonly admit: AdmitDocument
  readonly hear: (message: PageMessage, body: string, from: PageDocument) => void
}

/** Makes a new, empty page ready for the app: after this it may be sent anywhere. */
export async function preparePage(page: PageTarget, channel: PageChannel, plan: PagePlan): Promise<void> {
  const { cdp, gate } = runningBrowser()
  const { sessionId } = page
  observePage(cdp, page, plan.observer)
  const requests = new PageRequests(cdp, plan.admit)
  cdp.on('Page.frameAttached', ({ frameId }) => gate.allowFrame(frameId), sessionId)
  cdp.on(
    'Target.attachedToTarget',
    ({ sessionId: child, targetInfo }) => {
      // A page made by this one is the gate's to decide about.
      if (targetInfo.type === 'page') return
      const resume = (): Promise<unknown> => cdp.send('Runtime.runIfWaitingForDebugger', {}, child)
      requests
        .startChild(child)
        .then(resume)
        .catch(() => undefined)
    },
    sessionId,
  )
  const children = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }
  await Promise.all([
    cdp.send('Page.enable', {}, sessionId),
    cdp.send('Runtime.enable', {}, sessionId),
    cdp.send('Target.setAutoAttach', children, sessionId),
    requests.start(sessionId),
    ...(plan.preload === undefined ? [] : [channel.start(plan.preload, plan.hear)]),
  ])
}
