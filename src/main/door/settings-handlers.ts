import { AppError } from '../../shared/ipc/errors.ts'
import type { Handlers } from '../../shared/ipc/handlers.ts'
import type { ProviderSettings } from '../../shared/ipc/settings.ts'
import type { Emit, HostPort } from '../ports.ts'
import { testProvider } from '../providers/test-provider.ts'
import type { ProviderStore, StoredProvider } from '../settings/provider-store.ts'
import type { SettingsFile } from '../settings/settings-file.ts'

type SettingsHandlers = Pick<
  Handlers,
  | 'settings.get'
  | 'settings.set'
  | 'provider.list'
  | 'provider.save'
  | 'provider.remove'
  | 'provider.setKey'
  | 'provider.test'
>

export interface SettingsDoor {
  readonly settings: SettingsFile
  readonly providers: ProviderStore
  readonly host: Pick<HostPort, 'getSecret' | 'setSecret' | 'secretState' | 'applyTheme'>
  readonly emit: Emit
}

/** Routes of the settings. A key goes in once and never comes out again. */
export function settingsHandlers({ settings, providers, host, emit }: SettingsDoor): SettingsHandlers {
  const shown = (provider: StoredProvider) => describeProvider(provider, host)
  const listed = () => Promise.all(providers.list().map(shown))
  const tell = async () => emit('providers.changed', await listed())
  return {
    'settings.get': async () => settings.get(),
    'settings.set': async (patch) => {
      try {
        return await settings.set(patch)
      } finally {
        // Also when the disk refused: what was chosen then counts for this run, and the failure is told.
        const changed = settings.get()
        emit('settings.changed', changed)
        if (patch.theme !== undefined) await host.applyTheme(changed.theme)
      }
    },
    'provider.list': listed,
    'provider.save': async (provider) => {
      await providers.save(provider)
      await tell()
      return shown(found(providers, provider.id))
    },
    'provider.remove': async ({ id }) => {
      await providers.remove(id)
      await host.setSecret(id, '')
      await tell()
      return null
    },
    'provider.setKey': async ({ id, key }) => {
      const provider = found(providers, id)
      const keyState = await host.setSecret(id, key)
      await tell()
      return { ...provider, keyState }
    },
    'provider.test': async ({ id }, { signal }) => {
      const provider = await shown(found(providers, id))
      return testProvider(provider, await host.getSecret(id), signal)
    },
  }
}

/** A provider with the state of its key. */
export async function describeProvider(
  provider: StoredProvider,
  host: Pick<HostPort, 'secretState'>,
): Promise<ProviderSettings> {
  return { ...provider, keyState: await host.secretState(provider.id) }
}

function found(providers: ProviderStore, id: string): StoredProvider {
  const provider = providers.get(id)
  if (provider === null) throw new AppError('not-found', 'This provider is not there any more.')
  return provider
}
