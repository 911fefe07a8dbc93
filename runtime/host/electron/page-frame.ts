import { guardClass } from '../guard.ts'

interface Shown {
  getURL(): string
  isDestroyed(): boolean
}

/** The page's own frame, as events name their sender. */
export class PageFrame {
  readonly #contents: Shown
  readonly parent = null

  constructor(contents: Shown) {
    this.#contents = contents
  }

  get url(): string {
    return this.#contents.getURL()
  }

  get origin(): string {
    return /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/.exec(this.url)?.[0] ?? 'null'
  }

  isDestroyed(): boolean {
    return this.#contents.isDestroyed()
  }
}
guardClass('senderFrame', PageFrame)
