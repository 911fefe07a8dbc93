import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Policy } from '../../shared/compact/policy.ts'
import { type ErrorValue, toErrorValue } from '../../shared/ipc/errors.ts'
import type { Input, Output } from '../../shared/ipc/routes.ts'
import { useClient } from '../app/client-context.ts'
import { policySentence } from '../app/policy-sentence.ts'
import { errorText } from '../i18n/error-text.ts'
import { Button } from '../ui/button.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { CompactionFields } from './compaction-fields.tsx'
import { isAbsence, ReadFailure } from './read-failure.tsx'
import { SavedMark, type SaveState } from './saved-mark.tsx'

type Scope = 'default' | 'workspace' | 'thread'
type Answer = Output<'policy.get'>

export interface CompactionSettingsProps {
  /** The thread that is shown; null = none. */
  readonly thread: string | null
}

/** When and how a context is made smaller: for all threads, this folder or this thread (screens.md section 13). */
export function CompactionSettings({ thread }: CompactionSettingsProps) {
  const { t } = useTranslation('settings')
  const { t: tError } = useTranslation('errors')
  const client = useClient()
  const [scope, setScope] = useState<Scope>(thread === null ? 'default' : 'thread')
  const [answered, setAnswered] = useState<{ readonly scope: Scope; readonly answer: Answer } | null>(null)
  // What is known of another scope is not shown for this one, and never saved into it.
  const answer = answered?.scope === scope ? answered.answer : null
  const [error, setError] = useState<ErrorValue | null>(null)
  const [presets, setPresets] = useState<Output<'policy.presets'> | null>(null)
  const [save, setSave] = useState<SaveState>({ kind: 'idle' })
  // Only the newest question counts: the scope may change while an answer is under way.
  const asked = useRef(0)

  const read = useCallback(async () => {
    asked.current += 1
    const own = asked.current
    try {
      // A folder has no window of its own; the shown thread's numbers explain it best.
      const next = await client.request('policy.get', { thread, scope })
      if (own !== asked.current) return
      setAnswered({ scope, answer: next })
      setError(null)
    } catch (thrown) {
      if (own === asked.current) setError(toErrorValue(thrown))
    }
  }, [client, scope, thread])
  const newest = useRef(read)
  useEffect(() => {
    newest.current = read
    setError(null)
    void read()
  }, [read])
  useEffect(() => {
    // Without presets every field can still be set by hand.
    client.request('policy.presets').then(setPresets, () => setPresets(null))
  }, [client])

  /** Saves that are under way: what main answers before the last of them is older than what is shown. */
  const saving = useRef(0)
  async function store(policy: Policy | null) {
    // Shown at once, so that a change made before main answers does not take this one back.
    if (policy !== null)
      setAnswered((before) =>
        before?.scope === scope ? { scope, answer: { ...before.answer, policy } } : before,
      )
    saving.current += 1
    asked.current += 1
    try {
      // The door's schema lists the same values, only without `readonly`.
      const value = policy as Input<'policy.save'>['policy']
      await client.request('policy.save', {
        scope,
        thread: scope === 'thread' ? thread : null,
        policy: value,
      })
      setSave({ kind: 'saved', at: Date.now() })
    } catch (thrown) {
      setSave({ kind: 'failed', reason: errorText(tError, thrown) })
    }
    saving.current -= 1
    // The scope may be another one by now.
    if (saving.current === 0) await newest.current()
  }

  if (error !== null && isAbsence(error)) return <p className="st-meta">{t('compaction.absent')}</p>
  return (
    <div className="st-compaction">
      <p className="st-meta">{t('compaction.intro')}</p>
      <div className="st-line">
        <span className="st-label">{t('compaction.scope')}</span>
        <Segmented
          label={t('compaction.scope')}
          value={scope}
          onChange={setScope}
          options={(['default', 'workspace', 'thread'] as const).map((value) => ({
            value,
            label: t(`compaction.scope.${value}`),
            isDisabled: value === 'thread' && thread === null,
          }))}
        />
      </div>
      {error !== null ? (
        <ReadFailure error={error} onRetry={() => void read()} />
      ) : answer === null ? (
        <p className="st-meta">{t('compaction.reading')}</p>
      ) : (
        <>
          <p className="st-policy-line" role="status">
            {policySentence(t, answer)}
          </p>
          <div className="st-line">
            <span className="st-meta">
              {t(`compaction.from.${answer.scope === scope ? 'own' : answer.scope}`)}
            </span>
            {answer.scope === scope ? (
              <Button size="small" onClick={() => void store(null)}>
                {t('compaction.reset')}
              </Button>
            ) : null}
          </div>
          <CompactionFields
            policy={answer.policy}
            missingSummarizer={answer.missingSummarizer}
            presets={presets}
            onChange={(policy) => void store(policy)}
          />
        </>
      )}
      <SavedMark state={save} />
    </div>
  )
}
