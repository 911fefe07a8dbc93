/** At most a third of a secret is shown, and never more than six characters of it. */
export function maskSecret(secret: string): string {
  const line = secret.replace(/\s+/g, ' ')
  const shown = Math.min(6, Math.floor(line.length / 3))
  const tail = Math.floor(shown / 3)
  return `${line.slice(0, shown - tail)}•••${tail === 0 ? '' : line.slice(-tail)}`.toWellFormed()
}
