import { expect, type Locator, type Page } from '@playwright/test'

/** The words a person finds the wizard by, per language of the program. */
const WORDS = {
  en: {
    open: 'Compact Conversation',
    more: 'More actions',
    title: 'Compact conversation',
    next: 'Next',
    back: 'Back',
    start: 'Start compact',
    stop: 'Stop',
    regenerate: 'Regenerate',
    apply: 'Apply compaction',
    done: 'Done',
    close: 'Close',
    report: 'Retention report',
    edit: (section: string) => `Edit “${section}”`,
  },
  'zh-CN': {
    open: '压缩会话',
    more: '更多操作',
    title: '压缩会话',
    next: '下一步',
    back: '返回',
    start: '开始压缩',
    stop: '停止',
    regenerate: '重新生成',
    apply: '应用压缩',
    done: '完成',
    close: '关闭',
    report: '保留情况报告',
    edit: (section: string) => `编辑“${section}”`,
  },
} as const

/** Compact Conversation as a person uses it: by role and by name. */
export class WizardPage {
  readonly page: Page
  readonly dialog: Locator
  readonly #words: (typeof WORDS)[keyof typeof WORDS]

  constructor(page: Page, language: keyof typeof WORDS = 'en') {
    this.page = page
    this.#words = WORDS[language]
    this.dialog = page.getByRole('dialog', { name: this.#words.title })
  }

  /** More Actions (…) → Compact Conversation (S-161). */
  async open(): Promise<void> {
    await this.page.getByRole('button', { name: this.#words.more }).click()
    await this.page.getByRole('menuitem', { name: this.#words.open }).click()
    await expect(this.dialog).toBeVisible()
  }

  async next(): Promise<void> {
    await this.#button(this.#words.next).click()
  }

  async back(): Promise<void> {
    await this.#button(this.#words.back).click()
  }

  get sentence(): Locator {
    return this.dialog.locator('.wz-sentence')
  }

  get boundary(): Locator {
    return this.dialog.getByRole('slider')
  }

  get keep(): Locator {
    return this.dialog.getByRole('spinbutton')
  }

  async keepTurns(turns: number): Promise<void> {
    await this.keep.fill(String(turns))
    await this.keep.press('Enter')
    await expect(this.keep).toHaveAttribute('aria-valuenow', String(turns))
  }

  get instructions(): Locator {
    return this.dialog.getByRole('textbox')
  }

  get startButton(): Locator {
    return this.#button(this.#words.start)
  }

  async start(): Promise<void> {
    await this.startButton.click()
  }

  /** Waits until the preview is finished and its report stands. */
  async waitForPreview(): Promise<void> {
    await expect(this.applyButton).not.toHaveAttribute('aria-disabled', 'true')
    await expect(this.dialog.getByRole('region', { name: this.#words.report })).toBeVisible()
  }

  card(section: string): Locator {
    return this.dialog.getByRole('region', { name: section, exact: true })
  }

  /** Adds a line to a section, the way a person does it. */
  async addLine(section: string, line: string): Promise<void> {
    await this.card(section)
      .getByRole('button', { name: this.#words.edit(section) })
      .click()
    const editor = this.card(section).getByRole('textbox')
    await editor.press('ControlOrMeta+End')
    await editor.pressSequentially(`\n${line}`)
    await this.card(section).getByRole('button', { name: this.#words.done, exact: true }).click()
    await expect(editor).toBeHidden()
  }

  get applyButton(): Locator {
    return this.#button(this.#words.apply)
  }

  async apply(): Promise<void> {
    await this.applyButton.click()
  }

  tab(name: string): Locator {
    return this.dialog.getByRole('tab', { name })
  }

  question(title: string): Locator {
    return this.page.getByRole('dialog', { name: title })
  }

  #button(name: string): Locator {
    return this.dialog.getByRole('button', { name, exact: true })
  }
}
