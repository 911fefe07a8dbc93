import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { McpServerSettings } from '../../shared/ipc/agent-schema.ts'
import { useClient } from '../app/client-context.ts'
import { errorText } from '../i18n/error-text.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'

export interface ServerSecretsProps {
  readonly server: McpServerSettings
  /** True = the server stands in the settings like that. */
  readonly onChange: (server: McpServerSettings) => Promise<boolean>
}

const MOST_SECRETS = 20
const VALUE_LIMIT = 4096

/** Secret headers or variables of a server: names stand in the settings, values go in and never come out. */
export function ServerSecrets({ server, onChange }: ServerSecretsProps) {
  const { t } = useTranslation('settings')
  const { t: tError } = useTranslation('errors')
  const client = useClient()
  const [name, setName] = useState('')
  const [value, setValue] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const { id, secretNames } = server
  const isFull = !secretNames.includes(name.trim()) && secretNames.length >= MOST_SECRETS

  async function keep() {
    const wanted = name.trim()
    const secret = value
    // The page forgets it before anything else happens.
    setValue('')
    try {
      // A value whose name stands nowhere would lie in the store for ever.
      const isNamed =
        secretNames.includes(wanted) || (await onChange({ ...server, secretNames: [...secretNames, wanted] }))
      if (!isNamed) return
      await client.request('agent.setSecret', { server: id, name: wanted, value: secret })
      setName('')
      setProblem(null)
    } catch (error) {
      setProblem(t('key.failed', { reason: errorText(tError, error) }))
    }
  }

  return (
    <div className="st-secrets">
      {secretNames.map((known) => (
        <div key={known} className="st-line">
          <span className="grow">
            <code>{known}</code> <span className="st-meta">{t('agent.secretKept')}</span>
          </span>
          <Button
            size="small"
            kind="quiet"
            aria-label={t('agent.forgetSecret', { name: known, server: id })}
            onClick={() =>
              void onChange({ ...server, secretNames: secretNames.filter((other) => other !== known) })
            }
          >
            {t('agent.secretForget')}
          </Button>
        </div>
      ))}
      <div className="st-secret-new">
        <TextField
          label={t(server.kind === 'http' ? 'agent.secretHeader' : 'agent.secretVariable')}
          value={name}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextField
          label={t('agent.secretValue')}
          type="password"
          autoComplete="new-password"
          value={value}
          maxLength={VALUE_LIMIT}
          problem={problem}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
        <Button disabled={name.trim() === '' || value === '' || isFull} onClick={() => void keep()}>
          {t('agent.secretSave')}
        </Button>
      </div>
      <p className="st-meta">{t('agent.secretHint')}</p>
    </div>
  )
}
