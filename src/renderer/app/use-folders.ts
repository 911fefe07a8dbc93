import { useEffect, useState } from 'react'
import { useClient } from './client-context.ts'

/** Folders of the workspace, its root first. */
export function useFolders(): readonly string[] {
  const client = useClient()
  const [folders, setFolders] = useState<readonly string[]>([''])
  useEffect(() => {
    let isCurrent = true
    client.request('workspace.list', { folder: '' }).then(
      (entries) => {
        const found = entries.filter(({ kind }) => kind === 'folder').map(({ path }) => path)
        if (isCurrent) setFolders(['', ...found])
      },
      // The root stays as the only choice.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [client])
  return folders
}
