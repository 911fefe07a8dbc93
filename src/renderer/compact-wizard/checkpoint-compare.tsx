import './compact-wizard.css'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  COMPARED_STATES,
  type ComparedMessage,
  type LinkedSentence,
  type SentencePlace,
} from '../../shared/compact/comparison.ts'
import { COPY_CHECKPOINT } from '../../shared/ipc/turn.ts'
import { useClient } from '../app/client-context.ts'
import type { CheckpointCompareProps } from '../app/slots.ts'
import { useErrorText } from '../i18n/error-text.ts'
import { formatTokens } from '../i18n/format.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { CheckpointEditor } from './checkpoint-editor.tsx'
import { CompareFoot } from './compare-foot.tsx'
import { CompareSheet } from './compare-sheet.tsx'
import { ComparedList } from './compared-list.tsx'
import { Confirm } from './confirm.tsx'
import { WORD_KINDS, type WordKind } from './mark-words-plugin.ts'
import { Notice } from './notice.tsx'
import { useCheckpointEdit } from './use-checkpoint-edit.ts'
import { type ComparisonFilter, useComparison } from './use-comparison.ts'
import { useLinkedScroll } from './use-linked-scroll.ts'
import { useStoredSections } from './use-stored-sections.ts'

const FILTERS: readonly ComparisonFilter[] = ['all', ...COMPARED_STATES]

/** A pair of a message and the sentence that tells of it; either may be unknown. */
interface Pair {
  readonly index: number | null
  readonly sentence: SentencePlace | null
}

/**
 * A stored checkpoint beside the messages it stands for (mockup 07), and the place where its words are mended. Looking
 * stores nothing; an edit is a new checkpoint, and the one that is shown stays as it is.
 */
