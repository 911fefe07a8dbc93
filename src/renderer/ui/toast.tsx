import { CircleAlert, Info, X } from 'lucide-react'
import { useCallback, useEffect, useRef } from 'react'
import { createStore, useStore } from 'zustand'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'

export interface Toast {
  readonly id: number
  /** `done` leaves after 10 s, `failed` after 20 s; `notice` = calm, and stays until it is closed. */
  readonly kind: 'done' | 'failed' | 'notice'
  readonly text: string
  readonly action?: { readonly label: string; readonly run: () => void }
  /** Waits until what it speaks of is over and calls `close` then; answers how to stop waiting. */
  readonly until?: (close: () => void) => () => void
}

export interface ToastState {
  readonly toasts: readonly Toast[]
}

/** How long each kind stays, in milliseconds; null = until it is closed. */
const SHOWN_MS = { done: 10_000, failed: 20_000, notice: null } as const
const MOST = 5

/** Short notices at the upper edge of the thread. `show` returns the notice's id. */
export function createToasts() {
  const store = createStore<ToastState>(() => ({ toasts: [] }))
  let last = 0
  return {
    store,
    show(toast: Omit<Toast, 'id'>): number {
      last += 1
      const id = last
      store.setState((state) => ({
        toasts: withinRoom([...without(state.toasts, toast), { ...toast, id }]),
      }))
      return id
    },
    dismiss(id: number) {
      store.setState((state) => ({ toasts: state.toasts.filter((toast) => toast.id !== id) }))
    },
  }
}

/**
 * The oldest outcomes give way to newer ones, then failures, then what stays until it is closed. One with something
 * to do, such as Undo, never gives way before its time, however many there are, and neither does the newest.
 */
function withinRoom(toasts: readonly Toast[]): readonly Toast[] {
  const older = toasts.slice(0, -1).filter(({ action }) => action === undefined)
  const order = ['done', 'failed', 'notice'] as const
  const leaving = order.flatMap((kind) => older.filter((toast) => toast.kind === kind))
  const gone = new Set(leaving.slice(0, Math.max(0, toasts.length - MOST)))
  return toasts.filter((toast) => !gone.has(toast))
}

/** A failure that comes again takes the place of the earlier one. */
function without(toasts: readonly Toast[], again: Omit<Toast, 'id'>): readonly Toast[] {
  if (again.kind !== 'failed') return toasts
  return toasts.filter((toast) => toast.kind !== 'failed' || toast.text !== again.text)
}

export type Toasts = ReturnType<typeof createToasts>

export interface ToastRegionProps {
  readonly toasts: Toasts
  readonly label: string
  readonly closeLabel: string
}

/** Draws the notices, the newest below the others. None leaves while it is pointed at or has the focus. */
export function ToastRegion({ toasts, label, closeLabel }: ToastRegionProps) {
  const shown = useStore(toasts.store, (state) => state.toasts)
  return (
    <section className="toasts" aria-label={label} aria-live="polite" aria-relevant="additions">
      {shown.map((toast) => (
        <ToastCard
          key={toast.id}
          toast={toast}
          closeLabel={closeLabel}
          onClose={() => toasts.dismiss(toast.id)}
        />
      ))}
    </section>
  )
}

interface ToastCardProps {
  readonly toast: Toast
  readonly closeLabel: string
  readonly onClose: () => void
}

function ToastCard({ toast, closeLabel, onClose }: ToastCardProps) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const close = useRef(onClose)
  close.current = onClose
  const shownMs = SHOWN_MS[toast.kind]
  const isHeld = useRef({ pointed: false, focused: false })

  const start = useCallback(() => {
    clearTimeout(timer.current)
    const { pointed, focused } = isHeld.current
    if (shownMs !== null && !pointed && !focused) timer.current = setTimeout(() => close.current(), shownMs)
  }, [shownMs])
  useEffect(() => {
    start()
    return () => clearTimeout(timer.current)
  }, [start])
  const { until } = toast
  useEffect(() => until?.(() => close.current()), [until])
  function hold(change: Partial<typeof isHeld.current>) {
    isHeld.current = { ...isHeld.current, ...change }
    start()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing only holds the notice; nothing depends on it.
    <div
      className={`toast toast-${toast.kind}`}
      role={toast.kind === 'failed' ? 'alert' : undefined}
      onMouseEnter={() => hold({ pointed: true })}
      onMouseLeave={() => hold({ pointed: false })}
      onFocus={() => hold({ focused: true })}
      onBlur={() => hold({ focused: false })}
    >
      {toast.kind === 'failed' ? <CircleAlert size={16} strokeWidth={1.75} aria-hidden="true" /> : null}
      {toast.kind === 'notice' ? <Info size={16} strokeWidth={1.75} aria-hidden="true" /> : null}
      <span className="toast-text">{toast.text}</span>
      {toast.action === undefined ? null : (
        <Button
          size="small"
          onClick={() => {
            toast.action?.run()
            onClose()
          }}
        >
          {toast.action.label}
        </Button>
      )}
      <IconButton
        label={closeLabel}
        icon={<X size={14} strokeWidth={2} />}
        onClick={onClose}
        hasTooltip={false}
      />
    </div>
  )
}
