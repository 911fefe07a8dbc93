import { useCallback, useEffect, useRef, useState } from 'react'
import type { Client } from '../../bridge/client.ts'

/** A draft reaches main this long after a key at the latest. */
const SAVE_EVERY_MS = 500

export interface DraftAccess {
  readonly text: string
  readonly isRead: boolean
  readonly change: (text: string) => void
  /** Writes now, for example before the text leaves the composer for good. */
  readonly save: (text: string) => Promise<void>
}

/**
 * What is typed into one thread's composer. Main keeps it: it is there after a change of tabs, a reload and a
 * restart (B-85). Typing before the answer came wins over the kept text.
 */
export function useDraft(client: Client, thread: string): DraftAccess {
  const [text, setText] = useState('')
  const [isRead, setIsRead] = useState(false)
  const unsaved = useRef<string | null>(null)
  const hasTyped = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)

  const flush = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = undefined
    const text = unsaved.current
    if (text === null) return
    unsaved.current = null
    client.request('draft.save', { thread, text }).catch(() => {
      // Still in the field; the next key tries again.
      unsaved.current ??= text
    })
  }, [client, thread])

  useEffect(() => {
    let isCurrent = true
    client.request('draft.get', { thread }).then(
      (draft) => {
        if (!isCurrent) return
        if (!hasTyped.current) setText(draft.text)
        setIsRead(true)
      },
      () => isCurrent && setIsRead(true),
    )
    window.addEventListener('pagehide', flush)
    return () => {
      isCurrent = false
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [client, thread, flush])

  const change = useCallback(
    (next: string) => {
      hasTyped.current = true
      setText(next)
      unsaved.current = next
      // Not put off by each key: while someone types on and on, it is still saved twice a second.
      timer.current ??= setTimeout(flush, SAVE_EVERY_MS)
    },
    [flush],
  )
  const save = useCallback(
    async (next: string) => {
      hasTyped.current = true
      setText(next)
      unsaved.current = null
      clearTimeout(timer.current)
      timer.current = undefined
      await client.request('draft.save', { thread, text: next })
    },
    [client, thread],
  )
  return { text, isRead, change, save }
}
