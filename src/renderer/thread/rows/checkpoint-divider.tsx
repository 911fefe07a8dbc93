import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { HeadedSection } from '../../../shared/compact/checkpoint.ts'
import type { CheckpointEntry } from '../../../shared/ipc/turn.ts'
import { Markdown } from '../../app/markdown.tsx'
import { useErrorText } from '../../i18n/error-text.ts'
import { formatTokens } from '../../i18n/format.ts'
import { useSectionTitle } from '../../i18n/section-title.ts'
import { Button } from '../../ui/button.tsx'
import { ArrowRight, CircleAlert, Undo2 } from '../../ui/icons.ts'
import { useRuntime, useRuntimeAccess } from '../runtime/runtime-context.ts'
import { useThread, useThreadState } from '../thread-context.ts'
import { useUndoCheckpoint } from '../use-undo-checkpoint.ts'
import { FoldButton } from './fold-button.tsx'

/** Where a compaction stands in the conversation: never an unexplained gap (S-095). The rows above are all there. */
export function CheckpointDivider({ entry }: { readonly entry: CheckpointEntry }) {
  const { t } = useTranslation('runtime')
  const { store } = useThread()
  const undo = useUndoCheckpoint()
  const openCheckpoint = useRuntime()?.places.openCheckpoint ?? null
  const id = useId()
  const key = `divider:${entry.id}`
  const isOpen = useThreadState((state) => state.folds.get(key) ?? false)
  const isActive = entry.state === 'active'
  const title = t('divider.title', { number: entry.number })
  return (
    <article
      className={`row row-divider ${isActive ? '' : 'is-former'}`}
      data-compaction={entry.id}
      aria-label={title}
    >
      <div className="gutter">
        <span className={`layer mark ${isActive ? 'layer-checkpoint' : 'layer-former'}`} />
      </div>
      <div className="row-body">
        <div className="checkpoint">
          <span className="checkpoint-sheet hatch mark" aria-hidden="true" />
          <span className="checkpoint-sheet hatch mark" aria-hidden="true" />
          <div className="checkpoint-card">
            <div className="checkpoint-head">
              <span className={`diamond mark ${isActive ? '' : 'is-hollow'}`} aria-hidden="true" />
              <span className="checkpoint-words">
                <b>{entry.name === '' ? title : `${title} · ${entry.name}`}</b>{' '}
                <span className="checkpoint-beneath">
                  {t(`kind.${entry.kind}`)} · {t('divider.beneath', { count: entry.summarizedMessages })}
                </span>
              </span>
              <Saving entry={entry} />
              <FoldButton
                isOpen={isOpen}
                controls={id}
                label={isOpen ? t('divider.hide') : t('divider.summary')}
                onToggle={(open) => store.toggleFold(key, open)}
              />
              {openCheckpoint === null || entry.isDamaged ? null : (
                <Button kind="quiet" size="small" onClick={() => openCheckpoint(entry, 'compare')}>
                  {t('divider.compare')}
                </Button>
              )}
              {isActive ? (
                <Button
                  kind="quiet"
                  size="small"
                  icon={<Undo2 size={14} strokeWidth={2} aria-hidden="true" />}
                  onClick={() => undo(entry)}
                >
                  {t('divider.undo')}
                </Button>
              ) : null}
            </div>
            <KeysNote entry={entry} />
            {isOpen ? (
              <div id={id} className="checkpoint-sections">
                <CheckpointSections entry={entry} />
              </div>
            ) : null}
          </div>
        </div>
      </div>
    </article>
  )
}

/** Nobody saw a preview of a checkpoint that was written by itself: what looks like a key is told where it stands. */
export function KeysNote({ entry }: { readonly entry: CheckpointEntry }) {
  const { t } = useTranslation('runtime')
  if (entry.secrets === 0) return null
  return (
    <p className="checkpoint-keys">
      <CircleAlert size={14} strokeWidth={2} aria-hidden="true" />
      <span>{t('checkpoints.keys', { count: entry.secrets })}</span>
    </p>
  )
}

/** `162k → 31k`. */
export function Saving({ entry }: { readonly entry: CheckpointEntry }) {
  const { t } = useTranslation('runtime')
  const before = formatTokens(entry.tokensBefore)
  const after = formatTokens(entry.tokensAfter)
  return (
    <span className="checkpoint-saving">
      <span className="visually-hidden">{t('divider.tokens', { before, after })}</span>
      <span aria-hidden="true">{before}</span>
      <ArrowRight size={12} strokeWidth={2} aria-hidden="true" />
      <span aria-hidden="true">{after}</span>
    </span>
  )
}

/** The summary as it is stored, read when it is first looked at. It says what it is: derived text (S-096). */
export function CheckpointSections({ entry }: { readonly entry: CheckpointEntry }) {
  const { t, i18n } = useTranslation('runtime')
  const { runtime } = useRuntimeAccess()
  const errorText = useErrorText()
  const [sections, setSections] = useState<readonly HeadedSection[] | null>(null)
  const [error, setError] = useState<unknown>(null)
  const { id } = entry
  useEffect(() => {
    let isCurrent = true
    runtime.client.request('checkpoint.get', { thread: runtime.thread, id }).then(
      (answer) => isCurrent && setSections(answer.sections),
      (failure: unknown) => isCurrent && setError(failure),
    )
    return () => {
      isCurrent = false
    }
  }, [runtime, id])
  const sectionTitle = useSectionTitle()
  if (error !== null) return <p className="section-empty">{errorText(error)}</p>
  if (sections === null) return <p className="section-empty">{t('divider.reading')}</p>
  return (
    <>
      <p className="section-note">{t('divider.derived')}</p>
      {sections
        .filter((section) => section.text.trim() !== '')
        .map((section) => (
          <section key={section.key}>
            <h2>{sectionTitle(section.key, section.heading)}</h2>
            <Markdown text={section.text} className="prose-small" />
          </section>
        ))}
      {entry.restoredFiles.length === 0 ? null : (
        <p className="section-note">
          {t('divider.restored', { files: new Intl.ListFormat(i18n.language).format(entry.restoredFiles) })}
        </p>
      )}
    </>
  )
}
