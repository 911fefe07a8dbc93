import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

export interface ConfirmProps {
  readonly isOpen: boolean
  readonly title: string
  readonly body: string
  readonly action: string
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

/** Asks before something a person made is lost. Staying is the default and has the focus. */
export function Confirm({ isOpen, title, body, action, onConfirm, onCancel }: ConfirmProps) {
  const { t } = useTranslation('wizard')
  const stay = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The dialog gives the focus to its first button; the harmless answer must be the one Enter gives.
    if (isOpen) stay.current?.focus()
  }, [isOpen])
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onCancel}
      title={title}
      closeLabel={t('action.close')}
      size="small"
      footer={
        <>
          <Button size="large" kind="danger" onClick={onConfirm}>
            {action}
          </Button>
          <Button size="large" kind="primary" ref={stay} onClick={onCancel}>
            {t('ask.keep')}
          </Button>
        </>
      }
    >
      {body}
    </Dialog>
  )
}
