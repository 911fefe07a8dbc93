/** Languages offered for a summary, besides the conversation's own. */
export const SUMMARY_LANGUAGES = ['en', 'zh-CN', 'zh-TW', 'ja', 'ko', 'de', 'fr', 'es', 'pt', 'ru'] as const

/** A language by its own name: "Deutsch", "简体中文". */
export function ownName(tag: string): string {
  const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)
}
