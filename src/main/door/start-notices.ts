import { join } from 'node:path'
import type { AppNotice } from '../../shared/ipc/notices.ts'
import { type AppDatabase, databasePath } from '../checkpoints/database.ts'
import type { ProviderStore } from '../settings/provider-store.ts'
import { type SettingsFile, settingsPath } from '../settings/settings-file.ts'

/** What the start depends on. */
export interface StartState {
  readonly dataDir: string
  readonly isRestart?: boolean
  readonly database: Pick<AppDatabase, 'state' | 'movedTo'>
  readonly settings: Pick<SettingsFile, 'badKeys' | 'setAsidePath' | 'isUnavailable'>
  readonly providers: Pick<ProviderStore, 'path' | 'setAsidePath' | 'isUnavailable'>
}

/** What a person should know of how the program's own files were found. Empty = all well. */
export function startNotices(state: StartState): readonly AppNotice[] {
  const { dataDir, isRestart, database, settings, providers } = state
  const notices: AppNotice[] = []
  if (isRestart === true) notices.push({ code: 'core-restarted', path: join(dataDir, 'logs', 'main.log') })
  if (database.state !== 'ready')
    notices.push({ code: `database-${database.state}`, path: database.movedTo ?? databasePath(dataDir) })

  if (settings.isUnavailable) notices.push({ code: 'settings-unavailable', path: settingsPath(dataDir) })
  else if (settings.setAsidePath !== null)
    notices.push({ code: 'settings-recovered', path: settings.setAsidePath })
  else if (settings.badKeys.length > 0) notices.push({ code: 'settings-values', path: settingsPath(dataDir) })

  if (providers.isUnavailable) notices.push({ code: 'providers-unavailable', path: providers.path })
  else if (providers.setAsidePath !== null)
    notices.push({ code: 'providers-recovered', path: providers.setAsidePath })
  return notices
}
