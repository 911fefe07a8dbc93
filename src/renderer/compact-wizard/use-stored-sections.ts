import { useEffect, useState } from 'react'
import type { HeadedSection } from '../../shared/compact/checkpoint.ts'
import { type ErrorValue, toErrorValue } from '../../shared/ipc/errors.ts'
import type { Client } from '../bridge/client.ts'

/** The sections of a stored checkpoint, read once; null until they are there. */
export function useStoredSections(
  client: Client,
  thread: string,
  id: string,
): { readonly sections: readonly HeadedSection[] | null; readonly error: ErrorValue | null } {
  const [sections, setSections] = useState<readonly HeadedSection[] | null>(null)
  const [error, setError] = useState<ErrorValue | null>(null)
  useEffect(() => {
    let isCurrent = true
    client.request('checkpoint.get', { thread, id }).then(
      (answer) => isCurrent && setSections(answer.sections),
      (thrown: unknown) => isCurrent && setError(toErrorValue(thrown)),
    )
    return () => {
      isCurrent = false
    }
  }, [client, thread, id])
  return { sections, error }
}
