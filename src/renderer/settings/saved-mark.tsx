import { Check, CircleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** How the last change went. `at` tells two saves apart. */
export type SaveState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'saved'; readonly at: number }
  | { readonly kind: 'failed'; readonly reason: string }

const SHOWN_MS = 2_000

/** "Saved", for two seconds; a failure stays. */
export function SavedMark({ state }: { readonly state: SaveState }) {
  const { t } = useTranslation('settings')
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    setIsShown(state.kind !== 'idle')
    if (state.kind !== 'saved') return
    const timer = setTimeout(() => setIsShown(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [state])
  return (
    <p className={`st-saved ${state.kind === 'failed' ? 'is-failed' : ''}`} role="status">
      {isShown && state.kind === 'saved' ? (
        <>
          <Check size={12} strokeWidth={2} aria-hidden="true" />
          {t('saved')}
        </>
      ) : null}
      {isShown && state.kind === 'failed' ? (
        <>
          <CircleAlert size={12} strokeWidth={2} aria-hidden="true" />
          {t('saveFailed', { reason: state.reason })}
        </>
      ) : null}
    </p>
  )
}
