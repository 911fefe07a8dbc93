import { Plus } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ErrorValue, toErrorValue } from '../../shared/ipc/errors.ts'
import type { ProviderSettings } from '../../shared/ipc/settings.ts'
import { useClient } from '../app/client-context.ts'
import { errorText } from '../i18n/error-text.ts'
import { useJoined } from '../i18n/use-joined.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Menu } from '../ui/menu.tsx'
import { ProviderForm } from './provider-form.tsx'
import { newProvider, PROVIDER_PRESETS, type ProviderPreset } from './provider-presets.ts'

/** The providers of this installation: list left, the chosen one right. */
export function ProvidersSettings() {
  const { t } = useTranslation('settings')
  const { t: tError } = useTranslation('errors')
  const joined = useJoined()
  const client = useClient()
  const [providers, setProviders] = useState<readonly ProviderSettings[] | null>(null)
  const [error, setError] = useState<ErrorValue | null>(null)
  /** Why the last adding or removing did not go through; the list itself is fine then. */
  const [changeError, setChangeError] = useState<ErrorValue | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const [removing, setRemoving] = useState<ProviderSettings | null>(null)

  const keep = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The dialog gives the focus to its first button; the harmless answer must be the one Enter gives.
    if (removing !== null) keep.current?.focus()
  }, [removing])

  const load = useCallback(() => {
    setError(null)
    client.request('provider.list').then(
      (list) => {
        setProviders(list)
        setChosen((before) => before ?? list[0]?.id ?? null)
      },
      (thrown) => setError(toErrorValue(thrown)),
    )
  }, [client])
  useEffect(load, [load])

  const replace = useCallback((provider: ProviderSettings) => {
    setProviders((before) => (before ?? []).map((other) => (other.id === provider.id ? provider : other)))
  }, [])

  async function add(preset: ProviderPreset) {
    const { keyState: _, ...input } = newProvider(preset, providers ?? [])
    setChangeError(null)
    try {
      const made = await client.request('provider.save', input)
      setProviders([...(providers ?? []), made])
      setChosen(made.id)
    } catch (thrown) {
      setChangeError(toErrorValue(thrown))
    }
  }

  async function remove(provider: ProviderSettings) {
    setRemoving(null)
    setChangeError(null)
    try {
      await client.request('provider.remove', { id: provider.id })
      const left = (providers ?? []).filter((other) => other.id !== provider.id)
      setProviders(left)
      setChosen(left[0]?.id ?? null)
    } catch (thrown) {
      setChangeError(toErrorValue(thrown))
    }
  }

  const current = providers?.find((provider) => provider.id === chosen) ?? null
  return (
    <div className="st-providers">
      <p className="st-meta">{t('providers.intro')}</p>
      {error === null ? null : (
        <p className="st-failed" role="alert">
          {joined(t('providers.failed'), errorText(tError, error))}{' '}
          <Button size="small" onClick={load}>
            {t('providers.retry')}
          </Button>
        </p>
      )}
      {changeError === null ? null : (
        <p className="st-failed" role="alert">
          {t('saveFailed', { reason: errorText(tError, changeError) })}
        </p>
      )}
      <div className="st-columns">
        <div className="st-list-side">
          {providers === null ? (
            <p className="st-meta">{t('providers.loading')}</p>
          ) : providers.length === 0 ? (
            <p className="st-meta">{t('providers.empty')}</p>
          ) : (
            <ul className="st-list" aria-label={t('providers.list')}>
              {providers.map((provider) => (
                <li key={provider.id}>
                  <button
                    type="button"
                    aria-current={provider.id === chosen}
                    onClick={() => setChosen(provider.id)}
                  >
                    <span className="truncate">{provider.name}</span>
                    <span className="st-meta truncate">{provider.model || t('test.notChosen')}</span>
                  </button>
                </li>
              ))}
            </ul>
          )}
          <Menu
            align="start"
            label={t('providers.add')}
            items={PROVIDER_PRESETS.map((preset) => ({
              kind: 'action',
              label: preset.key === 'compatible' ? t('preset.compatible') : preset.name,
              onSelect: () => void add(preset),
            }))}
          >
            <Button
              disabled={providers === null}
              icon={<Plus size={14} strokeWidth={2} aria-hidden="true" />}
            >
              {t('providers.add')}
            </Button>
          </Menu>
        </div>
        {providers?.length === 0 ? (
          <section className="st-intro" aria-label={t('providers.what')}>
            <h3>{t('providers.what')}</h3>
            <p>{t('providers.whatFor')}</p>
            <p>{t('providers.whatLocal')}</p>
            <p>{t('providers.whatSent')}</p>
          </section>
        ) : current === null ? (
          <p className="st-meta st-choose">{providers === null ? '' : t('providers.choose')}</p>
        ) : (
          <ProviderForm
            key={current.id}
            provider={current}
            onChanged={replace}
            onRemove={() => setRemoving(current)}
          />
        )}
      </div>
      <Dialog
        isOpen={removing !== null}
        size="small"
        title={t('providers.removeTitle', { name: removing?.name ?? '' })}
        closeLabel={t('close')}
        onClose={() => setRemoving(null)}
        footer={
          <>
            <Button
              size="large"
              kind="danger"
              onClick={() => {
                if (removing !== null) void remove(removing)
              }}
            >
              {t('providers.removeGo')}
            </Button>
            <Button size="large" kind="primary" ref={keep} onClick={() => setRemoving(null)}>
              {t('providers.keep')}
            </Button>
          </>
        }
      >
        {t('providers.removeBody')}
      </Dialog>
    </div>
  )
}
