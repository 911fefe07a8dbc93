import type { Settings } from '../../shared/ipc/settings.ts'

/** What the system is told so that menus, dialogs and `prefers-color-scheme` agree with the page. */
export function themeSource(theme: Settings['theme']): 'system' | 'light' | 'dark' {
  // High contrast is a dark theme of our own.
  return theme === 'high-contrast' ? 'dark' : theme
}

/** Colour behind the page before its first paint: `--bg-app` of the theme. */
export function openingBackground(theme: Settings['theme'], isSystemDark: boolean): string {
  if (theme === 'high-contrast') return '#000000'
  const isDark = theme === 'dark' || (theme === 'system' && isSystemDark)
  return isDark ? '#101514' : '#F2F4F3'
}
