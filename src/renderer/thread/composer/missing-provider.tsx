import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { TriangleAlert } from '../../ui/icons.ts'
import { useRuntimeState } from '../runtime/runtime-context.ts'

/** Above the field when the thread's provider was removed: which one, and the way to choose another. */
export function MissingProvider({ onChoose }: { readonly onChoose: () => void }) {
  const { t } = useTranslation('runtime')
  const missing = useRuntimeState(({ provider }) => provider?.missing ?? null)
  if (missing === null) return null
  return (
    <div className="composer-trouble is-failed" role="alert">
      <TriangleAlert size={14} strokeWidth={2} aria-hidden="true" />
      <span className="grow">{t('picker.missingNote', { name: missing })}</span>
      <Button size="small" onClick={onChoose}>
        {t('picker.choose')}
      </Button>
    </div>
  )
}
