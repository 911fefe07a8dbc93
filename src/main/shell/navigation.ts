import type { PageOrigin } from './origin.ts'

/** The part of a window's contents that navigation is refused on. */
export interface GuardedContents {
  setWindowOpenHandler(handler: (details: { readonly url: string }) => { readonly action: 'deny' }): void
  on(event: NavigationEvent, listener: (event: NavigationAttempt, url?: string) => void): unknown
}

export type NavigationEvent = 'will-navigate' | 'will-redirect' | 'will-frame-navigate'

/** A navigation that was asked for; `preventDefault` refuses it. */
export interface NavigationAttempt {
  readonly url?: string
  /** Absent where the event's name says it. */
  readonly isMainFrame?: boolean
  preventDefault(): void
}

/** The part of a session whose permissions are refused. */
export interface GuardedSession {
  setPermissionRequestHandler(
    handler: (contents: unknown, permission: string, answer: (isGranted: boolean) => void) => void,
  ): void
  setPermissionCheckHandler(handler: () => boolean): void
  setDevicePermissionHandler(handler: () => boolean): void
}

const NAVIGATIONS: readonly NavigationEvent[] = ['will-navigate', 'will-redirect', 'will-frame-navigate']

/**
 * Keeps a window on its page: no new windows, no navigation by the page, its frames or a redirect. A reload
 * of the page's own address is let through. Links are opened by the page through `link.open`, which asks.
 */
export function guardContents(contents: GuardedContents, origin: PageOrigin): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  for (const name of NAVIGATIONS) {
    contents.on(name, (event, url) => {
      const target = event.url ?? url ?? ''
      // A navigation of the page itself is told under both names.
      const isOfPage =
        name === 'will-navigate' || (name === 'will-frame-navigate' && event.isMainFrame === true)
      const isReload = isOfPage && withoutHash(target) === withoutHash(origin.startUrl)
      if (!isReload) event.preventDefault()
    })
  }
}

/** Refuses every permission, also to devices: the page needs none. */
export function guardSession(session: GuardedSession): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
}

function withoutHash(url: string): string {
  return url.split('#')[0] ?? url
}
