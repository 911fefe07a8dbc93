import type { Database } from 'better-sqlite3'

/** Words that hold a part. */
export interface HoldingWords {
  /** Shortest first: the nearest to what was typed. */
  readonly words: readonly string[]
  /** False = there are more. */
  readonly isComplete: boolean
}

/** Words looked at for one part; some short ones stand in thousands. */
const MOST_SEEN = 4_000

/**
 * Every different word of the index, in memory as one text: a million messages have some hundred thousand, a few
 * megabytes. Looking through it for a part of a word takes about a millisecond, which a second index over all texts
 * would cost seven times the disk for.
 */
export class Vocabulary {
  readonly #newer
  #lastId = 0
  #text = '\n'

  constructor(db: Database) {
    this.#newer = db.prepare<[number], { readonly id: number; readonly words: string }>(
      'select id, words from vocabulary where id > ? order by id',
    )
  }

  /** Reads what the indexer added. */
  refresh(): void {
    const batches = this.#newer.all(this.#lastId)
    const last = batches.at(-1)
    if (last === undefined) return
    this.#lastId = last.id
    this.#text += `${batches.map(({ words }) => words).join('\n')}\n`
  }

  /** Words that hold `part` and are longer. */
  holding(part: string, most: number): HoldingWords {
    return this.#find(part, most, (word) => word.length > part.length)
  }

  /** Words that end with `part` and are longer. */
  endingWith(part: string, most: number): HoldingWords {
    return this.#find(`${part}\n`, most, (word) => word.length > part.length)
  }

  /** Words that begin with `part` and are longer. */
  startingWith(part: string, most: number): HoldingWords {
    return this.#find(`\n${part}`, most, (word) => word.length > part.length)
  }

  #find(part: string, most: number, fits: (word: string) => boolean): HoldingWords {
    const words: string[] = []
    let seen = 0
    let at = this.#text.indexOf(part)
    for (; at !== -1 && seen < MOST_SEEN; seen += 1) {
      const inside = part.startsWith('\n') ? at + 1 : at
      const end = this.#text.indexOf('\n', inside)
      const word = this.#text.slice(this.#text.lastIndexOf('\n', inside - 1) + 1, end)
      if (fits(word)) words.push(word)
      at = this.#text.indexOf(part, end)
    }
    const sorted = words.toSorted((a, b) => a.length - b.length)
    return { words: sorted.slice(0, most), isComplete: at === -1 && sorted.length <= most }
  }
}
