import { memo, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { CheckpointOrigin, Row, ShownTitle } from '../../../shared/thread/row.ts'
import { Markdown } from '../../app/markdown.tsx'
import { formatTokens } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { ArrowRight } from '../../ui/icons.ts'
import { useRuntime } from '../runtime/runtime-context.ts'
import { SourceButtons } from '../source-buttons.tsx'
import { useThread, useThreadState } from '../thread-context.ts'
import { FoldButton } from './fold-button.tsx'
import { RowFrame } from './row-frame.tsx'

export interface CheckpointRowProps {
  readonly row: Extract<Row, { kind: 'checkpoint' }>
  readonly total: number
}

/** The checkpoint as a card over the layers it stands for. It is nothing that a person said. */
export const CheckpointRow = memo(function CheckpointRow({ row, total }: CheckpointRowProps) {
  const { t } = useTranslation('thread')
  const { store } = useThread()
  const openCheckpoint = useRuntime()?.places.openCheckpoint ?? null
  const id = useId()
  const key = `checkpoint:${row.index}`
  const isOpen = useThreadState((state) => state.folds.get(key) ?? true)
  const origin = row.origin
  const saving = savingOf(row)
  return (
    <RowFrame row={row} total={total} layer="checkpoint" label={t('checkpoint.title')} hasActions={false}>
      {origin === null ? null : <Beneath origin={origin} />}
      <div className="checkpoint">
        <span className="checkpoint-sheet hatch mark" aria-hidden="true" />
        <span className="checkpoint-sheet hatch mark" aria-hidden="true" />
        <div className="checkpoint-card">
          <div className="checkpoint-head">
            <span className="diamond mark" aria-hidden="true" />
            <span className="checkpoint-words">
              <b>{t('checkpoint.title')}</b>{' '}
              {row.imported == null ? null : (
                <span className="checkpoint-beneath">{t(`checkpoint.imported.${row.imported.trigger}`)}</span>
              )}
              {origin === null ? null : (
                <span className="checkpoint-beneath">
                  {t('checkpoint.beneath', { count: origin.summarizedMessages })}
                </span>
              )}
            </span>
            {saving === null ? null : <Saving {...saving} />}
            {origin === null || openCheckpoint === null ? null : (
              <Button kind="quiet" size="small" onClick={() => openCheckpoint(null, 'compare')}>
                {t('checkpoint.compare')}
              </Button>
            )}
            {origin === null ? null : <SourceButtons name={origin.sourceName} size="small" />}
            <FoldButton
              isOpen={isOpen}
              controls={id}
              label={isOpen ? t('checkpoint.hide') : t('checkpoint.summary')}
              onToggle={(open) => store.toggleFold(key, open)}
            />
          </div>
          {isOpen ? (
            <div id={id} className="checkpoint-sections">
              {row.sections.map((section, at) => (
                <Section
                  // Headings may repeat in checkpoints of other programs.
                  // biome-ignore lint/suspicious/noArrayIndexKey: sections never change their order.
                  key={at}
                  heading={section.heading}
                  title={section.title ?? null}
                  level={section.level}
                  text={section.text}
                  isParent={(row.sections[at + 1]?.level ?? 0) > section.level}
                />
              ))}
            </div>
          ) : null}
        </div>
      </div>
    </RowFrame>
  )
})

interface SavingProps {
  readonly tokensBefore: number
  readonly tokensAfter: number
}

/** Null where the tool that compacted did not count both. */
function savingOf({ origin, imported }: CheckpointRowProps['row']): SavingProps | null {
  if (origin !== null) return origin
  const { tokensBefore = null, tokensAfter = null } = imported ?? {}
  return tokensBefore === null || tokensAfter === null ? null : { tokensBefore, tokensAfter }
}

function Saving({ tokensBefore, tokensAfter }: SavingProps) {
  const { t } = useTranslation('thread')
  const before = formatTokens(tokensBefore)
  const after = formatTokens(tokensAfter)
  return (
    <span className="checkpoint-saving">
      <span className="visually-hidden">{t('checkpoint.tokens', { before, after })}</span>
      <span aria-hidden="true">{before}</span>
      <ArrowRight size={12} strokeWidth={2} aria-hidden="true" />
      <span aria-hidden="true">{after}</span>
    </span>
  )
}

/** The layer under the card: what is summarised lives in the source file, untouched. */
function Beneath({ origin }: { readonly origin: CheckpointOrigin }) {
  const { t } = useTranslation('thread')
  return (
    <p className="beneath">
      {t('checkpoint.inSource', { count: origin.summarizedTurns, name: origin.sourceName })}
      <span className="beneath-by">
        {origin.summarizer.startsWith('built-in') || origin.summarizer === 'Built in'
          ? t('checkpoint.byBuiltIn')
          : t('checkpoint.by', { name: origin.summarizer })}
      </span>
    </p>
  )
}

interface SectionProps {
  readonly heading: string
  /** Of a heading of this program's own, which is told in the person's language. */
  readonly title: ShownTitle | null
  readonly level: number
  readonly text: string
  readonly isParent: boolean
}

function Section({ heading, title, level, text, isParent }: SectionProps) {
  const { t } = useTranslation(['thread', 'wizard'])
  const words = title === null ? heading : t(`wizard:section.${title}`)
  return (
    <section className={level > 2 ? 'is-sub' : ''}>
      {/* Text before the first heading has none. */}
      {words === '' ? null : level > 2 ? <h3>{words}</h3> : <h2>{words}</h2>}
      {text.trim() === '' ? (
        isParent ? null : (
          <p className="section-empty">{t('thread:checkpoint.empty')}</p>
        )
      ) : (
        <Markdown text={text} className="prose-small" />
      )}
    </section>
  )
}
