/** A guessed time, to two digits at most: `≈35 s`, `≈4 min`. */
export function formatRoughTime(seconds: number, language: string): string {
  const isShort = seconds < 90
  const value = isShort ? (seconds > 20 ? Math.round(seconds / 5) * 5 : seconds) : Math.round(seconds / 60)
  const text = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: isShort ? 'second' : 'minute',
    unitDisplay: isShort ? 'narrow' : 'short',
  }).format(value)
  return `≈${text.replace(/(\d)(?=[^\d\s.,])/u, '$1\u00a0')}`
}
