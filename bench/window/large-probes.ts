import type { Page } from '@playwright/test'

const ACTIVE = 'main:not([inert])'

/** Any row of the thread that is looked at. */
export const ANY_ROW = `${ACTIVE} article[data-row]`

/** Resolves when the thread's rows know that there are `total` of them. */
export async function allKnown(page: Page, total: number): Promise<void> {
  await page.waitForFunction(
    ({ total, active }) => document.querySelector(`${active} article[aria-setsize="${total}"]`) !== null,
    { total, active: ACTIVE },
    { polling: 'raf', timeout: 0 },
  )
}

/** Milliseconds from pressing Home in the conversation until its first message has been painted. */
export async function goToStart(page: Page): Promise<number> {
  return moved(page, 1, (log) =>
    log.dispatchEvent(new KeyboardEvent('keydown', { key: 'Home', bubbles: true, cancelable: true })),
  )
}

/** The same for a click on the rail, at a share of its height; `position` counts from 1. */
export async function clickRail(page: Page, position: number): Promise<number> {
  return moved(page, position, (_, place) => {
    const rail = document.querySelector<HTMLElement>('main:not([inert]) .rail')
    const box = rail?.getBoundingClientRect()
    if (rail === null || box === undefined) throw new Error('no rail')
    rail.dispatchEvent(
      new MouseEvent('click', {
        bubbles: true,
        clientX: box.left + 2,
        clientY: box.top + box.height * place,
      }),
    )
  })
}

/** Does something in the page and waits until the message at `position`, or one near it, was painted. */
async function moved(
  page: Page,
  position: number,
  act: (log: Element, place: number) => unknown,
): Promise<number> {
  return page.evaluate(
    ({ position, act, active }) =>
      new Promise<number>((resolve, reject) => {
        const log = document.querySelector(`${active} [role="log"]`)
        const total = Number(document.querySelector(`${active} article`)?.getAttribute('aria-setsize'))
        if (log === null) {
          reject(new Error('no conversation'))
          return
        }
        // A pixel of the rail stands for many messages.
        const pixels = document.querySelector(`${active} .rail`)?.clientHeight ?? 0
        const near = position === 1 ? 0 : 8 + (pixels === 0 ? 0 : (2 * total) / pixels)
        const isThere = () =>
          [...log.querySelectorAll('article[aria-posinset]')].some((row) => {
            const box = row.getBoundingClientRect()
            const view = log.getBoundingClientRect()
            const isNear = Math.abs(Number(row.getAttribute('aria-posinset')) - position) <= near
            return isNear && box.bottom > view.top && box.top < view.bottom
          })
        const start = performance.now()
        const look = () => {
          if (!isThere()) requestAnimationFrame(look)
          else requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)))
        }
        // Playwright sends text; the probe is our own.
        new Function('log', 'place', `(${act})(log, place)`)(log, (position - 1) / Math.max(1, total - 1))
        look()
      }),
    { position, act: String(act), active: ACTIVE },
  )
}

/** Writes into Find and takes the milliseconds until the row of the only hit was painted. */
export async function findToRow(page: Page, text: string, position: number): Promise<number> {
  await page.keyboard.press('Control+f')
  const field = page.locator(`${ACTIVE} .find-input`)
  await field.waitFor()
  const start = Date.now()
  await field.fill(text)
  await page.waitForFunction(
    ({ position, active }) => {
      const log = document.querySelector(`${active} [role="log"]`)
      const row = log?.querySelector(`article[aria-posinset="${position}"]`)
      if (row == null || log == null) return false
      const box = row.getBoundingClientRect()
      const view = log.getBoundingClientRect()
      return box.bottom > view.top && box.top < view.bottom
    },
    { position, active: ACTIVE },
    { polling: 'raf', timeout: 900_000 },
  )
  const took = Date.now() - start
  await page.keyboard.press('Escape')
  return took
}

/** Rows in the document and messages in the store of the active thread. */
export function heldRows(page: Page): Promise<{ readonly mounted: number; readonly stored: number }> {
  return page.evaluate((active) => {
    interface Fiber {
      readonly return: Fiber | null
      readonly memoizedProps: {
        readonly value?: { readonly store?: { getState?(): { rows?: { size: number } } } }
      } | null
    }
    const log = document.querySelector(`${active} [role="log"]`)
    const key = log === null ? undefined : Object.keys(log).find((name) => name.startsWith('__reactFiber$'))
    // React keeps the way from an element to its contexts there.
    let fiber = key === undefined ? null : ((log as unknown as Record<string, Fiber>)[key] ?? null)
    let stored = -1
    for (; fiber !== null && stored < 0; fiber = fiber.return)
      stored = fiber.memoizedProps?.value?.store?.getState?.().rows?.size ?? -1
    return { mounted: document.querySelectorAll(`${active} article[data-row]`).length, stored }
  }, ACTIVE)
}
