import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../i18n/error-text.ts'
import { useClient } from './client-context.ts'
import { useToasts } from './toasts-context.ts'

/** Puts a text on the clipboard and says whether it is there; `told` = what is said then, else "Copied". */
export function useCopy(): (text: string | Promise<string>, told?: string) => void {
  const { t } = useTranslation('frame')
  const client = useClient()
  const toasts = useToasts()
  const errorText = useErrorText()
  return useCallback(
    (text, told = t('common.copied')) => {
      Promise.resolve(text)
        .then((ready) => client.request('clipboard.write', { text: ready }))
        .then(
          () => toasts.show({ kind: 'done', text: told }),
          (error: unknown) =>
            toasts.show({ kind: 'failed', text: t('common.copyFailed', { reason: errorText(error) }) }),
        )
    },
    [client, toasts, errorText, t],
  )
}
