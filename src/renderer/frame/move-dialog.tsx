import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TreeEntry } from '../../shared/ipc/workspace.ts'
import { useClient } from '../app/client-context.ts'
import type { Client } from '../bridge/client.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Select } from '../ui/select.tsx'
import { folderOf } from './split-name.ts'

/** A list longer than this is no longer a choice; the file manager is better at it. */
const MOST_FOLDERS = 500

async function allFolders(client: Client): Promise<readonly string[]> {
  const found: string[] = []
  const queue = ['']
  while (queue.length > 0 && found.length < MOST_FOLDERS) {
    const folder = queue.shift() ?? ''
    found.push(folder)
    const entries = await client.request('workspace.list', { folder })
    queue.push(...entries.filter((entry) => entry.kind === 'folder').map((entry) => entry.path))
  }
  return found.sort()
}

export interface MoveDialogProps {
  readonly entry: TreeEntry
  readonly onClose: () => void
  readonly onMove: (folder: string) => void
}

/** Chooses the folder that an entry moves to. */
export function MoveDialog({ entry, onClose, onMove }: MoveDialogProps) {
  const { t } = useTranslation('frame')
  const client = useClient()
  const here = folderOf(entry.path)
  const [folders, setFolders] = useState<readonly string[]>([here])
  const [target, setTarget] = useState(here)

  useEffect(() => {
    let isCurrent = true
    allFolders(client).then(
      (found) => isCurrent && setFolders(found),
      // The current folder stays as the only choice, and moving there is not offered.
      () => isCurrent && setFolders([here]),
    )
    return () => {
      isCurrent = false
    }
  }, [client, here])

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
        options={folders.map((folder) => ({
          value: folder,
          label: folder === '' ? t('tree.moveRoot') : folder,
          isDisabled: isInside(folder),
        }))}
      />
    </Dialog>
  )
}
