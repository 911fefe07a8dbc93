import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Output } from '../../../shared/ipc/routes.ts'
import { policySentence } from '../../app/policy-sentence.ts'
import { Button } from '../../ui/button.tsx'
import { SlidersHorizontal } from '../../ui/icons.ts'
import { ContextDetails } from '../composer/context-details.tsx'
import { useRuntimeAccess, useRuntimeState } from '../runtime/runtime-context.ts'

/** The meter's numbers with room, and the rule that decides when they shrink. */
export function ContextPanel() {
  return (
    <div className="dock-body">
      <ContextDetails />
      <PolicyLine />
    </div>
  )
}

function PolicyLine() {
  const { t } = useTranslation('runtime')
  const { t: tPolicy } = useTranslation('settings')
  const { runtime, places } = useRuntimeAccess()
  const revision = useRuntimeState((state) => state.revision)
  const [policy, setPolicy] = useState<Output<'policy.get'> | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the window may have changed with the numbers.
  useEffect(() => {
    let isCurrent = true
    runtime.client.request('policy.get', { thread: runtime.thread }).then(
      (answer) => isCurrent && setPolicy(answer),
      // Without a policy there is nothing to say; the settings tell why.
      () => isCurrent && setPolicy(null),
    )
    return () => {
      isCurrent = false
    }
  }, [runtime, revision])
  if (policy === null) return null
  return (
    <section className="dock-section" aria-label={t('context.policy')}>
      <h3>{t('context.policy')}</h3>
      <p>{policySentence(tPolicy, policy)}</p>
      <Button
        icon={<SlidersHorizontal size={14} strokeWidth={2} aria-hidden="true" />}
        onClick={places.openPolicy}
      >
        {t('context.editPolicy')}
      </Button>
    </section>
  )
}
