import { useTranslation } from 'react-i18next'
import type { McpServerSettings } from '../../shared/ipc/agent-schema.ts'
import type { Output } from '../../shared/ipc/routes.ts'
import { CopyButton } from '../app/copy-button.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { ServerSecrets } from './server-secrets.tsx'

export interface AgentServerProps {
  readonly server: McpServerSettings
  /** What the last test found; null = not tested. */
  readonly state: Output<'agent.testServers'>[number] | null
  readonly onChange: (server: McpServerSettings) => Promise<boolean>
  readonly onRemove: () => void
}

/** One server of further tools: on or off, how it is reached, and what a test found. */
export function AgentServer({ server, state, onChange, onRemove }: AgentServerProps) {
  const { t } = useTranslation('settings')
  const place = server.kind === 'http' ? server.url : [server.command, ...server.args].join(' ')
  return (
    <div className="st-server">
      <div className="st-line">
        <Checkbox
          isChecked={server.isOn}
          label={server.id}
          hint={place}
          onChange={(isOn) => void onChange({ ...server, isOn })}
        />
        <Button size="small" aria-label={t('agent.removeServer', { name: server.id })} onClick={onRemove}>
          {t('providers.removeGo')}
        </Button>
      </div>
      <ServerSecrets server={server} onChange={onChange} />
      {state === null ? null : state.problem === null ? (
        <p className="st-meta">{t('agent.tools', { count: state.tools.length })}</p>
      ) : (
        <p className="st-meta st-failed" role="alert">
          {t(`agent.problem.${state.problem}`)}{' '}
          <CopyButton size="small" kind="quiet" label={t('test.copy')} text={() => state.details} />
        </p>
      )}
    </div>
  )
}
