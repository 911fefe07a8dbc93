import { useTranslation } from 'react-i18next'
import type { ErrorValue } from '../../shared/ipc/errors.ts'
import { CopyButton } from '../app/copy-button.tsx'
import { fromErrorValue } from '../bridge/client.ts'
import { errorDetails } from '../i18n/error-text.ts'

/** Puts code, message and details of an error on the clipboard. Keys were removed in main. */
export function CopyDetails({ error }: { readonly error: ErrorValue }) {
  const { t } = useTranslation('frame')
  return (
    <CopyButton
      size="small"
      kind="quiet"
      label={t('common.copyDetails')}
      text={() => errorDetails(fromErrorValue(error))}
    />
  )
}
