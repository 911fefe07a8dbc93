import type { Cdp } from './cdp.ts'
import type { OpenWish } from './page-channel.ts'
import type { PageTarget } from './page-gate.ts'
import { toAppUrl } from './scheme.ts'

/** What happens to a page, in the app's words: its addresses are `app://...`. */
export interface PageObserver {
  loading(isLoading: boolean): void
  navigated(url: string): void
  navigatedInside(url: string): void
  /** The page itself wants to go there; nothing has been requested yet, or at the same time. */
  asked(url: string): void
  domReady(): void
  loaded(): void
  wish(wish: OpenWish): void
  crashed(): void
  logged(level: string, message: string): void
  gone(): void
}

/** Hands the browser's events of one page to `observer`. */
export function observePage(cdp: Cdp, page: PageTarget, observer: PageObserver): void {
  const { sessionId, targetId } = page
  // The id of a page's main frame is that of the page.
  const isMain = (frameId: string): boolean => frameId === targetId
  cdp.on('Page.frameStartedLoading', ({ frameId }) => isMain(frameId) && observer.loading(true), sessionId)
  cdp.on('Page.frameStoppedLoading', ({ frameId }) => isMain(frameId) && observer.loading(false), sessionId)
  cdp.on(
    'Page.frameNavigated',
    ({ frame }) => {
      // A data: address is the empty page that every window begins with.
      if (frame.parentId !== undefined || frame.url.startsWith('data:')) return
      observer.navigated(toAppUrl(frame.url + (frame.urlFragment ?? '')))
    },
    sessionId,
  )
  cdp.on(
    'Page.navigatedWithinDocument',
    ({ frameId, url }) => isMain(frameId) && observer.navigatedInside(toAppUrl(url)),
    sessionId,
  )
  cdp.on(
    'Page.frameRequestedNavigation',
    ({ frameId, url, disposition }) => {
      if (isMain(frameId) && disposition === 'currentTab') observer.asked(toAppUrl(url))
    },
    sessionId,
  )
  cdp.on('Page.domContentEventFired', () => observer.domReady(), sessionId)
  cdp.on('Page.loadEventFired', () => observer.loaded(), sessionId)
  cdp.on(
    'Page.windowOpen',
    ({ url, windowName, windowFeatures }) =>
      observer.wish({
        url,
        frameName: windowName,
        features: windowFeatures.join(','),
        disposition: 'foreground-tab',
      }),
    sessionId,
  )
  cdp.on(
    'Page.javascriptDialogOpening',
    ({ type }) => {
      // Leaving is the app's decision, made in its `close` listener; other dialogs block and are refused.
      const reply = cdp.send('Page.handleJavaScriptDialog', { accept: type === 'beforeunload' }, sessionId)
      reply.catch(() => undefined)
    },
    sessionId,
  )
  cdp.on('Inspector.targetCrashed', () => observer.crashed(), sessionId)
  cdp.on(
    'Runtime.consoleAPICalled',
    ({ type, args }) =>
      observer.logged(type, args.map((each) => String(each.value ?? each.description ?? '')).join(' ')),
    sessionId,
  )
  cdp.on('Target.targetDestroyed', (gone) => gone.targetId === targetId && observer.gone())
}
