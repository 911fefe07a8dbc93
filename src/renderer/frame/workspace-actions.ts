import { useMemo } from 'react'
import type { Workspace } from '../../shared/ipc/workspace.ts'
import { useClient } from '../app/client-context.ts'
import { enterRoot, openTab } from '../app/tabs.ts'
import { useToasts } from '../app/toasts-context.ts'
import { changeTabs, useWorkbenchStore } from '../app/workbench.ts'
import { useErrorText } from '../i18n/error-text.ts'

/** Ways to open a folder or a file. A closed dialog changes nothing; failures become notices. */
export function useWorkspaceActions() {
  const client = useClient()
  const store = useWorkbenchStore()
  const toasts = useToasts()
  const errorText = useErrorText()
  return useMemo(() => {
    async function tried(work: () => Promise<void>) {
      try {
        await work()
      } catch (error) {
        toasts.show({
          kind: 'failed',
          text: errorText(error),
          // It speaks of a place that was not opened: over once another one is.
          until: (close) =>
            store.subscribe(({ workspace, tabs }, before) => {
              if (workspace !== before.workspace || tabs.tabs.length > before.tabs.tabs.length) close()
            }),
        })
      }
    }
    function enter(workspace: Workspace | null) {
      if (workspace === null || workspace.root === store.getState().workspace?.root) return
      // Tabs of the old folder are named by paths inside it; only absolute ones stay meaningful.
      store.setState(({ tabs }) => ({
        workspace,
        tabs: enterRoot(
          { tabs: tabs.tabs.filter((tab) => isAbsolute(tab.thread)), active: -1, closed: [] },
          workspace.root,
        ),
      }))
    }
    return {
      chooseFolder: () => tried(async () => enter(await client.request('workspace.choose'))),
      openFile: () =>
        tried(async () => {
          for (const path of await client.request('workspace.openFile'))
            changeTabs(store, (tabs) => openTab(tabs, path))
        }),
      openSample: () =>
        tried(async () => {
          enter(await client.request('workspace.openSample'))
          const entries = await client.request('workspace.list', { folder: '' })
          // The longest one shows best what the program is for.
          const [first] = entries
            .filter((entry) => entry.kind === 'thread' && entry.copyOf === null)
            .toSorted((a, b) => b.sizeBytes - a.sizeBytes)
          if (first === undefined) return
          // Whoever opened one of the tree or searches meanwhile stays there.
          const { search } = store.getState()
          changeTabs(store, (tabs) => (tabs.active < 0 ? openTab(tabs, first.path) : tabs))
          if (search === 'shown') store.setState({ search })
        }),
    }
  }, [client, store, toasts, errorText])
}

export type WorkspaceActions = ReturnType<typeof useWorkspaceActions>

function isAbsolute(thread: string): boolean {
  return thread.startsWith('/') || thread.startsWith('\\\\') || /^[A-Za-z]:[\\/]/.test(thread)
}
