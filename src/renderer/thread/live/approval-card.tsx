import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useJoined } from '../../i18n/use-joined.ts'
import { Button } from '../../ui/button.tsx'
import { ShieldAlert } from '../../ui/icons.ts'
import { CallArguments } from '../rows/call-arguments.tsx'
import { Gutter } from '../rows/gutter.tsx'
import { useAct, useRuntimeAccess, useRuntimeState } from '../runtime/runtime-context.ts'

/** A tool that wants to write or run: what exactly, and the three answers. Nothing runs before one is given. */
export function ApprovalCard() {
  const { t } = useTranslation('runtime')
  const joined = useJoined()
  const { runtime } = useRuntimeAccess()
  const act = useAct()
  const titleId = useId()
  const approval = useRuntimeState((state) => state.turn.approval)
  const card = useRef<HTMLElement>(null)
  const id = approval?.id
  useEffect(() => {
    // Never on a button, and only when nobody is writing: a key meant for something else must not allow a command.
    if (id !== undefined && document.activeElement === document.body) card.current?.focus()
  }, [id])
  if (approval === null) return null
  const answer = (decision: 'once' | 'thread' | 'never') => act(runtime.answer(approval.id, decision))
  return (
    <article
      ref={card}
      data-row
      tabIndex={-1}
      className="row row-approval"
      aria-label={t('approval.label', { tool: approval.tool })}
    >
      <Gutter layer="kept" />
      <div className="row-body">
        <div className="approval">
          <p id={titleId} className="approval-title">
            <ShieldAlert size={16} strokeWidth={1.75} aria-hidden="true" />
            <b>{t('approval.title', { tool: approval.tool })}</b>
          </p>
          <p className="approval-subject mono">{approval.subject}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll only what can be focused. */}
          <section className="approval-arguments" aria-label={t('approval.arguments')} tabIndex={0}>
            <CallArguments text={approval.arguments} />
          </section>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw its own frame. */}
          <div className="approval-answers" role="group" aria-labelledby={titleId}>
            <Button onClick={() => answer('once')}>{t('approval.once')}</Button>
            <Button onClick={() => answer('thread')}>{t('approval.thread')}</Button>
            <Button kind="danger" onClick={() => answer('never')}>
              {t('approval.never')}
            </Button>
          </div>
          <p className="approval-note">
            {joined(t('approval.note'), t(`approval.covers.${approval.covers}`))}
          </p>
        </div>
      </div>
    </article>
  )
}
