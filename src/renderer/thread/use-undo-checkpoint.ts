import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { CheckpointEntry } from '../../shared/ipc/turn.ts'
import { useToasts } from '../app/toasts-context.ts'
import { useErrorText } from '../i18n/error-text.ts'
import { formatTokens } from '../i18n/format.ts'
import { useRuntime } from './runtime/runtime-context.ts'
import { isActive, untilState } from './runtime/until-state.ts'
import { useThread } from './thread-context.ts'

/** Tokens of the next request after an undo, as far as the checkpoint's own numbers tell. */
function tokensAfterUndo(entry: CheckpointEntry, usedTokens: number): number {
  return entry.tokensBefore + Math.max(0, usedTokens - entry.tokensAfter)
}

/**
 * Takes a checkpoint off the next request and offers to look at it. What would not fit into the window is told
 * with its numbers and done only when asked for once more.
 */
export function useUndoCheckpoint(): (entry: CheckpointEntry) => void {
  const { t } = useTranslation('runtime')
  const access = useRuntime()
  const { store } = useThread()
  const toasts = useToasts()
  const errorText = useErrorText()
  return useCallback(
    (entry) => {
      if (access === null) return
      const { runtime, places } = access
      const fail = (error: unknown) => toasts.show({ kind: 'failed', text: errorText(error) })
      const carryOut = () =>
        runtime.undo(entry.id).then(
          () =>
            toasts.show({
              kind: 'done',
              text: t('undo.done', { number: entry.number }),
              until: untilState(runtime, (state) => !isActive(entry.id)(state)),
              action: { label: t('undo.look'), run: () => store.setView('model') },
            }),
          fail,
        )
      const { report } = runtime.getState()
      const windowTokens = report?.windowTokens ?? null
      const after = tokensAfterUndo(entry, report?.usedTokens ?? entry.tokensAfter)
      if (windowTokens === null || after <= windowTokens) return void carryOut()
      const values = { tokens: formatTokens(after), window: formatTokens(windowTokens) }
      places.ask({
        title: t('undo.title', { number: entry.number }),
        text: t('undo.tooLarge', values),
        actions: [
          {
            label: t('undo.fork'),
            run: () =>
              void runtime
                .fork(entry.cutoffIndex, null)
                .then(({ thread }) => places.openThread(thread), fail),
          },
          { label: t('undo.anyway'), run: () => void carryOut() },
        ],
      })
    },
    [access, errorText, store, t, toasts],
  )
}
