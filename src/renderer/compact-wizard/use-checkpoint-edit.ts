import { useCallback, useState } from 'react'
import type { CheckpointSection, SectionKey } from '../../shared/compact/checkpoint.ts'
import { type ErrorValue, toErrorValue } from '../../shared/ipc/errors.ts'
import type { CheckpointEdit } from '../../shared/ipc/turn.ts'
import type { CheckpointCompareProps } from '../app/slots.ts'
import type { Client } from '../bridge/client.ts'

/** Why an edit was not stored. What was written stays. */
export type EditProblem =
  | { readonly kind: 'block'; readonly block: Extract<CheckpointEdit, { kind: 'blocked' }>['block'] }
  | { readonly kind: 'error'; readonly error: ErrorValue }

/** The words of a checkpoint while they are mended. */
export interface CheckpointEditing {
  readonly texts: ReadonlyMap<SectionKey, string>
  readonly isChanged: boolean
  readonly isStoring: boolean
  readonly problem: EditProblem | null
  readonly setText: (key: SectionKey, text: string) => void
  readonly discard: () => void
  readonly store: () => Promise<void>
}

/** Nothing is stored before `store`; a second call while one runs does nothing. */
export function useCheckpointEdit(owner: {
  readonly client: Client
  readonly thread: string
  readonly id: string
  readonly sections: readonly CheckpointSection[] | null
  readonly onStored: CheckpointCompareProps['onStored']
}): CheckpointEditing {
  const { client, thread, id, sections, onStored } = owner
  const [texts, setTexts] = useState<ReadonlyMap<SectionKey, string>>(new Map())
  const [isStoring, setIsStoring] = useState(false)
  const [problem, setProblem] = useState<EditProblem | null>(null)
  const changed = (sections ?? []).flatMap(({ key, text }) => {
    const next = texts.get(key)
    return next === undefined || next.trim() === text.trim() ? [] : [{ key, text: next }]
  })
  const setText = useCallback((key: SectionKey, text: string) => {
    setProblem(null)
    setTexts((before) => new Map(before).set(key, text))
  }, [])
  async function store() {
    if (isStoring || changed.length === 0) return
    setIsStoring(true)
    setProblem(null)
    try {
      const outcome = await client.request('checkpoint.edit', { thread, id, sections: changed })
      if (outcome.kind === 'blocked') setProblem({ kind: 'block', block: outcome.block })
      if (outcome.kind === 'stored') onStored(outcome)
    } catch (thrown) {
      setProblem({ kind: 'error', error: toErrorValue(thrown) })
    } finally {
      setIsStoring(false)
    }
  }
  return {
    texts,
    isChanged: changed.length > 0,
    isStoring,
    problem,
    setText,
    discard: () => setTexts(new Map()),
    store,
  }
}
