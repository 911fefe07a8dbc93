import { useCallback, useEffect, useRef, useState } from 'react'
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
import { isAbsence, ReadFailure } from './read-failure.tsx'
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
  // Only the answer to the newest change is what is shown.
  const asked = useRef(0)

  const load = useCallback(() => {
    setError(null)
    client.request('agent.settings').then(setSettings, (thrown) => setError(toErrorValue(thrown)))
  }, [client])
  useEffect(load, [load])
  const onSaved = useCallback(
    (thrown: unknown) =>
      setSave(
        thrown === null
          ? { kind: 'saved', at: Date.now() }
          : { kind: 'failed', reason: errorText(tError, thrown) },
      ),
    [tError],
  )
  const store = useCallback(
    async (patch: Input<'agent.saveSettings'>): Promise<boolean> => {
      // Shown at once, so that a change made before main answers does not take this one back.
      setSettings((before) => (before === null ? null : changed(before, patch)))
      asked.current += 1
      const own = asked.current
      try {
        const answer = await client.request('agent.saveSettings', patch)
        if (own === asked.current) setSettings(answer)
        onSaved(null)
        return true
      } catch (thrown) {
        onSaved(thrown)
        if (own === asked.current) load()
        return false
      }
    },
    [client, load, onSaved],
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
    return isAbsence(error) ? (
      <p className="st-meta">{t('agent.absent')}</p>
    ) : (
      <ReadFailure error={error} onRetry={load} />
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
            onChange={replace}
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
      <ObservationSettings onSaved={onSaved} />
      <SavedMark state={save} />
    </div>
  )
}

/** The settings with what is given replaced; a key given as `undefined` stays. */
function changed(settings: AgentSettings, patch: Input<'agent.saveSettings'>): AgentSettings {
  return {
    webSearch: patch.webSearch ?? settings.webSearch,
    webFetch: patch.webFetch ?? settings.webFetch,
    mcpServers: patch.mcpServers ?? settings.mcpServers,
  }
}
