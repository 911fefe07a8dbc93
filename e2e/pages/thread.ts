import type { Locator, Page } from '@playwright/test'

/** The active thread, as a person finds its parts. English only. */
export class ThreadPage {
  readonly page: Page
  readonly root: Locator
  readonly log: Locator
  readonly rows: Locator
  readonly compactButton: Locator
  readonly composer: Locator
  readonly field: Locator

  constructor(page: Page) {
    this.page = page
    this.root = page.locator('main:not([inert])')
    this.log = this.root.getByRole('log')
    this.rows = this.log.getByRole('article')
    this.compactButton = this.root.getByRole('button', { name: 'Compact…' })
    this.composer = this.root.getByRole('region', { name: 'Write a message' })
    this.field = this.root.getByRole('textbox', { name: 'Message', exact: true })
  }

  /** How far the end of the conversation lies below its lower edge. */
  pxToEnd(): Promise<number> {
    return this.log.evaluate((log) => log.scrollHeight - log.clientHeight - log.scrollTop)
  }

  /** The first row in view: its place in the thread and the share of it that is scrolled out. */
  topRow(): Promise<{ readonly position: number; readonly share: number }> {
    return this.log.evaluate((log) => {
      const top = log.getBoundingClientRect().top
      const rows = [...log.querySelectorAll('[role="article"], article')]
      const row = rows.find((one) => one.getBoundingClientRect().bottom > top + 1)
      if (row === undefined) throw new Error('There is no row in view.')
      return {
        position: Number(row.getAttribute('aria-posinset')),
        share: (top - row.getBoundingClientRect().top) / row.getBoundingClientRect().height,
      }
    })
  }

  /** Scrolls as a wheel does: in steps, so that rows are measured before they are reached. */
  scrollUp(px: number): Promise<void> {
    return this.log.evaluate(async (log, wholePx) => {
      for (let donePx = 0; donePx < wholePx; donePx += 200) {
        log.scrollBy(0, -200)
        await new Promise(requestAnimationFrame)
      }
    }, px)
  }

  /** Resolves when the conversation has not moved for ten frames. */
  isStill(): Promise<void> {
    return this.log.evaluate(async (log) => {
      let frames = 0
      let last = ''
      while (frames < 10) {
        await new Promise(requestAnimationFrame)
        const now = `${log.scrollTop} ${log.scrollHeight} ${log.clientHeight} ${log.clientWidth}`
        frames = now === last ? frames + 1 : 0
        last = now
      }
    })
  }

  get checkpoint(): Locator {
    return this.log.getByRole('article', { name: 'Checkpoint' })
  }

  async show(view: 'Conversation' | 'What the model sees' | 'Raw'): Promise<void> {
    await this.root.getByRole('radio', { name: view }).click()
  }

  /** More Actions (…) → Compact Conversation. */
  async startCompact(): Promise<void> {
    await this.root.getByRole('button', { name: 'More actions', exact: true }).click()
    await this.page.getByRole('menuitem', { name: /Compact Conversation/ }).click()
  }

  async goToStart(): Promise<void> {
    await this.log.press('Home')
  }
}
