import { useTranslation } from 'react-i18next'
import type { QueuedMessage } from '../../../shared/ipc/turn.ts'
import { languageOf } from '../../app/text-language.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Hourglass, Pause, Pencil, X } from '../../ui/icons.ts'
import { useAct, useRuntimeAccess, useRuntimeState } from '../runtime/runtime-context.ts'

const WHY = {
  turn: 'queue.forTurn',
  compaction: 'queue.forCompaction',
  person: 'queue.held',
} as const satisfies Readonly<Record<QueuedMessage['waitsFor'], string>>

/** Messages that wait: for a reply or a compaction to end, or for the person. In the order they will be sent. */
export function QueueList() {
  const { t } = useTranslation('runtime')
  const queue = useRuntimeState((state) => state.turn.queue)
  if (queue.length === 0) return null
  return (
    <ul className="queue" aria-label={t('queue.label', { count: queue.length })}>
      {queue.map((message) => (
        <QueuedItem key={message.id} message={message} />
      ))}
    </ul>
  )
}

function QueuedItem({ message }: { readonly message: QueuedMessage }) {
  const { t } = useTranslation('runtime')
  const { runtime, places } = useRuntimeAccess()
  const act = useAct()
  const { id, text, waitsFor } = message

  // Out of the queue first: a message that was sent meanwhile must not come back as a draft (I9).
  const edit = () => act(runtime.unqueue(id).then(() => places.writeText(text)))
  return (
    <li className="queued">
      {waitsFor === 'person' ? (
        <Pause size={14} strokeWidth={2} aria-hidden="true" />
      ) : (
        <Hourglass size={14} strokeWidth={2} aria-hidden="true" />
      )}
      <span className="queued-words">
        <span className="queued-why">{t(WHY[waitsFor])}</span>
        <span className="queued-text" lang={languageOf(text)}>
          {text}
        </span>
      </span>
      {waitsFor === 'turn' ? null : (
        <Button size="small" onClick={() => act(runtime.sendNow(id))}>
          {t(waitsFor === 'person' ? 'queue.sendHeld' : 'queue.sendNow')}
        </Button>
      )}
      <IconButton
        className="is-small"
        label={t('queue.edit')}
        icon={<Pencil size={14} strokeWidth={2} />}
        onClick={edit}
      />
      <IconButton
        className="is-small"
        label={t('queue.remove')}
        icon={<X size={14} strokeWidth={2} />}
        onClick={() => act(runtime.unqueue(id))}
      />
    </li>
  )
}
