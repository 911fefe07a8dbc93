import type { Locator, Page } from '@playwright/test'

/** The active thread, as a person finds its parts. English only. */
export class ThreadPage {
  readonly page: Page
  readonly root: Locator
  readonly log: Locator
  readonly rows: Locator
  readonly compactButton: Locator

  constructor(page: Page) {
    this.page = page
    this.root = page.locator('main:not([inert])')
    this.log = this.root.getByRole('log')
    this.rows = this.log.getByRole('article')
    this.compactButton = this.root.getByRole('button', { name: 'Compact…' })
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
