import { useTranslation } from 'react-i18next'
import type { OpenedThread } from '../../shared/ipc/thread.ts'
import { Button } from '../ui/button.tsx'
import { TriangleAlert } from '../ui/icons.ts'
import { useThread, useThreadState } from './thread-context.ts'

/** One line under the header: the file changed or went away, or the reader found something odd in it. */
export function OutsideNotice({ opened }: { readonly opened: OpenedThread }) {
  const { t } = useTranslation('thread')
  const { store } = useThread()
  const outside = useThreadState((state) => state.outside)
  const oddities = opened.notes.reduce((sum, note) => sum + note.count, 0)
  if (outside === null && oddities === 0) return null
  return (
    <div className="notice" role="status">
      <TriangleAlert size={14} strokeWidth={2} aria-hidden="true" />
      {outside === null ? (
        <span className="grow" title={opened.notes.map((note) => `${note.code}: ${note.count}`).join('\n')}>
          {t('log.notes', { count: oddities })}
        </span>
      ) : (
        <span className="grow">{t(outside === 'changed' ? 'log.changed' : 'log.removed')}</span>
      )}
      {outside === 'changed' ? (
        <Button size="small" onClick={() => void store.open()}>
          {t('header.reload')}
        </Button>
      ) : null}
    </div>
  )
}