export function CheckpointCompare({ thread, entry, isEditing, onClose, onStored }: CheckpointCompareProps) {
  const { t } = useTranslation('wizard')
  const client = useClient()
  const errorText = useErrorText()
  const [filter, setFilter] = useState<ComparisonFilter>('all')
  const [kinds, setKinds] = useState<ReadonlySet<WordKind>>(new Set(['number', 'path']))
  const [pair, setPair] = useState<Pair>({ index: null, sentence: null })
  const [isEdit, setIsEdit] = useState(isEditing)
  const [isAsking, setIsAsking] = useState(false)
  const id = entry?.id ?? COPY_CHECKPOINT
  const stored = useStoredSections(client, thread, id)
  const edit = useCheckpointEdit({ client, thread, id, sections: stored.sections, onStored })
  const comparison = useComparison(thread, id, filter)
  const { page, error } = comparison
  const sentences = comparison.total === null ? NO_SENTENCES : (page?.sentences ?? NO_SENTENCES)
  const scroll = useLinkedScroll(sentences)
  const body = useRef<HTMLDivElement>(null)

  const followMessage = useCallback(
    ({ index, sentence }: ComparedMessage) => {
      setPair({ index, sentence })
      if (sentence !== null) scroll.toSentence(sentence)
    },
    [scroll.toSentence],
  )
  const followSentence = useCallback(
    ({ index, section, line, position }: LinkedSentence) => {
      setPair({ index, sentence: { section, line } })
      scroll.toPosition(position)
    },
    [scroll.toPosition],
  )
  const options = useMemo(
    () =>
      FILTERS.map((value) => {
        const count =
          page === null
            ? ''
            : value === 'all'
              ? COMPARED_STATES.reduce((sum, state) => sum + page.counts[state], 0)
              : page.counts[value]
        return { value, label: t(`stored.filter.${value}`, { count }) }
      }),
    [page, t],
  )
  function leave() {
    if (isEdit && edit.isChanged) setIsAsking(true)
    else onClose()
  }
  const title = entry === null ? t('stored.copyCheckpoint') : t('stored.checkpoint', { number: entry.number })
  const source = page?.source ?? null
  return (
    <>
      <Dialog
        isOpen
        size="wizard"
        className="wz cc"
        title={t(isEdit ? 'stored.editTitle' : 'stored.title')}
        subtitle={entry === null || entry.name === '' ? title : `${title} · ${entry.name}`}
        closeLabel={t('action.close')}
        onClose={leave}
        footer={
          isEdit ? (
            <CompareFoot
              edit={edit}
              onCancel={() => {
                if (isEditing) leave()
                else if (edit.isChanged) setIsAsking(true)
                else setIsEdit(false)
              }}
            />
          ) : undefined
        }
      >
        <div ref={body} tabIndex={-1} className="cc-body">
          <div className="cc-bar">
            <Segmented label={t('compare.filter')} value={filter} options={options} onChange={setFilter} />
            <span className="grow" />
            <span className="wz-meta" id="cc-kinds">
              {t('stored.highlight')}
            </span>
            {WORD_KINDS.map((kind) => (
              <Button
                key={kind}
                size="small"
                className="cc-toggle"
                aria-pressed={kinds.has(kind)}
                aria-describedby="cc-kinds"
                onClick={() => setKinds(toggled(kinds, kind))}
              >
                {t(`stored.kind.${kind}`)}
              </Button>
            ))}
          </div>
          {error === null ? null : (
            <Notice kind="failed" title={t('compare.failed')} body={errorText(error)}>
              <Button size="small" onClick={comparison.retry}>
                {t('action.tryAgain')}
              </Button>
            </Notice>
          )}
          {source === null ? null : (
            <p className="wz-meta cc-source" role="status">
              {t(`stored.source.${source.state}`, { name: source.name })}
            </p>
          )}
          <div className="wz-compare cc-sides">
            <div className="wz-originals" {...scroll.leftLead}>
              <div className="wz-compare-head">
                <strong>{t('compare.originals')}</strong>
                <span className="wz-meta grow truncate">
                  {page === null ? '' : t('stored.size', { tokens: `≈${formatTokens(page.originalTokens)}` })}
                </span>
                <Button
                  size="small"
                  kind="quiet"
                  className="cc-toggle"
                  aria-pressed={scroll.isLinked}
                  onClick={scroll.toggle}
                >
                  {t('stored.linked')}
                </Button>
              </div>
              {comparison.total === null && error === null ? (
                <p className="wz-meta wz-pad" role="status">
                  {t('stored.busy')}
                </p>
              ) : null}
              {comparison.total === 0 ? <p className="wz-meta wz-pad">{t('compare.none')}</p> : null}
              {(comparison.total ?? 0) === 0 ? null : (
                <ComparedList
                  key={filter}
                  thread={source?.thread ?? thread}
                  comparison={comparison}
                  kinds={kinds}
                  shown={pair.index}
                  handle={scroll.list}
                  onFollow={followMessage}
                  onReach={scroll.fromLeft}
                />
              )}
            </div>
            <div className="wz-originals cc-right" {...scroll.rightLead}>
              <div className="wz-compare-head">
                <strong>{title}</strong>
                <span className="wz-meta grow truncate">
                  {page === null
                    ? ''
                    : t('stored.size', { tokens: `≈${formatTokens(page.checkpointTokens)}` })}
                </span>
                {isEdit || entry === null || stored.sections === null ? null : (
                  <Button size="small" onClick={() => setIsEdit(true)}>
                    {t('stored.edit')}
                  </Button>
                )}
              </div>
              {stored.error === null ? null : (
                <Notice kind="failed" title={t('stored.unreadable')} body={errorText(stored.error)} />
              )}
              {stored.sections === null ? null : isEdit && entry !== null ? (
                <CheckpointEditor
                  sections={stored.sections}
                  texts={edit.texts}
                  writer={entry.summarizer === 'built-in' ? 'built-in' : 'model'}
                  onText={edit.setText}
                />
              ) : (
                <CompareSheet
                  sections={stored.sections}
                  sentences={sentences}
                  kinds={kinds}
                  shown={pair.sentence}
                  scroller={scroll.sheet}
                  onScroll={scroll.fromRight}
                  onFollow={followSentence}
                />
              )}
            </div>
          </div>
        </div>
      </Dialog>
      <Confirm
        isOpen={isAsking}
        title={t('stored.askTitle')}
        body={t('stored.askBody')}
        action={t('stored.discard')}
        onConfirm={() => {
          setIsAsking(false)
          edit.discard()
          if (isEditing) onClose()
          else setIsEdit(false)
        }}
        onCancel={() => setIsAsking(false)}
      />
    </>
  )
}

const NO_SENTENCES: readonly LinkedSentence[] = []

function toggled(kinds: ReadonlySet<WordKind>, kind: WordKind): ReadonlySet<WordKind> {
  const next = new Set(kinds)
  if (!next.delete(kind)) next.add(kind)
  return next
}
