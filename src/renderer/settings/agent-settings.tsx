import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AgentSettings, McpServerSettings } from '../../shared/ipc/agent-schema.ts'
import { type ErrorValue, toErrorValue } from '../../shared/ipc/errors.ts'
import type { Input, Output } from '../../shared/ipc/routes.ts'
import { useClient } from '../app/client-context.ts'
import { errorText } from '../i18n/error-text.ts'
import { Button } from '../ui/button.tsx'
import { AgentServer } from './agent-server.tsx'
import { NewServer } from './new-server.tsx'
import { ObservationSettings } from './observation-settings.tsx'
import { SavedMark, type SaveState } from './saved-mark.tsx'
import { TemplateField } from './template-field.tsx'

type Tested = Output<'agent.testServers'>

/** What the agent may reach: addresses for the web, and servers of further tools. Nothing is set at first. */
export function AgentSettingsPage() {
  const { t } = useTranslation('settings')
  const { t: tError } = useTranslation('errors')
  const client = useClient()
  const [settings, setSettings] = useState<AgentSettings | null>(null)
  const [error, setError] = useState<ErrorValue | null>(null)
  const [tested, setTested] = useState<Tested | null>(null)
  const [isTesting, setIsTesting] = useState(false)
  const [save, setSave] = useState<SaveState>({ kind: 'idle' })

  useEffect(() => {
    client.request('agent.settings').then(setSettings, (thrown) => setError(toErrorValue(thrown)))
  }, [client])
  const store = useCallback(
    async (patch: Input<'agent.saveSettings'>) => {
      try {
        setSettings(await client.request('agent.saveSettings', patch))
        setSave({ kind: 'saved', at: Date.now() })
      } catch (thrown) {
        setSave({ kind: 'failed', reason: errorText(tError, thrown) })
      }
    },
    [client, tError],
  )
  async function test() {
    setIsTesting(true)
    try {
      setTested(await client.request('agent.testServers'))
    } catch (thrown) {
      setSave({ kind: 'failed', reason: errorText(tError, thrown) })
    }
    setIsTesting(false)
  }

  if (error !== null)
    return (
      <p className="st-meta">
        {error.code === 'not-found' || error.code === 'unknown-route'
          ? t('agent.absent')
          : errorText(tError, error)}
      </p>
    )
  if (settings === null) return <p className="st-meta">{t('agent.reading')}</p>
  const { mcpServers } = settings
  const replace = (server: McpServerSettings) =>
    store({ mcpServers: mcpServers.map((other) => (other.id === server.id ? server : other)) })
  return (
    <div className="st-compaction">
      <p className="st-meta">{t('agent.intro')}</p>
      <TemplateField
        label={t('agent.webSearch')}
        hint={t('agent.webSearchHint')}
        placeholder="{query}"
        value={settings.webSearch}
        onChange={(webSearch) => void store({ webSearch })}
      />
      <TemplateField
        label={t('agent.webFetch')}
        hint={t('agent.webFetchHint')}
        placeholder="{url}"
        value={settings.webFetch}
        onChange={(webFetch) => void store({ webFetch })}
      />
      <fieldset className="st-group">
        <legend>{t('agent.servers')}</legend>
        <p className="st-meta">{t('agent.serversHint')}</p>
        {mcpServers.map((server) => (
          <AgentServer
            key={server.id}
            server={server}
            state={tested?.find((state) => state.id === server.id) ?? null}
            onChange={(next) => void replace(next)}
            onRemove={() => void store({ mcpServers: mcpServers.filter((other) => other.id !== server.id) })}
          />
        ))}
        <NewServer
          taken={mcpServers.map((server) => server.id)}
          onAdd={(server) => void store({ mcpServers: [...mcpServers, server] })}
        />
      </fieldset>
      {mcpServers.length === 0 ? null : (
        <Button disabled={isTesting} onClick={() => void test()}>
          {isTesting ? t('test.running') : t('test.run')}
        </Button>
      )}
      <ObservationSettings />
      <SavedMark state={save} />
    </div>
  )
}
