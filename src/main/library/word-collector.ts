import { wordsOf } from '../../shared/search/words.ts'

/** Longer ones are encoded bytes, which nobody remembers a part of. */
const LONGEST_WORD = 128
/** Shorter ones hold no part that could be looked for. */
const SHORTEST_WORD = 3
const CACHE_BITS = 20

/** Lower case of each ASCII letter and digit, 0 for everything else. */
const LOWER = new Uint8Array(128)
for (let code = 0; code < 128; code += 1) {
  const sign = String.fromCharCode(code)
  if (/[a-z0-9]/i.test(sign)) LOWER[code] = sign.toLowerCase().charCodeAt(0)
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII is meant.
const PLAIN = /^[\x00-\x7f]*$/

/**
 * Collects each different word of many texts once. Words seen lately are recognised by two hashes before they are
 * cut out of the text: most words of a thread were seen before.
 */
export class WordCollector {
  readonly #known: Set<string>
  readonly #first = new Int32Array(1 << CACHE_BITS)
  readonly #second = new Int32Array(1 << CACHE_BITS)
  #fresh: string[] = []

  /** `known` = words that need not be told again. */
  constructor(known: Iterable<string>) {
    this.#known = new Set(known)
  }

  /** Words that came since the last call. */
  takeFresh(): readonly string[] {
    const fresh = this.#fresh
    this.#fresh = []
    return fresh
  }

  add(text: string): void {
    if (PLAIN.test(text)) this.#addPlain(text)
    else for (const word of wordsOf(text)) if (!word.isSign) this.#note(word.text)
  }

  #addPlain(text: string): void {
    let from = 0
    let first = 0
    let second = 0
    for (let at = 0; at <= text.length; at += 1) {
      const lower = LOWER[at < text.length ? text.charCodeAt(at) : 0] ?? 0
      if (lower !== 0) {
        first = Math.imul(first ^ lower, 0x01000193)
        second = (Math.imul(second, 31) + lower) | 0
        continue
      }
      const length = at - from
      if (length >= SHORTEST_WORD && length <= LONGEST_WORD) {
        const slot = (first ^ (first >>> CACHE_BITS)) & ((1 << CACHE_BITS) - 1)
        if (this.#first[slot] !== first || this.#second[slot] !== second) {
          this.#first[slot] = first
          this.#second[slot] = second
          this.#note(text.slice(from, at).toLowerCase())
        }
      }
      from = at + 1
      first = 0
      second = 0
    }
  }

  #note(word: string): void {
    if (word.length < SHORTEST_WORD || word.length > LONGEST_WORD || this.#known.has(word)) return
    this.#known.add(word)
    this.#fresh.push(word)
  }
}
