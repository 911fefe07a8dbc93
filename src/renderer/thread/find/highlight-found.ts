import { markText } from '../../../shared/search/mark-text.ts'

/** Names in the style sheet: every place, and those of the message that is shown. */
const ALL = 'found'
const HERE = 'found-here'
/** Places that are painted in all mounted rows together. */
const MOST_PLACES = 2_000

/**
 * Paints what was found in the mounted rows, without touching their elements. A row that changes is looked through
 * again, and no other. Answers what ends it. Where the browser cannot paint ranges nothing happens.
 */
export function highlightFound(
  log: HTMLElement,
  patterns: readonly RegExp[],
  here: number | null,
): () => void {
  if (typeof Highlight === 'undefined' || CSS.highlights === undefined) return () => undefined
  let frame = 0
  /** Places of the rows that have not changed since they were looked through. */
  const known = new WeakMap<HTMLElement, readonly Range[]>()
  const paint = () => {
    frame = 0
    const all: Range[] = []
    const current: Range[] = []
    for (const row of log.querySelectorAll<HTMLElement>('[data-index]')) {
      const ranges = known.get(row) ?? rangesIn(row, patterns)
      known.set(row, ranges)
      if (Number(row.dataset.index) === here) current.push(...ranges)
      else all.push(...ranges)
      if (all.length > MOST_PLACES) break
    }
    CSS.highlights.set(ALL, new Highlight(...all))
    CSS.highlights.set(HERE, new Highlight(...current))
  }
  const observer = new MutationObserver((records) => {
    for (const { target } of records) {
      const element = target instanceof HTMLElement ? target : target.parentElement
      const row = element?.closest<HTMLElement>('[data-index]')
      if (row != null) known.delete(row)
    }
    if (frame === 0) frame = requestAnimationFrame(paint)
  })
  observer.observe(log, { childList: true, subtree: true, characterData: true })
  paint()
  return () => {
    observer.disconnect()
    cancelAnimationFrame(frame)
    CSS.highlights.delete(ALL)
    CSS.highlights.delete(HERE)
  }
}

/** The first place in a row, for scrolling to it; null = it is not mounted, or nothing of it is shown. */
export function firstPlace(log: HTMLElement, patterns: readonly RegExp[], index: number): Range | null {
  const row = log.querySelector<HTMLElement>(`[data-index="${index}"]`)
  return row === null ? null : (rangesIn(row, patterns)[0] ?? null)
}

function rangesIn(row: HTMLElement, patterns: readonly RegExp[]): readonly Range[] {
  const ranges: Range[] = []
  const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.nodeValue ?? ''
    if (text.trim() === '' || node.parentElement?.closest('[aria-hidden="true"], .visually-hidden') != null)
      continue
    for (const [from, to] of markText(text, patterns, 200)) {
      const range = document.createRange()
      range.setStart(node, from)
      range.setEnd(node, to)
      ranges.push(range)
    }
  }
  return ranges
}
