import { CircleAlert, CircleStop, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

export interface NoticeProps {
  readonly kind: 'failed' | 'warning' | 'stopped'
  readonly title: string
  readonly body?: string
  /** Buttons: what can be done about it. */
  readonly children?: ReactNode
}

const ICONS = { failed: CircleAlert, warning: TriangleAlert, stopped: CircleStop } as const

/** What happened, what is unaffected, what to do: above the preview, never in its place. */
export function Notice({ kind, title, body, children }: NoticeProps) {
  const Icon = ICONS[kind]
  return (
    <div className={`wz-notice is-${kind}`} role={kind === 'stopped' ? undefined : 'alert'}>
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      <div className="grow">
        <strong>{title}</strong>
        {body === undefined ? null : <p>{body}</p>}
      </div>
      {children === undefined ? null : <div className="wz-notice-actions">{children}</div>}
    </div>
  )
}
