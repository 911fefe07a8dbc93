import { byteLength, MAX_NAME_BYTES, shortenToBytes } from './name-bytes.ts'

/** Signs that Windows refuses or that part paths, and what stands in for each. One to one: no two names meet. */
const STAND_INS: { readonly [sign: string]: string } = {
  ':': '：',
  '?': '？',
  '"': '＂',
  '<': '＜',
  '>': '＞',
  '|': '｜',
  '*': '＊',
  '/': '／',
  '\\': '＼',
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])[ ]*(?=\.|$)/i

/**
 * A file or folder name that every platform takes, made from what a person typed (B-77). Same rule everywhere;
 * never empty, never `.` or `..`, no path separator, no device name, not hidden, at most 255 bytes with
 * `extension`. The extension is added once. Joiners inside emoji (U+200D) stay.
 */
export function safeName(text: string, extension = ''): string {
  const typed = stripExtension(text.toWellFormed().normalize('NFC'), extension)
  const signs = typed
    .replace(UNSEEN, (sign) => (sign === '\u200d' ? sign : '_'))
    .replace(/[:?"<>|*/\\]/g, (sign) => STAND_INS[sign] ?? '_')
  const trimmed = trimEnd(signs.trimStart())
  const visible = /^[.-]/.test(trimmed) ? `_${trimmed}` : trimmed
  const named = visible.replace(DEVICE, (device) => `${device.trimEnd()}_`)
  const short = trimEnd(shortenToBytes(named || 'untitled', MAX_NAME_BYTES - byteLength(extension)))
  return `${short || 'untitled'}${extension}`
}

function stripExtension(text: string, extension: string): string {
  const isThere = extension !== '' && text.toLowerCase().endsWith(extension.toLowerCase())
  return isThere ? text.slice(0, -extension.length) : text
}

/** Windows drops dots and spaces at the end without a word. */
function trimEnd(text: string): string {
  return text.replace(/[\s.]+$/u, '')
}
