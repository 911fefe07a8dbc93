import { Lock, Pencil, RefreshCw, RotateCcw } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { SectionKey } from '../../shared/compact/checkpoint.ts'
import { isNothing } from '../../shared/compact/is-nothing.ts'
import { useSectionTitle } from '../i18n/section-title.ts'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { CardEditor } from './card-editor.tsx'
import { SectionText } from './section-text.tsx'
import type { Card } from './sections.ts'

export interface SectionCardProps {
  readonly card: Card
  /** Who writes the narrative: a model, or the built-in extractor. */
  readonly writer: 'model' | 'built-in'
  readonly isEdited: boolean
  readonly isEditable: boolean
  readonly isEditing: boolean
  readonly onEdit: (key: SectionKey | null) => void
  readonly onCommit: (key: SectionKey, text: string) => void
  readonly onReset: (key: SectionKey) => void
  /** Told with every letter; absent = a change is told when the field is left. */
  readonly onInput?: ((key: SectionKey, text: string) => void) | undefined
  /** Absent = it cannot be written anew now. */
  readonly onRewrite?: ((key: SectionKey) => void) | undefined
  /** Fact sections that speak of the same where this one says nothing, as a list in words; absent = none. */
  readonly beside?: string | undefined
  /** Why it could not be written anew; null = nothing went wrong. */
  readonly problem?: string | null
}

/** One section: dark edge, word for word by code; green edge, written by the summarizer. */
export const SectionCard = memo(function SectionCard(props: SectionCardProps) {
  const { card, writer, isEdited, isEditable, isEditing, onEdit, onCommit, onReset } = props
  const { onRewrite, problem, onInput, beside } = props
  const { t } = useTranslation('wizard')
  const title = useSectionTitle()(card.key, card.heading)
  const isFacts = card.lane === 'facts'
  return (
    <section
      className={`wz-card ${isFacts ? 'is-facts' : ''} is-${card.state} ${isEditing ? 'is-editing' : ''}`}
      aria-label={title}
      aria-busy={card.state === 'writing' || undefined}
    >
      <header>
        <h3 className="truncate">{title}</h3>
        {card.state === 'waiting' ? (
          <span className="wz-meta">{t('card.waiting')}</span>
        ) : isFacts ? (
          <span className="wz-meta wz-lane">
            <Lock size={12} strokeWidth={2} aria-hidden="true" />
            {t('card.wordForWord')}
          </span>
        ) : (
          <span className="wz-meta wz-lane">{t(writer === 'model' ? 'card.byModel' : 'card.byExtract')}</span>
        )}
        {isEdited ? <span className="tag tag-accent">{t('card.edited')}</span> : null}
        {card.state === 'writing' ? (
          <>
            <Spinner size={12} />
            <span className="visually-hidden">{t('card.writing')}</span>
          </>
        ) : null}
        <span className="grow" />
        {card.tokens === null || (isNothing(card.text) && !isEditing) ? null : (
          <span className="wz-meta wz-card-tokens">{t('card.tokens', { count: card.tokens })}</span>
        )}
        {isEdited && isEditable ? (
          <Button
            size="small"
            kind="quiet"
            icon={<RotateCcw size={12} strokeWidth={2} aria-hidden="true" />}
            onClick={() => onReset(card.key)}
          >
            {t('card.reset')}
          </Button>
        ) : null}
        {isEditing ? (
          <Button size="small" kind="primary" onClick={() => onEdit(null)}>
            {t('card.done')}
          </Button>
        ) : isEditable ? (
          <>
            {onRewrite === undefined || isFacts ? null : (
              <IconButton
                className="is-small"
                label={t('card.rewrite', { section: title })}
                icon={<RefreshCw size={14} strokeWidth={2} />}
                onClick={() => onRewrite(card.key)}
              />
            )}
            <IconButton
              className="is-small"
              label={t('card.edit', { section: title })}
              icon={<Pencil size={14} strokeWidth={2} />}
              onClick={() => onEdit(card.key)}
            />
          </>
        ) : null}
      </header>
      {problem == null ? null : (
        <p className="wz-card-problem" role="alert">
          {problem}
        </p>
      )}
      {isEditing ? (
        <CardEditor
          section={title}
          text={card.text}
          onCommit={(text) => onCommit(card.key, text)}
          onDone={() => onEdit(null)}
          onInput={onInput === undefined ? undefined : (text) => onInput(card.key, text)}
        />
      ) : card.state === 'waiting' ? null : (
        <div className={`wz-card-body ${card.state === 'writing' ? 'has-caret' : ''}`}>
          {card.state === 'complete' && isNothing(card.text) ? (
            <p className="wz-meta">
              {beside === undefined ? t('card.nothing') : t('card.nothingBeside', { sections: beside })}
            </p>
          ) : (
            <SectionText text={card.text} />
          )}
        </div>
      )}
    </section>
  )
})
