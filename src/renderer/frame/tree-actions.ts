import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { AppError } from '../../shared/ipc/errors.ts'
import type { TreeEntry } from '../../shared/ipc/workspace.ts'
import { useClient } from '../app/client-context.ts'
import { dropThread, followRename, openTab } from '../app/tabs.ts'
import { useToasts } from '../app/toasts-context.ts'
import { changeTabs, useWorkbenchStore } from '../app/workbench.ts'
import { useErrorText } from '../i18n/error-text.ts'
import { baseName } from './split-name.ts'

const MOST_NAMES_TRIED = 100

/** What the tree can do to files. Failures become notices; each answers what was made, or null. */
export function useTreeActions() {
  const { t } = useTranslation('frame')
  const client = useClient()
  const store = useWorkbenchStore()
  const toasts = useToasts()
  const errorText = useErrorText()

  return useMemo(() => {
    async function tried<T>(work: () => Promise<T>): Promise<T | null> {
      try {
        return await work()
      } catch (error) {
        toasts.show({ kind: 'failed', text: errorText(error) })
        return null
      }
    }
    /** Takes the first free name: `Untitled`, `Untitled 2`, … */
    async function createFree(
      route: 'workspace.createThread' | 'workspace.createFolder',
      folder: string,
      name: string,
    ): Promise<TreeEntry> {
      for (let at = 1; ; at += 1) {
        try {
          return await client.request(route, { folder, name: at === 1 ? name : `${name} ${at}` })
        } catch (error) {
          const isTaken = error instanceof AppError && error.code === 'file-exists'
          if (!isTaken || at >= MOST_NAMES_TRIED) throw error
        }
      }
    }
    return {
      openThread: (path: string) => changeTabs(store, (tabs) => openTab(tabs, path)),
      createThread: (folder: string) =>
        tried(() => createFree('workspace.createThread', folder, t('tree.untitled'))),
      createFolder: (folder: string) =>
        tried(() => createFree('workspace.createFolder', folder, t('tree.newFolderName'))),
      rename: (path: string, name: string) =>
        tried(async () => {
          const renamed = await client.request('workspace.rename', { path, name })
          changeTabs(store, (tabs) => followRename(tabs, path, renamed.path))
          return renamed
        }),
      duplicate: (path: string) => tried(() => client.request('workspace.duplicate', { path })),
      move: (path: string, folder: string) =>
        tried(async () => {
          const moved = await client.request('workspace.move', { path, folder })
          changeTabs(store, (tabs) => followRename(tabs, path, moved.path))
          return moved
        }),
      trash: (path: string) =>
        tried(async () => {
          await client.request('workspace.trash', { path })
          changeTabs(store, (tabs) => dropThread(tabs, path))
          toasts.show({ kind: 'done', text: t('tree.trashed', { name: baseName(path) }) })
          return path
        }),
      reveal: (path: string) => tried(() => client.request('workspace.reveal', { path })),
    }
  }, [client, store, toasts, errorText, t])
}

export type TreeActions = ReturnType<typeof useTreeActions>
