import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProviderSettings } from '../../shared/ipc/settings.ts'
import { useClient } from '../app/client-context.ts'
import { errorText } from '../i18n/error-text.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { isSubmitKey } from '../ui/is-submit-key.ts'
import { isLocal } from './provider-presets.ts'

export interface KeyFieldProps {
  readonly provider: ProviderSettings
  readonly onChanged: (provider: ProviderSettings) => void
}

/** Longest key that the door accepts. */
const KEY_LIMIT = 4096

/** A key goes in and never comes out: the page forgets it as soon as main has it. */
export function KeyField({ provider, onChanged }: KeyFieldProps) {
  const { t } = useTranslation('settings')
  const { t: tError } = useTranslation('errors')
  const client = useClient()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)

  async function give(key: string) {
    setTyped('')
    try {
      onChanged(await client.request('provider.setKey', { id: provider.id, key }))
      setProblem(null)
    } catch (error) {
      setProblem(t('key.failed', { reason: errorText(tError, error) }))
    }
  }

  const key = typed.trim()
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
