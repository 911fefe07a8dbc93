import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ErrorValue } from '../../shared/ipc/errors.ts'
import { useClient } from '../app/client-context.ts'
import { fromErrorValue } from '../bridge/client.ts'
import { errorDetails } from '../i18n/error-text.ts'
import { Button } from '../ui/button.tsx'

/** Puts code, message and details of an error on the clipboard. Keys were removed in main. */
export function CopyDetails({ error }: { readonly error: ErrorValue }) {
  const { t } = useTranslation('wizard')
  const client = useClient()
  const [isCopied, setIsCopied] = useState(false)
  return (
    <Button
      size="small"
      kind="quiet"
      onClick={() => {
        client.request('clipboard.write', { text: errorDetails(fromErrorValue(error)) }).then(
          () => setIsCopied(true),
          () => setIsCopied(false),
        )
      }}
    >
      {t(isCopied ? 'action.copied' : 'action.copyDetails')}
    </Button>
  )
}
