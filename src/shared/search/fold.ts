/** A text as it is compared, and where its characters stood. */
export interface Folded {
  readonly text: string
  /** Offset in the original of each UTF-16 unit of `text`, one more at the end; null = the same offsets. */
  readonly places: Int32Array | null
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII is meant.
const PLAIN = /^[\x00-\x7f]*$/

/** ASCII at once, anything else one character at a time. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII is meant.
const RUN = /[\x00-\x7f]+|[^\x00-\x7f]/gu

/** Lower case without accents, as the index compares. Text of ASCII keeps its offsets. */
export function fold(text: string): Folded {
  if (PLAIN.test(text)) return { text: text.toLowerCase(), places: null }
  const pieces: string[] = []
  const places: number[] = []
  let at = 0
  for (const [run] of text.matchAll(RUN)) {
    const isPlain = (run.codePointAt(0) ?? 0) < 0x80
    const folded = isPlain ? run.toLowerCase() : foldCharacter(run)
    pieces.push(folded)
    for (let unit = 0; unit < folded.length; unit += 1) places.push(isPlain ? at + unit : at)
    at += run.length
  }
  places.push(at)
  return { text: pieces.join(''), places: Int32Array.from(places) }
}

/** Same as `fold(text).text`. */
export function foldText(text: string): string {
  return PLAIN.test(text) ? text.toLowerCase() : text.replace(RUN, foldRun)
}

function foldRun(run: string): string {
  return run.charCodeAt(0) < 0x80 ? run.toLowerCase() : foldCharacter(run)
}

function foldCharacter(character: string): string {
  const code = character.charCodeAt(0)
  if (code < 0x80) return character.toLowerCase()
  // Signs of these scripts have no case, and Korean syllables would fall apart.
  if (code >= 0x2e80 && code < 0xfb00) return character
  // A final sigma is no letter of its own.
  if (character === 'ς') return 'σ'
  // Ligatures and full-width letters stand for plain ones.
  const form = code >= 0xfb00 && (code <= 0xfb06 || (code >= 0xff01 && code <= 0xff5e)) ? 'NFKD' : 'NFD'
  return character.normalize(form).replace(/\p{M}/gu, '').toLowerCase()
}
