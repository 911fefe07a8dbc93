import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { IconButton } from './icon-button.tsx'
import { LayerContext } from './layer-context.ts'

export interface DialogProps {
  readonly isOpen: boolean
  /** Asked for by Escape, the close button or (when `closesOnScrim`) a click outside. The owner decides. */
  readonly onClose: () => void
  readonly title: string
  /** Stands beside the title, in metadata type. */
  readonly subtitle?: ReactNode
  /** Right side of the header, before the close button. */
  readonly headerExtra?: ReactNode
  readonly footer?: ReactNode
  readonly closeLabel: string
  readonly size?: 'small' | 'medium' | 'wizard'
  readonly closesOnScrim?: boolean
  readonly className?: string
  readonly children: ReactNode
}

/**
 * A modal dialog on the browser's own `<dialog>`: focus stays inside, the page behind is inert, focus returns
 * to where it was. The primitive library's modal layer is not used because it injects a style element, which
 * the content security policy refuses.
 */
export function Dialog(props: DialogProps) {
  if (!props.isOpen) return null
  return <OpenDialog {...props} />
}

/** A field of the body, or the answer that is marked as the start. */
const STARTS = '.dialog-footer [data-start], .dialog-body :is(textarea, select, input)'

function OpenDialog({
  onClose,
  title,
  subtitle,
  headerExtra,
  footer,
  closeLabel,
  size = 'medium',
  closesOnScrim = false,
  className = '',
  children,
}: DialogProps) {
  const titleId = useId()
  const element = useRef<HTMLDialogElement>(null)
  const [layer, setLayer] = useState<HTMLElement | null>(null)

  useEffect(() => {
    const dialog = element.current
    if (dialog === null) return
    const before = document.activeElement
    if (!dialog.open) dialog.showModal()
    // The browser gives the focus to the close button; what the dialog asks for is the better start.
    if (size !== 'wizard') dialog.querySelector<HTMLElement>(STARTS)?.focus()
    setLayer(dialog)
    return () => {
      dialog.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
    // `size` never changes while a dialog is open.
  }, [size])

  return (
    <dialog
      ref={element}
      className={`dialog dialog-${size} ${className}`}
      aria-labelledby={titleId}
      onCancel={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        // The browser's own Escape could not be refused twice in a row, so it is taken here.
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        event.stopPropagation()
        if (!event.nativeEvent.isComposing) onClose()
      }}
      onClick={(event) => {
        if (closesOnScrim && event.target === element.current) onClose()
      }}
    >
      <LayerContext value={layer}>
        <div className="dialog-sheet">
          <header className="dialog-header">
            <h2 id={titleId} className="truncate">
              {title}
            </h2>
            {subtitle === undefined ? null : <span className="dialog-subtitle truncate">{subtitle}</span>}
            <span className="grow" />
            {headerExtra}
            {/* A tip would take the first Escape for itself, and this button often has the focus at the start. */}
            <IconButton
              label={closeLabel}
              hasTooltip={false}
              icon={<X size={16} strokeWidth={1.75} />}
              onClick={onClose}
            />
          </header>
          <div className="dialog-body">{children}</div>
          {footer === undefined ? null : <footer className="dialog-footer">{footer}</footer>}
        </div>
      </LayerContext>
    </dialog>
  )
}
