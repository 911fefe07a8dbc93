import type { Page } from '@playwright/test'

/** What scrolling through a thread cost the page. */
export interface ScrollFigures {
  /** Most rows mounted at once. */
  readonly mostRows: number
  readonly frames: number
  readonly medianFrameMs: number
  readonly p95FrameMs: number
  readonly longestTaskMs: number
}

/** The last row of a thread of `total` messages. */
export function lastRowOf(total: number): string {
  return `main:not([inert]) [aria-posinset="${total}"][aria-setsize="${total}"]`
}

/** Milliseconds from a click on a thread of the tree until the row that `row` selects has been painted. */
export function clickToRow(page: Page, path: string, row: string): Promise<number> {
  return page.evaluate(
    ({ path, row }) =>
      new Promise<number>((resolve, reject) => {
        const line = document.querySelector<HTMLElement>(`[role="treeitem"][data-path="${path}"]`)
        if (line === null) {
          reject(new Error(`no ${path} in the tree`))
          return
        }
        const start = performance.now()
        const look = () => {
          if (document.querySelector(row) === null) requestAnimationFrame(look)
          // The frame after the next one begins when this row has been painted.
          else requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)))
        }
        line.click()
        look()
      }),
    { path, row },
  )
}

/** When the last row of the restored or given thread was there, in milliseconds since 1970. */
export async function lastRowAt(page: Page, total: number): Promise<number> {
  const found = await page.waitForFunction(
    (count) =>
      document.querySelector(`[aria-posinset="${count}"][aria-setsize="${count}"]`) === null
        ? null
        : performance.timeOrigin + performance.now(),
    total,
    { polling: 'raf' },
  )
  return (await found.jsonValue()) ?? Number.NaN
}

/** Scrolls up by two thirds of the view per frame and watches the page. */
export function scrollUp(page: Page, frames: number): Promise<ScrollFigures> {
  return page.evaluate(
    (count) =>
      new Promise<ScrollFigures>((resolve) => {
        const list = document.querySelector<HTMLElement>('main:not([inert]) [role="log"]')
        let mostRows = 0
        let longestTaskMs = 0
        const times: number[] = []
        const tasks = new PerformanceObserver((found) => {
          for (const task of found.getEntries()) longestTaskMs = Math.max(longestTaskMs, task.duration)
        })
        tasks.observe({ entryTypes: ['longtask'] })
        let last = performance.now()
        const step = () => {
          const now = performance.now()
          times.push(now - last)
          last = now
          mostRows = Math.max(mostRows, document.querySelectorAll('main:not([inert]) [data-index]').length)
          if (list !== null) list.scrollTop -= list.clientHeight * 0.66
          if (times.length < count) requestAnimationFrame(step)
          else
            setTimeout(() => {
              tasks.disconnect()
              times.sort((a, b) => a - b)
              resolve({
                mostRows,
                frames: times.length,
                medianFrameMs: times[times.length >> 1] ?? 0,
                p95FrameMs: times[Math.floor(times.length * 0.95)] ?? 0,
                longestTaskMs,
              })
            }, 300)
        }
        requestAnimationFrame(step)
      }),
    frames,
  )
}

/** Types one character at a time; milliseconds from each key to the frame that shows it. */
export async function typeAndWatch(page: Page, characters: number): Promise<readonly number[]> {
  await page.evaluate(() => {
    const times: number[] = []
    Object.assign(window, { keyTimes: times })
    addEventListener(
      'keydown',
      (event) =>
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => times.push(performance.now() - event.timeStamp)
          port2.postMessage(null)
        }),
      { capture: true },
    )
  })
  for (let count = 0; count < characters; count += 1)
    await page.keyboard.type('keep '.charAt(count % 5), { delay: 15 })
  return page.evaluate(() => (window as unknown as { keyTimes: number[] }).keyTimes)
}

/**
 * Makes a preview with the built-in summarizer and asks for pages all the while; milliseconds of the whole and of
 * the longest wait for a page.
 */
export function pagesDuringPreview(
  page: Page,
  thread: string,
  total: number,
): Promise<{ readonly previewMs: number; readonly longestWaitMs: number; readonly pages: number }> {
  return page.evaluate(
    async ({ thread, total }) => {
      const bridge = (window as unknown as { palimpsest: PageBridge }).palimpsest
      await bridge.request('thread.open', { thread })
      const start = performance.now()
      let previewMs = 0
      const options = {
        keepTurns: 3,
        instructions: '',
        summarizerId: 'built-in',
        detail: 'standard',
        language: 'same',
        budgetChars: null,
      }
      bridge.stream('compact.start', { thread, options }, ({ kind }) => {
        if (kind !== 'frames') previewMs = performance.now() - start
      })
      let longestWaitMs = 0
      let pages = 0
      while (previewMs === 0) {
        const asked = performance.now()
        await bridge.request('thread.page', { thread, from: (pages * 40) % total, limit: 40 })
        longestWaitMs = Math.max(longestWaitMs, performance.now() - asked)
        pages += 1
      }
      return { previewMs, longestWaitMs, pages }
    },
    { thread, total },
  )
}

/** The part of the bridge that a probe uses. */
interface PageBridge {
  request(route: string, input: unknown): Promise<unknown>
  stream(route: string, input: unknown, listener: (message: { readonly kind: string }) => void): () => void
}

/** Heap of the page after a collection, in megabytes. */
export async function heapMegabytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize / 1_000_000
}
