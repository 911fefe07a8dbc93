import { CircleAlert, Info, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { createStore, useStore } from 'zustand'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'

export interface Toast {
  readonly id: number
  /** `notice` = calm, and stays until it is closed. */
  readonly kind: 'done' | 'failed' | 'notice'
  readonly text: string
  readonly action?: { readonly label: string; readonly run: () => void }
}

export interface ToastState {
  readonly toasts: readonly Toast[]
}

const SHOWN_MS = 10_000
const MOST = 5

/** Short notices at the lower edge. `show` returns the notice's id. */
export function createToasts() {
  const store = createStore<ToastState>(() => ({ toasts: [] }))
  let last = 0
  return {
    store,
    show(toast: Omit<Toast, 'id'>): number {
      last += 1
      const id = last
      store.setState((state) => ({ toasts: [...state.toasts, { ...toast, id }].slice(-MOST) }))
      return id
    },
    dismiss(id: number) {
      store.setState((state) => ({ toasts: state.toasts.filter((toast) => toast.id !== id) }))
    },
  }
}

export type Toasts = ReturnType<typeof createToasts>

export interface ToastRegionProps {
  readonly toasts: Toasts
  readonly label: string
  readonly closeLabel: string
}

/** Draws the notices. Failures and notices stay until closed; others leave after ten seconds, not while pointed at. */
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
  const leaves = toast.kind === 'done'

  function start() {
    if (leaves) timer.current = setTimeout(() => close.current(), SHOWN_MS)
  }
  useEffect(() => {
    if (leaves) timer.current = setTimeout(() => close.current(), SHOWN_MS)
    return () => clearTimeout(timer.current)
  }, [leaves])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing only holds the notice; nothing depends on it.
    <div
      className={`toast toast-${toast.kind}`}
      role={toast.kind === 'failed' ? 'alert' : undefined}
      onMouseEnter={() => clearTimeout(timer.current)}
      onMouseLeave={start}
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
