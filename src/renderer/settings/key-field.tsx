import { type RefObject, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProviderSettings } from '../../shared/ipc/settings.ts'
import { useClient } from '../app/client-context.ts'
import { errorText } from '../i18n/error-text.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { isSubmitKey } from '../ui/is-submit-key.ts'
import { isLocal } from './provider-presets.ts'

/** Gives a typed key to main: `none` = nothing is typed, `failed` = the field says why. */
export type KeepTypedKey = () => Promise<ProviderSettings | 'none' | 'failed'>

export interface KeyFieldProps {
  readonly provider: ProviderSettings
  readonly onChanged: (provider: ProviderSettings) => void
  /** Set here, for who needs the typed key kept without a click on its button. */
  readonly keepTyped: RefObject<KeepTypedKey>
}

/** Longest key that the door accepts. */
const KEY_LIMIT = 4096

/** A key goes in and never comes out: the page forgets it as soon as main has it. */
export function KeyField({ provider, onChanged, keepTyped }: KeyFieldProps) {
  const { t } = useTranslation('settings')
  const { t: tError } = useTranslation('errors')
  const client = useClient()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)

  async function give(key: string): Promise<ProviderSettings | 'failed'> {
    try {
      const answer = await client.request('provider.setKey', { id: provider.id, key })
      // One that was not kept stays, to be given again.
      if (key !== '') setTyped('')
      onChanged(answer)
      setProblem(null)
      return answer
    } catch (error) {
      setProblem(t('key.failed', { reason: errorText(tError, error) }))
      return 'failed'
    }
  }

  const key = typed.trim()
  useEffect(() => {
    keepTyped.current = async () => (key === '' ? 'none' : give(key))
  })
  const isKept = provider.keyState !== 'none'
  const state = isKept ? t(`key.${provider.keyState}`) : t(isLocal(provider) ? 'key.noneNeeded' : 'key.none')
  return (
    <div className="st-key">
      <TextField
        label={t('key.label')}
        type="password"
        autoComplete="new-password"
        value={typed}
        maxLength={KEY_LIMIT}
        placeholder={t(isKept ? 'key.placeholderKept' : 'key.placeholder')}
        problem={problem}
        hint={isKept ? `${state} ${t('key.never')}` : state}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (isSubmitKey(event) && key !== '') void give(key)
        }}
      />
      <div className="st-key-actions">
        <Button disabled={key === ''} onClick={() => void give(key)}>
          {t('key.save')}
        </Button>
        {isKept ? (
          <Button kind="quiet" onClick={() => void give('')}>
            {t('key.forget')}
          </Button>
        ) : null}
      </div>
    </div>
  )
}
