import { useEffect, useState } from 'react'
import type { Client } from '../bridge/client.ts'
import { useClient } from './client-context.ts'

/** A list longer than this is no longer a choice; the file manager is better at it. */
const MOST_FOLDERS = 500

/** All folders of the workspace that can be read, also those in folders, its root first. */
export function useFolders(): readonly string[] {
  const client = useClient()
  const [folders, setFolders] = useState<readonly string[]>([''])
  useEffect(() => {
    let isCurrent = true
    void allFolders(client).then((found) => isCurrent && setFolders(found))
    return () => {
      isCurrent = false
    }
  }, [client])
  return folders
}

async function allFolders(client: Client): Promise<readonly string[]> {
  const found: string[] = []
  const queue = ['']
  while (queue.length > 0 && found.length < MOST_FOLDERS) {
    const folder = queue.shift() ?? ''
    found.push(folder)
    // One that cannot be read costs what lies in it, not the others.
    const entries = await client.request('workspace.list', { folder }).catch(() => [])
    queue.push(...entries.filter(({ kind }) => kind === 'folder').map(({ path }) => path))
  }
  return found.sort()
}
