/** Shortest run, in characters, that can be taken for encoded bytes. Hashes and keys are shorter. */
const SHORTEST_RUN = 200

/** What the shortest wrapped line of encoded bytes measures; 64 and 76 are usual. */
const SHORTEST_LINE = 56

const ALPHABET: Uint8Array = makeAlphabet()

function makeAlphabet(): Uint8Array {
  const alphabet = new Uint8Array(128)
  for (const sign of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-=') {
    alphabet[sign.charCodeAt(0)] = 1
  }
  return alphabet
}

/**
 * Replaces encoded bytes in a text by a counted mark: data addresses, long unbroken base64 or hex, the
 * same wrapped in lines, and references into a thread's picture table (S-198). Linear; text without any
 * comes back as the same string. Rules of one repeated sign and long paths are left alone.
 */
export function replaceBinaryRuns(text: string): string {
  const withoutReferences = text.includes('blob:sha256:')
    ? text.replace(/blob:sha256:[0-9a-f]*/gi, '[picture]')
    : text
  const runs = findRuns(withoutReferences)
  if (runs.length === 0) return withoutReferences
  let result = ''
  let at = 0
  for (const run of runs) {
    let from = run.from
    const address = /data:[\w.+-]*\/?[\w.+-]*(?:;[\w.=+-]*)*;base64,$/i.exec(
      withoutReferences.slice(Math.max(at, from - 200), from),
    )
    if (address) from -= address[0].length
    result += `${withoutReferences.slice(at, from)}[${run.to - run.from} characters of encoded data left out]`
    at = run.to
  }
  return result + withoutReferences.slice(at)
}

interface Run {
  readonly from: number
  readonly to: number
}

function findRuns(text: string): readonly Run[] {
  const runs: Run[] = []
  let from = 0
  let lines = 0
  let lineFrom = 0
  // A run goes on over a line break as long as its lines are long and hold nothing else.
  for (let index = 0; index <= text.length; index++) {
    const code = index < text.length ? text.charCodeAt(index) : -1
    if (code >= 0 && code < 128 && ALPHABET[code] === 1) continue
    const isBreak = code === 10 || (code === 13 && text.charCodeAt(index + 1) === 10)
    if (isBreak && index - lineFrom >= SHORTEST_LINE && looksEncoded(text, lineFrom, index)) {
      lines += 1
      if (code === 13) index += 1
      lineFrom = index + 1
      continue
    }
    const to = lines > 0 && !looksEncoded(text, lineFrom, index) ? endOfLineBefore(text, lineFrom) : index
    if (to - from >= SHORTEST_RUN && (lines > 0 || looksEncoded(text, from, to))) runs.push({ from, to })
    from = index + 1
    lineFrom = index + 1
    lines = 0
  }
  return runs
}

function endOfLineBefore(text: string, lineFrom: number): number {
  return text.charCodeAt(lineFrom - 2) === 13 ? lineFrom - 2 : lineFrom - 1
}

/** Letters of both cases with digits, or hex digits alone, and many different ones of them. */
function looksEncoded(text: string, from: number, to: number): boolean {
  const sample = text.slice(from, Math.min(to, from + 400))
  if (sample.length === 0) return false
  const distinct = new Set(sample).size
  if (/^[0-9a-f]+$/i.test(sample)) return sample.length >= SHORTEST_LINE && distinct >= 8 && /\d/.test(sample)
  const slashes = sample.split('/').length - 1
  // Paths break every few characters; of base64 one sign in 64 is a slash.
  if (slashes > 2 && slashes > sample.length / 16) return false
  const isMixed = /[a-z]/.test(sample) && /[A-Z]/.test(sample) && /\d/.test(sample)
  // A short last line of a wrapped block has too few signs to judge by.
  return sample.length < SHORTEST_LINE ? isMixed || /=$/.test(sample) : isMixed && distinct >= 12
}
