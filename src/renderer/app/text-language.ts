/** Share of Han characters from which a text counts as Chinese. */
const HAN_SHARE = 0.08

/**
 * The language of a text as far as its script tells: `ja` by kana, `ko` by Hangul, `zh-CN` by a good share of
 * Han characters. Undefined for other scripts: Latin letters do not tell a language.
 */
export function languageOf(text: string): 'ja' | 'ko' | 'zh-CN' | undefined {
  const sample = text.slice(0, 2000)
  if (/[\u3040-\u30ff]/.test(sample)) return 'ja'
  if (/[\uac00-\ud7af]/.test(sample)) return 'ko'
  const han = sample.match(/\p{Script=Han}/gu)?.length ?? 0
  const letters = sample.match(/\p{L}/gu)?.length ?? 0
  return letters > 0 && han / letters >= HAN_SHARE ? 'zh-CN' : undefined
}
