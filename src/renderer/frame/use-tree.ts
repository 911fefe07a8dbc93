import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useClient } from '../app/client-context.ts'
import { withTitles } from './thread-titles.ts'
import { type FolderState, flattenTree } from './tree-model.ts'

/** The tree of one workspace: what is read, what is open. Folders are read when they open. */
export function useTree(root: string | null, selected: string | null) {
  const client = useClient()
  const [folders, setFolders] = useState<ReadonlyMap<string, FolderState>>(new Map())
  const [openFolders, setOpenFolders] = useState<ReadonlySet<string>>(new Set())
  const [foldedSources, setFoldedSources] = useState<ReadonlySet<string>>(new Set())
  const [titles, setTitles] = useState<ReadonlyMap<string, string>>(new Map())
  const known = useRef(new Set<string>())
  const currentRoot = useRef(root)

  const readTitles = useCallback(
    async (folder: string) => {
      const asked = currentRoot.current
      try {
        const found = await client.request('workspace.titles', { folder })
        if (asked === currentRoot.current) setTitles((before) => withTitles(before, folder, found))
      } catch {
        // The lines have their files' names.
      }
    },
    [client],
  )

  const read = useCallback(
    async (folder: string) => {
      known.current.add(folder)
      void readTitles(folder)
      const asked = currentRoot.current
      const put = (state: FolderState) => {
        if (asked === currentRoot.current) setFolders((before) => new Map(before).set(folder, state))
      }
      try {
        put({ kind: 'ready', entries: await client.request('workspace.list', { folder }) })
      } catch (error) {
        put({ kind: 'failed', error })
      }
    },
    [client, readTitles],
  )

  useEffect(() => {
    currentRoot.current = root
    known.current.clear()
    setFolders(new Map())
    setTitles(new Map())
    setOpenFolders(new Set())
    setFoldedSources(new Set())
    if (root !== null) void read('')
  }, [root, read])

  useEffect(
    () =>
      client.on('workspace.changed', (event) => {
        for (const folder of event.folders) if (known.current.has(folder)) void read(folder)
      }),
    [client, read],
  )

  useEffect(
    () =>
      client.on('workspace.titled', ({ folders: changed }) => {
        for (const folder of known.current)
          if (changed === null || changed.includes(folder)) void readTitles(folder)
      }),
    [client, readTitles],
  )

  // The folders above the active thread are open, so that the tree shows where it is.
  useEffect(() => {
    if (root === null || selected === null || selected.startsWith('/')) return
    const parts = selected.split('/').slice(0, -1)
    const above = parts.map((_, at) => parts.slice(0, at + 1).join('/'))
    if (above.length === 0) return
    setOpenFolders((before) => new Set([...before, ...above]))
    for (const folder of above) if (!known.current.has(folder)) void read(folder)
  }, [root, selected, read])

  const nodes = useMemo(
    () => flattenTree({ folders, openFolders, foldedSources }),
    [folders, openFolders, foldedSources],
  )

  const setOpen = useCallback(
    (path: string, isFolder: boolean, isOpen: boolean) => {
      const change = (before: ReadonlySet<string>, add: boolean) => {
        const next = new Set(before)
        if (add) next.add(path)
        else next.delete(path)
        return next
      }
      if (isFolder) {
        setOpenFolders((before) => change(before, isOpen))
        if (isOpen) void read(path)
      } else setFoldedSources((before) => change(before, !isOpen))
    },
    [read],
  )

  return {
    nodes,
    titles,
    rootState: folders.get('') ?? ({ kind: 'loading' } as const),
    folders,
    read,
    setOpen,
  }
}

export type Tree = ReturnType<typeof useTree>
