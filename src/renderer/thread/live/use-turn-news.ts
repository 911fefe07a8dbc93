import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { plainWords } from '../../../shared/thread/plain-words.ts'
import { useToasts } from '../../app/toasts-context.ts'
import { formatTokens } from '../../i18n/format.ts'
import { wholeText } from '../runtime/live-text.ts'
import type { RuntimeState } from '../runtime/runtime-state.ts'
import type { RuntimeStore } from '../runtime/runtime-store.ts'
import { activeCheckpoint } from '../runtime/strata.ts'
import { isActive, untilState } from '../runtime/until-state.ts'

/** Longest part of a finished reply that is read out. */
const SAID_CHARS = 300

interface Said {
  /** For the polite region. */
  readonly polite: string
  /** For the assertive one. */
  readonly urgent: string
}

/**
 * What is told without being looked at: each finished reply once, a question of a tool, a compaction that begins;
 * and one notice with Undo for a compaction that ended while the thread was shown (none after a reload, B-80).
 */
export function useTurnNews(runtime: RuntimeStore, undo: (id: string) => void): Said {
  const { t } = useTranslation('runtime')
  const toasts = useToasts()
  const [said, setSaid] = useState<Said>({ polite: '', urgent: '' })
  useEffect(() => {
    let saidIndex = -1
    return runtime.subscribe((state, before) => {
      if (state.turn === before.turn) return
      const reply = finishedReply(state, before)
      if (reply !== null && reply.index !== saidIndex) {
        saidIndex = reply.index
        const text =
          state.turn.failure === null
            ? t('said.reply', { words: plainWords(reply.text, SAID_CHARS) })
            : t('said.failed')
        setSaid({ polite: text, urgent: '' })
      }
      const { approval, notice } = state.turn
      if (approval !== null && approval.id !== before.turn.approval?.id)
        setSaid({
          polite: '',
          urgent: t('said.approval', { tool: approval.tool, subject: approval.subject }),
        })
      if (notice !== null && notice.id !== before.turn.notice?.id && notice.outcome === null)
        setSaid({ polite: t('said.compacting'), urgent: '' })
      const wasRunning = before.turn.notice?.id === notice?.id && before.turn.notice?.outcome === null
      if (notice?.outcome?.kind === 'completed' && wasRunning) {
        const { event } = notice.outcome
        toasts.show({
          kind: 'done',
          text: t('notice.done', {
            before: formatTokens(event.tokensBefore),
            after: formatTokens(event.tokensAfter),
          }),
          until: untilState(runtime, isActive(event.id)),
          action: {
            label: t('notice.undo'),
            run: () => {
              // Only what still holds can be taken back.
              if (activeCheckpoint(runtime.getState().checkpoints)?.id === event.id) undo(event.id)
            },
          },
        })
      }
    })
  }, [runtime, t, toasts, undo])
  return said
}

/** The reply whose text is complete since the last state; null = none. */
function finishedReply(
  state: RuntimeState,
  before: RuntimeState,
): { readonly index: number; readonly text: string } | null {
  const live = before.live ?? state.live
  if (live === null || before.turn.phase !== 'streaming' || state.turn.phase === 'streaming') return null
  return { index: live.index, text: wholeText(live.text) }
}
