import { AppError } from '../../shared/ipc/errors.ts'
import { routes } from '../../shared/ipc/routes.ts'
import { isSaneInput } from './input-size.ts'
import type { PageOrigin } from './origin.ts'

/** Who sent a message, as Electron's event tells it. */
export interface Sender {
  readonly sender: { readonly id: number }
  readonly senderFrame: { readonly url: string; readonly parent: unknown } | null
}

export type RouteKind = 'request' | 'stream'

/** A message that passed the door. `input` is what the route's schema made of it. */
export interface Admitted {
  readonly route: string
  readonly input: unknown
}

export interface Door {
  /** The page of a known window itself: top frame, exact origin. */
  isOwnPage(event: Sender): boolean
  /** Throws `sender-refused`, `unknown-route` or `bad-input`, looked at in this order. */
  admit(event: Sender, kind: RouteKind, route: unknown, input: unknown): Admitted
}

/** The one door for what pages ask. `isKnownWindow` gets the id of the sender's contents. */
export function createDoor(origin: PageOrigin, isKnownWindow: (contentsId: number) => boolean): Door {
  function isOwnPage(event: Sender): boolean {
    const frame = event.senderFrame
    if (frame === null || frame === undefined) return false
    const isTop = frame.parent === null
    return isTop && isKnownWindow(event.sender.id) && origin.isOwn(frame.url)
  }
  return {
    isOwnPage,
    admit(event, kind, route, input) {
      if (!isOwnPage(event)) throw new AppError('sender-refused', 'This page may not ask.')
      if (typeof route !== 'string' || !isRoute(route) || routes[route].kind !== kind) {
        throw new AppError('unknown-route', 'There is no such request.', {
          params: { route: typeof route === 'string' ? route.slice(0, 60) : typeof route },
        })
      }
      if (!isSaneInput(input)) throw badInput(route, '')
      const parsed = routes[route].input.safeParse(input)
      // Only the place is named: values may be keys or private text.
      if (!parsed.success) throw badInput(route, parsed.error.issues[0]?.path.map(String).join('.') ?? '')
      return { route, input: parsed.data }
    },
  }
}

function isRoute(name: string): name is keyof typeof routes {
  return Object.hasOwn(routes, name)
}

function badInput(route: string, field: string): AppError {
  return new AppError('bad-input', 'The request was not understood.', {
    params: { route, field: field.slice(0, 100) },
  })
}
