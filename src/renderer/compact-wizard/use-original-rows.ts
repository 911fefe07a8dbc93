import { useEffect, useState } from 'react'
import { type ErrorValue, toErrorValue } from '../../shared/ipc/errors.ts'
import type { Row } from '../../shared/thread/row.ts'
import { useClient } from '../app/client-context.ts'
import { toRuns } from './compare-list.ts'

/** Most rows asked for at once. */
const LONGEST_RUN = 50

/** Rows of the source by index, read page by page. Rows already read are kept and not asked for again. */
export function useOriginalRows(
  thread: string,
  indexes: readonly number[],
): { readonly rows: ReadonlyMap<number, Row>; readonly error: ErrorValue | null } {
  const client = useClient()
  const [rows, setRows] = useState<ReadonlyMap<number, Row>>(new Map())
  const [error, setError] = useState<ErrorValue | null>(null)
  const key = indexes.join(',')

  useEffect(() => {
    let isCurrent = true
    const wanted = key === '' ? [] : key.split(',').map(Number)
    async function read() {
      for (const run of toRuns(wanted, LONGEST_RUN)) {
        const page = await client.request('thread.page', {
          thread,
          from: run.from,
          limit: run.to - run.from,
        })
        if (!isCurrent) return
        setRows((before) => new Map([...before, ...page.rows.map((row) => [row.index, row] as const)]))
      }
    }
    read().catch((thrown) => {
      if (isCurrent) setError(toErrorValue(thrown))
    })
    return () => {
      isCurrent = false
    }
  }, [client, thread, key])

  return { rows, error }
}
