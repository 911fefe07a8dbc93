import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { CheckpointEntry } from '../../shared/ipc/turn.ts'
import { useSlots } from '../app/slots.ts'
import { useToasts } from '../app/toasts-context.ts'
import { useAct, useRuntimeAccess } from './runtime/runtime-context.ts'
import { isActive, untilState } from './runtime/until-state.ts'

export interface OpenedCheckpoint {
  /** Null = the one that this copy begins with. */
  readonly entry: CheckpointEntry | null
  readonly purpose: 'compare' | 'edit'
}

/** Compare over the thread. What was stored there is told here, with the way back. */
export function CheckpointSlot({
  opened,
  onClose,
}: {
  readonly opened: OpenedCheckpoint
  readonly onClose: () => void
}) {
  const { t } = useTranslation('runtime')
  const { CheckpointCompare } = useSlots()
  const { runtime } = useRuntimeAccess()
  const toasts = useToasts()
  const act = useAct()
  if (CheckpointCompare === undefined) return null
  return (
    <Suspense>
      <CheckpointCompare
        thread={runtime.thread}
        entry={opened.entry}
        isEditing={opened.purpose === 'edit'}
        onClose={onClose}
        onStored={({ id, entries }) => {
          onClose()
          runtime.showCheckpoints(entries)
          const number = entries.find((entry) => entry.id === id)?.number ?? entries.length
          toasts.show({
            kind: 'done',
            text: t('checkpoints.stored', { number }),
            until: untilState(runtime, isActive(id)),
            action: { label: t('checkpoints.undo'), run: () => act(runtime.undo(id)) },
          })
        }}
      />
    </Suspense>
  )
}
