import { useTranslation } from 'react-i18next'
import { useCommands } from '../app/commands.ts'
import { useProviders } from '../app/use-providers.ts'
import { Button } from '../ui/button.tsx'
import { Check, ChevronDown } from '../ui/icons.ts'
import { Menu, type MenuItem } from '../ui/menu.tsx'
import { useAct, useRuntimeAccess, useRuntimeState } from './runtime/runtime-context.ts'

export interface ProviderPickerProps {
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}

/** Who answers in this thread. Choosing sends nothing; the next message goes there. */
export function ProviderPicker({ isOpen, onOpenChange }: ProviderPickerProps) {
  const { t } = useTranslation('runtime')
  const { runtime } = useRuntimeAccess()
  const act = useAct()
  const commands = useCommands()
  const providers = useProviders()
  const chosen = useRuntimeState((state) => state.provider)
  const id = chosen?.providerId ?? null
  const current = providers.find((provider) => provider.id === id)
  const label = chosen?.model || current?.model || current?.name || t('picker.none')
  const tick = <Check size={14} strokeWidth={2} />
  const items: readonly MenuItem[] = [
    {
      kind: 'action',
      label: t('picker.default'),
      ...(id === null ? { icon: tick } : {}),
      onSelect: () => act(runtime.setProvider(null)),
    },
    ...providers.map(
      (provider): MenuItem => ({
        kind: 'action',
        label: `${provider.name} · ${provider.model === '' ? t('picker.noModel') : provider.model}`,
        ...(provider.id === id ? { icon: tick } : {}),
        reason: provider.model === '' ? t('picker.noModel') : null,
        onSelect: () => act(runtime.setProvider(provider.id)),
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
      <Button kind="quiet" className="provider-picker" title={t('picker.label')}>
        <span className="truncate">{label}</span>
        <ChevronDown size={14} strokeWidth={2} aria-hidden="true" />
      </Button>
    </Menu>
  )
}
