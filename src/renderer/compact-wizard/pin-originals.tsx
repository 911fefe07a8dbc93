import { Pin, PinOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Preview } from '../../shared/compact/preview.ts'
import { formatTokens } from '../i18n/format.ts'
import { Button } from '../ui/button.tsx'
import { PinsTooLarge } from './pins-too-large.tsx'

export interface PinnedListProps {
  readonly preview: Preview
  readonly windowTokens: number | null
  readonly isEditable: boolean
  readonly onUnpin: (index: number) => void
}

/** Messages that stay word for word behind the checkpoint, what they cost, and whether they still fit. */
export function PinnedList({ preview, windowTokens, isEditable, onUnpin }: PinnedListProps) {
  const { t } = useTranslation('wizard')
  const { pinned, tokensAfter } = preview
  const sum = pinned.reduce((total, { tokens }) => total + tokens, 0)
  return (
    <div aria-live="polite">
      {pinned.length === 0 ? null : (
        <section className="wz-pinned" aria-label={t('pinned.list')}>
          <p className="wz-meta wz-report-note">
            {t('missing.pinned', { count: pinned.length, tokens: formatTokens(sum) })}
          </p>
          <PinsTooLarge pins={pinned} tokensAfter={tokensAfter} windowTokens={windowTokens} />
          <ul>
            {pinned.map(({ index, turn, tokens }) => {
              const place =
                turn === null
                  ? t('stored.message', { number: index + 1 })
                  : t('compare.turn', { number: turn })
              return (
                <li key={index}>
                  <Pin size={12} strokeWidth={2} aria-hidden="true" />
                  <span className="grow">{place}</span>
                  <span className="wz-meta">{`≈${formatTokens(tokens)}`}</span>
                  {isEditable ? (
                    <Button
                      size="small"
                      kind="quiet"
                      icon={<PinOff size={12} strokeWidth={2} aria-hidden="true" />}
                      aria-label={t('pinned.unpinOne', { place })}
                      onClick={() => onUnpin(index)}
                    >
                      {t('pinned.unpin')}
                    </Button>
                  ) : null}
                </li>
              )
            })}
          </ul>
        </section>
      )}
    </div>
  )
}
