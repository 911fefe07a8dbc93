import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ComparedMessage, ComparedState } from '../../shared/compact/comparison.ts'
import type { Row } from '../../shared/thread/row.ts'
import { OriginalBody } from './original-body.tsx'
import type { SectionTextProps } from './section-text.tsx'

export interface ComparedRowProps {
  readonly message: ComparedMessage
  /** Undefined until it is read. */
  readonly row: Row | undefined
  readonly kinds: SectionTextProps['kinds']
  readonly isShown: boolean
  readonly onFollow: (message: ComparedMessage) => void
}

const TAGS: Readonly<Record<ComparedState, string>> = {
  kept: '',
  'in-summary': 'tag-accent',
  recoverable: '',
  changed: 'tag-warn',
  missing: 'tag-danger',
}

/** One original: its words, what became of it, and the way to the sentence that tells of it. */
export const ComparedRow = memo(function ComparedRow(props: ComparedRowProps) {
  const { message, row, kinds, isShown, onFollow } = props
  const { t } = useTranslation('wizard')
  const { state, turn, sentence, index } = message
  const who =
    row === undefined
      ? t('stored.unread')
      : row.kind === 'broken'
        ? t('compare.broken')
        : row.kind === 'checkpoint'
          ? t('compare.previous')
          : t(row.kind === 'user' ? 'compare.you' : 'compare.assistant')
  const place =
    turn === null ? t('stored.message', { number: index + 1 }) : t('compare.turn', { number: turn })
  return (
    <article
      className={`wz-original cc-row is-${state} ${isShown ? 'is-focused' : ''}`}
      aria-label={`${who}, ${place}`}
      data-original={index}
    >
      <span className="wz-original-layer mark" />
      <div className="grow">
        <div className="wz-original-head">
          <strong>{who}</strong>
          <span>{place}</span>
          <span className="grow" />
          {sentence === null ? (
            <span className={`tag ${TAGS[state]}`}>{t(`stored.state.${state}`)}</span>
          ) : (
            <button
              type="button"
              className={`tag cc-follow ${TAGS[state]}`}
              aria-label={t('stored.follow', { state: t(`stored.state.${state}`) })}
              onClick={() => onFollow(message)}
            >
              {t(`stored.state.${state}`)}
            </button>
          )}
        </div>
        {row === undefined ? (
          <div className="grey-bars" aria-hidden="true">
            <span />
            <span />
          </div>
        ) : (
          <OriginalBody row={row} facts={gravest(message)} kinds={kinds} />
        )}
      </div>
    </article>
  )
})

/** What is missing or told otherwise; the rest is marked by its kind. */
function gravest({ facts }: ComparedMessage) {
  return facts.filter(({ state }) => state === 'missing' || state === 'mutated' || state === 'stale')
}
