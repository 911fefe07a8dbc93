import { useTranslation } from 'react-i18next'
import type { ProviderSettings } from '../../shared/ipc/settings.ts'
import { useCommands } from '../app/commands.ts'
import { useProviders } from '../app/use-providers.ts'
import { formatTokens } from '../i18n/format.ts'
import { Button } from '../ui/button.tsx'
import { Check, ChevronDown, Server, TriangleAlert } from '../ui/icons.ts'
import { Menu, type MenuItem } from '../ui/menu.tsx'
import { useAct, useRuntimeAccess, useRuntimeState } from './runtime/runtime-context.ts'

export interface ProviderPickerProps {
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}

/** Who answers in this thread. Choosing sends nothing; the next message goes there. */
export function ProviderPicker({ isOpen, onOpenChange }: ProviderPickerProps) {
  const { t } = useTranslation('runtime')
  const { runtime, places } = useRuntimeAccess()
  const act = useAct()
  const commands = useCommands()
  const providers = useProviders()
  const chosen = useRuntimeState((state) => state.provider)
  const id = chosen?.providerId ?? null
  const current = providers.find((provider) => provider.id === id)
  const missing = chosen?.missing ?? null
  const label =
    missing === null
      ? chosen?.model || current?.model || current?.name || t('picker.none')
      : t('picker.missing', { name: missing })
  const tick = <Check size={14} strokeWidth={2} />
  function choose(provider: ProviderSettings) {
    const used = runtime.getState().report?.usedTokens ?? 0
    const { windowTokens } = provider
    const go = () => act(runtime.setProvider(provider.id))
    if (windowTokens === null || used <= windowTokens) return go()
    places.ask({
      title: t('picker.tooSmallTitle', { name: provider.name }),
      text: t('picker.tooSmall', {
        tokens: formatTokens(used),
        model: provider.model,
        window: formatTokens(windowTokens),
      }),
      actions: [
        { label: t('picker.compactFirst'), run: () => act(runtime.compact('')) },
        { label: t('picker.anyway'), run: go },
      ],
    })
  }
  const items: readonly MenuItem[] = [
    ...(missing === null
      ? []
      : [{ kind: 'note' as const, text: t('picker.missingNote', { name: missing }) }]),
    {
      kind: 'action',
      label: t('picker.default'),
      ...(chosen?.isDefault === true ? { icon: tick } : {}),
      onSelect: () => act(runtime.setProvider(null)),
    },
    ...providers.map(
      (provider): MenuItem => ({
        kind: 'action',
        label: `${provider.name} · ${provider.model === '' ? t('picker.noModel') : provider.model}`,
        ...(chosen?.isDefault === false && provider.id === id ? { icon: tick } : {}),
        reason: provider.model === '' ? t('picker.noModel') : null,
        onSelect: () => choose(provider),
      }),
    ),
    { kind: 'separator', id: 'settings' },
    {
      kind: 'action',
      label: t('picker.settings'),
      onSelect: () => void commands.run('settings', 'providers'),
    },
  ]
  return (
    <Menu items={items} label={t('picker.label')} isOpen={isOpen} onOpenChange={onOpenChange}>
      <Button
        kind="quiet"
        className={`provider-picker ${missing === null ? '' : 'is-missing'}`}
        title={`${t('picker.label')}: ${label}`}
        icon={
          missing === null ? (
            <Server className="provider-icon" size={16} strokeWidth={1.75} aria-hidden="true" />
          ) : (
            <TriangleAlert size={14} strokeWidth={2} aria-hidden="true" />
          )
        }
      >
        <span className="truncate">{label}</span>
        <ChevronDown size={14} strokeWidth={2} aria-hidden="true" />
      </Button>
    </Menu>
  )
}
