/** Signs of Chinese, Japanese and Korean, which are written without spaces between words. */
const SIGNS =
  '\\u2e80-\\u2fdf\\u3005-\\u3007\\u3040-\\u30ff\\u3105-\\u312f\\u3131-\\u318e\\u31a0-\\u31bf\\u31f0-\\u31ff' +
  '\\u3400-\\u4dbf\\u4e00-\\u9fff\\ua960-\\ua97f\\uac00-\\ud7ff\\uf900-\\ufaff\\uff66-\\uff9f'

const ANY = new RegExp(`[${SIGNS}]`)
const EACH = new RegExp(`[${SIGNS}]|[\\u{20000}-\\u{3ffff}]`, 'gu')

/** True for one character that is indexed as a word of its own. */
export function isSign(character: string): boolean {
  return ANY.test(character) || (character.codePointAt(0) ?? 0) >= 0x20000
}

/**
 * Puts spaces around every Chinese, Japanese and Korean sign, so that the index takes each for a word and a run of
 * them is found as a phrase. Text without any comes back as the same string.
 */
export function setApart(text: string): string {
  return ANY.test(text) || /[\ud840-\ud8bf]/.test(text) ? text.replace(EACH, ' $& ') : text
}
