import type { Locator, Page } from '@playwright/test'

/** The window around the threads, as a person finds its parts. English only. */
export class FramePage {
  readonly page: Page
  readonly tree: Locator
  readonly tabs: Locator
  readonly welcome: Locator

  constructor(page: Page) {
    this.page = page
    this.tree = page.getByRole('tree', { name: 'Threads and folders' })
    this.tabs = page.getByRole('tablist', { name: 'Open threads' })
    this.welcome = page.getByRole('heading', { name: /Make a long thread small/ })
  }

  /** A line of the tree by the beginning of its name. */
  entry(name: string): Locator {
    return this.tree.getByRole('treeitem', { name: new RegExp(`^${name}(?![\\w-])`) })
  }

  tab(name: string): Locator {
    return this.tabs.getByRole('tab', { name, exact: true })
  }

  get activeTab(): Locator {
    return this.tabs.getByRole('tab', { selected: true })
  }

  async openSample(): Promise<void> {
    await this.page.getByRole('button', { name: /Open the sample thread/ }).click()
    await this.tree.waitFor()
    await this.page.locator('main:not([inert])').getByRole('article').last().waitFor()
  }

  async openThread(name: string): Promise<void> {
    await this.entry(name).click()
    await this.tab(name).waitFor()
  }

  async openSettings(): Promise<void> {
    await this.page.getByRole('button', { name: 'Settings', exact: true }).click()
  }
}
