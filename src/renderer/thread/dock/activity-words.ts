import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { CompactionStage, SkipReason } from '../../../shared/compact/event.ts'
import { ERROR_CODES } from '../../../shared/ipc/errors.ts'
import type { ActivityEntry } from '../../../shared/ipc/turn.ts'

/** What a line says of how it ended: a word, and the reason where there is one. */
export interface ActivityWords {
  readonly result: string
  readonly reason: string | null
}

const RESULTS = [
  'completed',
  'failed',
  'cancelled',
  'skipped',
  'reduced',
  'needs_new_thread',
  'once',
  'thread',
  'never',
] as const

const UNDOS = ['undo', 'restore'] as const

/** Complete by their types: a new one without a text does not compile. */
const SKIPS: Readonly<Record<SkipReason, true>> = {
  'below-trigger': true,
  'manual-only': true,
  'breaker-open': true,
  'nothing-to-fold': true,
  'only-a-summary': true,
  'fits-budget': true,
  'no-new-content': true,
  'fixed-part-too-large': true,
  'tools-running': true,
  'no-gain': true,
  'already-running': true,
}
const STAGES: Readonly<Record<CompactionStage, true>> = {
  plan: true,
  summary: true,
  verify: true,
  restore: true,
  post_check: true,
  second_overflow: true,
  store: true,
}

/** The words of a line in the person's language. A code that is not known here is told as such, never shown raw. */
export function useActivityWords(): (entry: ActivityEntry) => ActivityWords {
  const { t } = useTranslation('runtime')
  const { t: tError } = useTranslation('errors')
  return useCallback(
    (entry) => {
      const { kind, details } = entry
      const word = RESULTS.find((known) => known === entry.result)
      // Some lines have the code of an error itself as their result. A stop has one too, and is no error.
      const code = ERROR_CODES.find((known) => known === (word === undefined ? entry.result : details.code))
      const result = word ?? (code === undefined ? 'unknown' : 'failed')
      const skip = keyIn(SKIPS, details.reason)
      const stage = keyIn(STAGES, details.stage)
      const what = UNDOS.find((known) => kind === 'undo' && known === details.what)
      return {
        result: t(`activity.result.${what ?? result}`),
        reason: reason(),
      }
      function reason(): string | null {
        if (skip !== null) return t(`skip.${skip}`)
        if (stage !== null) return t(`stage.${stage}`)
        if (details.ending === 'length') return t('activity.cut')
        // Its text speaks of sizes that a line does not hold.
        if (code === undefined || code === 'needs-new-thread') return null
        return tError(code, { path: '', tokens: '', limit: '' })
      }
    },
    [t, tError],
  )
}

function keyIn<K extends string>(table: Readonly<Record<K, true>>, value: unknown): K | null {
  // Own keys of the table are its type.
  return typeof value === 'string' && Object.hasOwn(table, value) ? (value as K) : null
}
