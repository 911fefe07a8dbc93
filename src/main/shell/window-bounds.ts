import { z } from 'zod'

/** Screen pixels as the system counts them. */
export interface Bounds {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Where the window was, and how. */
export interface WindowState {
  readonly bounds: Bounds
  readonly isMaximized: boolean
}

const whole = z.number().int().min(-100_000).max(100_000)
const windowState = z.object({
  bounds: z.object({ x: whole, y: whole, width: whole, height: whole }),
  isMaximized: z.boolean(),
})

/** Reads a stored state; null for anything that is none. */
export function parseWindowState(value: unknown): WindowState | null {
  const parsed = windowState.safeParse(value)
  return parsed.success ? parsed.data : null
}

/** Smallest window (screens.md section 2). */
export const MINIMUM_SIZE = { width: 960, height: 600 }
const DEFAULT_SIZE = { width: 1280, height: 840 }
/** This much of the title bar must be reachable, or the window could not be dragged back. */
const REACHABLE = 120

/**
 * The bounds to open with: the saved ones when enough of their title bar lies on a screen that exists, else
 * centred on the first screen. Never larger than the screen. `screens` are work areas, the main one first.
 */
export function openingBounds(saved: Bounds | null, screens: readonly Bounds[]): Bounds {
  const main = screens[0] ?? { x: 0, y: 0, ...DEFAULT_SIZE }
  const screen = saved === null ? undefined : screens.find((candidate) => isReachable(saved, candidate))
  if (saved === null || screen === undefined) return centred(saved ?? DEFAULT_SIZE, main)
  const size = fitted(saved, screen)
  return {
    ...size,
    x: Math.min(Math.max(saved.x, screen.x - size.width + REACHABLE), screen.x + screen.width - REACHABLE),
    y: Math.max(saved.y, screen.y),
  }
}

function isReachable(window: Bounds, screen: Bounds): boolean {
  const left = Math.max(window.x, screen.x)
  const right = Math.min(window.x + window.width, screen.x + screen.width)
  return right - left >= REACHABLE && window.y >= screen.y - 20 && window.y < screen.y + screen.height - 30
}

function fitted(
  size: { readonly width: number; readonly height: number },
  screen: Bounds,
): { readonly width: number; readonly height: number } {
  return {
    width: Math.min(Math.max(size.width, MINIMUM_SIZE.width), screen.width),
    height: Math.min(Math.max(size.height, MINIMUM_SIZE.height), screen.height),
  }
}

function centred(wanted: { readonly width: number; readonly height: number }, screen: Bounds): Bounds {
  const size = fitted(wanted, screen)
  return {
    ...size,
    x: Math.round(screen.x + (screen.width - size.width) / 2),
    y: Math.round(screen.y + (screen.height - size.height) / 2),
  }
}
