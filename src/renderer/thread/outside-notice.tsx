import { useTranslation } from 'react-i18next'
import type { OpenedThread } from '../../shared/ipc/thread.ts'
import { Button } from '../ui/button.tsx'
import { TriangleAlert } from '../ui/icons.ts'
import { useThread, useThreadState } from './thread-context.ts'

/** Oddities worth a line of their own. The others are harmless, or are told by the row they are in. */
const TOLD = ['broken-messages', 'missing-blobs', 'duplicate-keys'] as const

/** One line under the header: the file changed or went away, or the reader found something odd in it. */
export function OutsideNotice({ opened }: { readonly opened: OpenedThread }) {
  const { t } = useTranslation('thread')
  const { store } = useThread()
  const outside = useThreadState((state) => state.outside)
  const notes = TOLD.flatMap((code) => {
    const count = opened.notes?.find((note) => note.code === code)?.count ?? 0
    return count === 0 ? [] : [t(`note.${code}`, { count })]
  })
  if (outside === null && notes.length === 0) return null
  return (
    <div className="notice" role="status">
      <TriangleAlert size={14} strokeWidth={2} aria-hidden="true" />
      {outside === null ? (
        <span className="grow">{notes.join(' ')}</span>
      ) : (
        <span className="grow">{t(`log.${outside}`)}</span>
      )}
      {outside === 'changed' ? (
        <Button size="small" onClick={() => void store.open()}>
          {t('header.reload')}
        </Button>
      ) : null}
    </div>
  )
}
