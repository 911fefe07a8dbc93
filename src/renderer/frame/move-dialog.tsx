import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TreeEntry } from '../../shared/ipc/workspace.ts'
import { useFolders } from '../app/use-folders.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Select } from '../ui/select.tsx'
import { folderOf } from './split-name.ts'

export interface MoveDialogProps {
  readonly entry: TreeEntry
  readonly onClose: () => void
  readonly onMove: (folder: string) => void
}

/** Chooses the folder that an entry moves to. */
export function MoveDialog({ entry, onClose, onMove }: MoveDialogProps) {
  const { t } = useTranslation('frame')
  const here = folderOf(entry.path)
  const folders = useFolders()
  // What cannot be listed leaves the current folder as a choice, and moving there is not offered.
  const choices = folders.includes(here) ? folders : [...folders, here]
  const [target, setTarget] = useState(here)

  const isInside = (folder: string) => folder === entry.path || folder.startsWith(`${entry.path}/`)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="small"
      title={t('tree.moveTitle', { name: entry.name })}
      closeLabel={t('common.close')}
      footer={
        <>
          {target === here ? <span className="dialog-reason grow">{t('tree.moveHere')}</span> : null}
          <Button size="large" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button size="large" kind="primary" disabled={target === here} onClick={() => onMove(target)}>
            {t('tree.move')}
          </Button>
        </>
      }
    >
      <Select
        className="is-wide"
        label={t('tree.moveTarget')}
        value={target}
        onChange={setTarget}
        options={choices.map((folder) => ({
          value: folder,
          label: folder === '' ? t('tree.moveRoot') : folder,
          isDisabled: isInside(folder),
        }))}
      />
    </Dialog>
  )
}
