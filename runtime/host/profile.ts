import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * What the browser's own settings would otherwise do behind the app: connect to an address as soon as a
 * page names it (2 = never), offer to keep passwords, translate, suggest, check pages with a service.
 */
const PREFERENCES = {
  net: { network_prediction_options: 2 },
  credentials_enable_service: false,
  profile: {
    password_manager_enabled: false,
    default_content_setting_values: { notifications: 2, geolocation: 2 },
  },
  autofill: { profile_enabled: false, credit_card_enabled: false },
  translate: { enabled: false },
  search: { suggest_enabled: false },
  safebrowsing: { enabled: false },
  alternate_error_pages: { enabled: false },
  browser: { has_seen_welcome_page: true, check_default_browser: false },
} as const

/** Makes the browser's profile with these settings, unless it is there already. */
export function prepareProfile(folder: string): void {
  const file = join(folder, 'Default', 'Preferences')
  if (existsSync(file)) return
  mkdirSync(join(folder, 'Default'), { recursive: true })
  writeFileSync(file, JSON.stringify(PREFERENCES))
}
