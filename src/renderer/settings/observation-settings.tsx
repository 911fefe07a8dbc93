import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Output } from '../../shared/ipc/routes.ts'
import type { Settings } from '../../shared/ipc/settings.ts'
import { useClient } from '../app/client-context.ts'
import { CopyButton } from '../app/copy-button.tsx'
import { useSettings } from '../app/settings-context.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { NumberField } from './number-field.tsx'

export interface ObservationSettingsProps {
  /** Told after each change: null = saved, else why not. */
  readonly onSaved: (error: unknown) => void
}

/** The loopback interface for other programs of this machine: off until it is switched on here. */
export function ObservationSettings({ onSaved }: ObservationSettingsProps) {
  const { t } = useTranslation('settings')
  const client = useClient()
  const { settings, change: save } = useSettings()
  const { observation } = settings
  const [state, setState] = useState<Output<'observation.state'> | null>(null)
  useEffect(() => {
    let isCurrent = true
    client.request('observation.state').then(
      (answer) => isCurrent && setState(observation.isOn ? answer : null),
      () => isCurrent && setState(null),
    )
    return () => {
      isCurrent = false
    }
  }, [client, observation])
  // Leaving the port for the switch changes both before main has answered once.
  const wanted = useRef(observation)
  useEffect(() => {
    wanted.current = observation
  }, [observation])
  const change = useCallback(
    (patch: Partial<Settings['observation']>) => {
      wanted.current = { ...wanted.current, ...patch }
      save({ observation: wanted.current }).then(() => onSaved(null), onSaved)
    },
    [save, onSaved],
  )
  return (
    <fieldset className="st-group">
      <legend>{t('observation.title')}</legend>
      <p className="st-meta">{t('observation.hint')}</p>
      <Checkbox
        isChecked={observation.isOn}
        onChange={(isOn) => change({ isOn })}
        label={t('observation.on')}
      />
      <NumberField
        label={t('observation.port')}
        value={observation.port}
        least={1024}
        most={65_535}
        onChange={(port) => change({ port })}
      />
      {state === null ? null : state.problem === null ? (
        <p className="st-meta">
          {t('observation.open', { address: `http://127.0.0.1:${state.port}` })}{' '}
          <CopyButton label={t('observation.copyToken')} text={() => state.token ?? ''} />
        </p>
      ) : (
        <p className="st-meta" role="alert">
          {t('observation.failed', { port: observation.port })}
        </p>
      )}
    </fieldset>
  )
}
