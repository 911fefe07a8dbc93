import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { Client } from '../bridge/client.ts'
import { useErrorText } from '../i18n/error-text.ts'
import { formatTokens } from '../i18n/format.ts'
import { useClient } from './client-context.ts'
import type { CompactWizardProps } from './slots.ts'
import { dropThread, openTab, rememberPosition } from './tabs.ts'
import { useToasts } from './toasts-context.ts'
import { changeTabs, useWorkbenchStore } from './workbench.ts'

/** Opens a compacted copy in a new tab and offers to take it back: Undo moves the copy to the trash. A checkpoint in the
 * thread itself opens nothing; its Undo moves the thread's pointer back. */
export function useApplied(): CompactWizardProps['onApplied'] {
  const { t } = useTranslation('frame')
  const client = useClient()
  const toasts = useToasts()
  const store = useWorkbenchStore()
  const errorText = useErrorText()
  return useCallback(
    ({ thread, tokensBefore, tokensAfter, checkpointId }) => {
      const text = t('applied.toast', {
        before: formatTokens(tokensBefore),
        after: formatTokens(tokensAfter),
      })
      if (checkpointId !== undefined) {
        const takeBack = async (): Promise<void> => {
          try {
            await client.request('checkpoint.undo', { thread, id: checkpointId })
            toasts.show({ kind: 'done', text: t('applied.undoneThread') })
          } catch (error) {
            toasts.show({ kind: 'failed', text: errorText(error) })
          }
        }
        toasts.show({
          kind: 'done',
          text,
          until: untilSuperseded(client, thread, checkpointId),
          action: { label: t('applied.undo'), run: () => void takeBack() },
        })
        return
      }
      // A fresh copy opens at its checkpoint: what was just written is what a person wants to see.
      store.setState({ fresh: thread })
      changeTabs(store, (tabs) => rememberPosition(openTab(tabs, thread), thread, { index: 0, offsetPx: 0 }))
      const undo = async (): Promise<void> => {
        try {
          await client.request('compact.takeBack', { thread })
          changeTabs(store, (tabs) => dropThread(tabs, thread))
          toasts.show({ kind: 'done', text: t('applied.undone') })
        } catch (error) {
          toasts.show({ kind: 'failed', text: errorText(error) })
        }
      }
      toasts.show({
        kind: 'done',
        text,
        action: { label: t('applied.undo'), run: () => void undo() },
      })
    },
    [client, errorText, store, t, toasts],
  )
}

/** For a notice that offers to take a checkpoint back: it leaves when that checkpoint does not hold any more. */
function untilSuperseded(client: Client, thread: string, id: string): (close: () => void) => () => void {
  return (close) =>
    client.on('checkpoints.changed', (event) => {
      if (event.thread !== thread) return
      client.request('checkpoint.list', { thread }).then(
        (entries) => {
          if (!entries.some((entry) => entry.id === id && entry.state === 'active')) close()
        },
        // It cannot be read: Undo says why.
        () => undefined,
      )
    })
}
