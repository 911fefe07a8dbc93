import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../i18n/error-text.ts'
import { Button, type ButtonProps } from '../ui/button.tsx'
import { useClient } from './client-context.ts'

export interface CopyButtonProps extends Omit<ButtonProps, 'onClick' | 'children'> {
  /** Made when it is pressed. */
  readonly text: () => string
  readonly label: string
}

type Copied = { readonly kind: 'done' } | { readonly kind: 'failed'; readonly error: unknown }

/** How long a button says what became of it, in milliseconds. */
const TOLD_MS = 3_000

/** Puts a text on the clipboard and says on itself whether it is there: also where a dialog covers the notices. */
export function CopyButton({ text, label, ...rest }: CopyButtonProps) {
  const { t } = useTranslation('frame')
  const errorText = useErrorText()
  const client = useClient()
  const [copied, setCopied] = useState<Copied | null>(null)
  useEffect(() => {
    if (copied === null) return
    const timer = setTimeout(() => setCopied(null), TOLD_MS)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <Button
      {...rest}
      onClick={() => {
        client.request('clipboard.write', { text: text() }).then(
          () => setCopied({ kind: 'done' }),
          (error: unknown) => setCopied({ kind: 'failed', error }),
        )
      }}
    >
      <span aria-live="polite">
        {copied === null
          ? label
          : copied.kind === 'done'
            ? t('common.copied')
            : t('common.copyFailed', { reason: errorText(copied.error) })}
      </span>
    </Button>
  )
}
