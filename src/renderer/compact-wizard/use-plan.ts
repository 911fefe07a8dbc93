import { useCallback, useEffect, useRef, useState } from 'react'
import type { CompactPlan } from '../../shared/compact/plan.ts'
import { type ErrorValue, toErrorValue } from '../../shared/ipc/errors.ts'
import { useClient } from '../app/client-context.ts'

/** The plan of a thread as main last measured it. A reload keeps the old one until the new one is there. */
export type PlanState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: ErrorValue }
  | { readonly kind: 'loaded'; readonly plan: CompactPlan }

/** Asks main for the plan; again on `reload`. Asking for a plan sends nothing to a model (S-169). */
export function usePlan(thread: string): { readonly state: PlanState; readonly reload: () => void } {
  const client = useClient()
  const [state, setState] = useState<PlanState>({ kind: 'loading' })
  const asked = useRef(0)

  const reload = useCallback(() => {
    asked.current += 1
    const own = asked.current
    client.request('compact.plan', { thread }).then(
      (plan) => {
        if (own === asked.current) setState({ kind: 'loaded', plan })
      },
      (error) => {
        if (own === asked.current) setState({ kind: 'failed', error: toErrorValue(error) })
      },
    )
  }, [client, thread])

  useEffect(() => {
    reload()
    return () => {
      asked.current += 1
    }
  }, [reload])
  return { state, reload }
}
