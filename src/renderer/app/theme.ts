import type { Settings } from '../../shared/ipc/settings.ts'

/** What `data-theme` on the root element can be. */
export type ThemeName = 'light' | 'dark' | 'high-contrast' | 'high-contrast-light'

/** The theme to show. A system that asks for more contrast gets it on its own ground. */
export function resolveTheme(
  setting: Settings['theme'],
  system: { readonly isDark: boolean; readonly wantsContrast: boolean },
): ThemeName {
  if (setting !== 'system') return setting
  if (system.wantsContrast) return system.isDark ? 'high-contrast' : 'high-contrast-light'
  return system.isDark ? 'dark' : 'light'
}

/** Sets theme, language and reading size on the root element. */
export function dressPage(
  root: HTMLElement,
  dress: { readonly theme: ThemeName; readonly language: string; readonly textSizePx: number },
): void {
  root.dataset.theme = dress.theme
  root.lang = dress.language
  root.style.setProperty('--text-read', `${dress.textSizePx}px`)
  // 15/24 in Latin and 15/26 in Chinese are the design's pairs; other sizes keep those ratios on whole pixels.
  const ratio = dress.language.startsWith('zh') ? 26 / 15 : 24 / 15
  root.style.setProperty('--lh-read', `${Math.round(dress.textSizePx * ratio)}px`)
}
