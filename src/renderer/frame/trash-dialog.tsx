import { useTranslation } from 'react-i18next'
import type { TreeEntry } from '../../shared/ipc/workspace.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

export interface TrashDialogProps {
  readonly entry: TreeEntry
  readonly onClose: () => void
  readonly onTrash: () => void
}

/** Asks before something goes to the trash. Cancel has the focus. */
export function TrashDialog({ entry, onClose, onTrash }: TrashDialogProps) {
  const { t } = useTranslation('frame')
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="small"
      title={t('tree.trashTitle', { name: entry.name })}
      closeLabel={t('common.close')}
      footer={
        <>
          <Button size="large" data-start onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button size="large" kind="danger" onClick={onTrash}>
            {t('tree.trash')}
          </Button>
        </>
      }
    >
      <p>
        {t(
          entry.kind === 'folder' || entry.isFolder === true ? 'tree.trashFolderBody' : 'tree.trashFileBody',
        )}
      </p>
    </Dialog>
  )
}
