import { expect, type Locator, type Page } from '@playwright/test'

/** The settings dialog as a person uses it, in English. */
export class SettingsPage {
  readonly page: Page
  readonly dialog: Locator

  constructor(page: Page) {
    this.page = page
    this.dialog = page.getByRole('dialog', { name: /^(Settings|设置)$/ })
  }

  async open(): Promise<void> {
    await this.page.getByRole('button', { name: /^(Settings|设置)$/ }).click()
    await expect(this.dialog).toBeVisible()
  }

  async section(name: 'General' | 'Providers'): Promise<void> {
    await this.dialog.getByRole('tab', { name }).click()
  }

  async choose(label: 'Language' | 'Theme', value: string): Promise<void> {
    await this.dialog.getByRole('combobox', { name: label }).selectOption(value)
  }

  async addProvider(preset: string): Promise<void> {
    await this.dialog.getByRole('button', { name: 'Add provider' }).click()
    await this.page.getByRole('menuitem', { name: preset }).click()
    await expect(this.dialog.getByLabel('Base URL')).toBeVisible()
  }

  /** Types into a field and leaves it, which saves it. */
  async fill(label: 'Name' | 'Base URL' | 'Model' | 'Window in tokens', value: string): Promise<void> {
    const field = this.dialog.getByLabel(label, { exact: true })
    await field.fill(value)
    await field.press('Tab')
  }

  async giveKey(key: string): Promise<void> {
    await this.dialog.getByLabel('Key', { exact: true }).fill(key)
    await this.dialog.getByRole('button', { name: 'Keep key' }).click()
  }

  async test(): Promise<void> {
    await this.dialog.getByRole('button', { name: 'Test', exact: true }).click()
  }

  async close(): Promise<void> {
    await this.page.keyboard.press('Escape')
    await expect(this.dialog).toBeHidden()
  }
}
