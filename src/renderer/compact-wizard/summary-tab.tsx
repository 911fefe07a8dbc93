import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SectionKey } from '../../shared/compact/checkpoint.ts'
import { errorText } from '../i18n/error-text.ts'
import { useSectionTitle } from '../i18n/section-title.ts'
import { Confirm } from './confirm.tsx'
import { heldPreview, type Run } from './run.ts'
import { ScrollRegion } from './scroll-region.tsx'
import { SectionCard } from './section-card.tsx'
import { previewCards, streamingCards, withRewriting } from './sections.ts'
import { useFactsBeside } from './use-facts-beside.ts'
import type { WizardEvent } from './wizard-event.ts'

export interface SummaryTabProps {
  readonly run: Run
  readonly writer: 'model' | 'built-in'
  readonly send: (event: WizardEvent) => void
}

/** Within this distance of the end, the cards follow what is being written. */
const FOLLOW_PX = 64

/** The checkpoint, one card per section. While it streams, the view follows only when it is at the end. */
export function SummaryTab({ run, writer, send }: SummaryTabProps) {
  const { t } = useTranslation('wizard')
  const { t: tError } = useTranslation('errors')
  const sectionTitle = useSectionTitle()
  const [editing, setEditing] = useState<SectionKey | null>(null)
  const [asked, setAsked] = useState<SectionKey | null>(null)
  const list = useRef<HTMLElement>(null)
  const isFollowing = useRef(true)
  const held = heldPreview(run)
  const isStreaming = run.kind === 'streaming'
  const isEditable = run.kind === 'ready'
  const rewriting = run.kind === 'ready' ? run.rewriting : null
  const rewriteError = run.kind === 'ready' ? run.rewriteError : null
  const cards = useMemo(() => {
    if (held !== null) return withRewriting(previewCards(held.preview.sections), rewriting)
    if (run.kind === 'streaming' || run.kind === 'stopped' || run.kind === 'failed')
      return streamingCards(run.sections, run.kind === 'streaming')
    return []
  }, [held, run, rewriting])

  useEffect(() => {
    if (!isEditable) setEditing(null)
  }, [isEditable])

  const written = cards.reduce((total, card) => total + card.text.length, 0)
  useEffect(() => {
    const target = list.current
    if (!isStreaming || written === 0 || target === null || !isFollowing.current) return
    const writing = [...target.querySelectorAll('.is-writing')].at(-1)
    writing?.scrollIntoView({ block: 'nearest' })
  }, [isStreaming, written])

  // Reading begins at the top; only the writing was followed.
  const wasStreaming = useRef(isStreaming)
  useEffect(() => {
    if (wasStreaming.current && isEditable) list.current?.scrollTo({ top: 0 })
    if (isStreaming) isFollowing.current = true
    wasStreaming.current = isStreaming
  }, [isStreaming, isEditable])

  const besideOf = useFactsBeside(cards)
  const commit = useCallback(
    (key: SectionKey, text: string) => send({ kind: 'edit', changes: [{ key, text }] }),
    [send],
  )
  const originals = held?.originals
  const canRewrite = isEditable && rewriting === null
  const isEdited = useCallback(
    (key: SectionKey) =>
      held?.preview.sections.some((one) => one.key === key && one.text !== (originals?.get(key) ?? '')) ===
      true,
    [held, originals],
  )
  const onRewrite = useCallback(
    (key: SectionKey) => {
      if (isEdited(key)) setAsked(key)
      else send({ kind: 'rewrite', key })
    },
    [isEdited, send],
  )
  const reset = useCallback(
    (key: SectionKey) => {
      setEditing(null)
      send({ kind: 'edit', changes: [{ key, text: originals?.get(key) ?? '' }] })
    },
    [send, originals],
  )

  return (
    <ScrollRegion
      className="wz-cards"
      ref={list}
      label={t('tab.summary')}
      onScroll={(event) => {
        const box = event.currentTarget
        isFollowing.current =
          box.scrollHeight - box.scrollTop - box.clientHeight < FOLLOW_PX + box.clientHeight
      }}
    >
      {cards.map((card) => (
        <SectionCard
          key={card.key}
          card={card}
          writer={writer}
          beside={besideOf(card.key, card.text)}
          isEdited={
            card.state === 'complete' &&
            originals !== undefined &&
            card.text !== (originals.get(card.key) ?? '')
          }
          isEditable={isEditable && card.key !== rewriting?.key}
          onRewrite={canRewrite ? onRewrite : undefined}
          problem={
            rewriteError?.key === card.key
              ? t('card.rewriteFailed', { reason: errorText(tError, rewriteError.error) })
              : null
          }
          isEditing={editing === card.key}
          onEdit={setEditing}
          onCommit={commit}
          onReset={reset}
        />
      ))}
      <Confirm
        isOpen={asked !== null}
        title={t('ask.rewriteTitle', { section: asked === null ? '' : sectionTitle(asked) })}
        body={t('ask.rewriteBody')}
        action={t('ask.regenerate')}
        onConfirm={() => {
          if (asked !== null) send({ kind: 'rewrite', key: asked })
          setAsked(null)
        }}
        onCancel={() => setAsked(null)}
      />
    </ScrollRegion>
  )
}
