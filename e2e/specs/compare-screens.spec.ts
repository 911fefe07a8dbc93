import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { launchApp } from '../hosts.ts'
import { SettingsPage } from '../pages/settings.ts'
import { check, SMALLEST } from '../screens.ts'
import { plainTurns, threadText } from '../threads.ts'

/** A checkpoint beside its originals, mended, undone and exported: both themes and languages, both sizes. */

test.setTimeout(240_000)

const WORDS = {
  en: {
    checkpoints: 'Checkpoints',
    compare: 'Compare',
    all: /^All \d/,
    missing: /^Missing \d/,
    turn: /^turn \d/,
    edit: 'Edit summary',
    mend: /^Edit “Goal”$/,
    store: 'Save as a new checkpoint',
    undo: 'Undo',
    more: /^Actions for checkpoint 1/,
    export: 'Export…',
    review: 'Review',
    write: /Export to folder/,
    close: 'Close',
    actions: 'Message actions',
    upTo: 'Compact up to here…',
    next: 'Next',
    inThread: 'A checkpoint in this thread',
    start: 'Start compact',
    changes: 'Changes since',
    updates: 'Updates checkpoint 1',
  },
  'zh-CN': {
    checkpoints: '检查点',
    compare: '对比',
    all: /^全部 \d/,
    missing: /^缺失 \d/,
    turn: /^第 \d+ 轮/,
    edit: '编辑摘要',
    mend: /^编辑“目标”$/,
    store: '另存为新检查点',
    undo: '撤销',
    more: /检查点 1/,
    export: '导出…',
    review: '检查',
    write: /导出/,
    close: '关闭',
    actions: '消息操作',
    upTo: '压缩到此处…',
    next: '下一步',
    inThread: '此会话中的检查点',
    start: '开始压缩',
    changes: '自上次以来的变化',
    updates: '更新检查点 1',
  },
} as const

for (const [theme, language] of [
  ['light', 'en'],
  ['dark', 'zh-CN'],
  ['dark', 'en'],
  ['light', 'zh-CN'],
] as const)
  test(`a checkpoint is compared, mended, undone and exported: ${theme}, ${language}`, async ({
    browserName: _,
  }, info) => {
    const folder = await mkdtemp(join(tmpdir(), 'palimpsest-compare-'))
    const target = join(folder, 'out')
    await mkdir(target)
    const path = join(folder, 'parts.json')
    const rule = {
      id: 'r',
      role: 'user',
      content: [
        { type: 'text', text: 'Never rewrite parts.json in place. The part size is 8,388,608 bytes.' },
      ],
    }
    await writeFile(path, threadText([rule, ...plainTurns(60)]))
    const facts = await readFile(path)
    const app = await launchApp({ dataDir: join(folder, 'data'), args: [path] })
    const words = WORDS[language]
    try {
      const page = await app.firstWindow()
      await page.locator('#root > *').first().waitFor()
      const see = async (screen: string) => {
        await page.setViewportSize({ width: 1280, height: 800 })
        await check(page, `${screen}-large`, info.outputPath(`${screen}-large.png`))
        await page.setViewportSize(SMALLEST)
        await check(page, screen, info.outputPath(`${screen}.png`))
      }
      await page.setViewportSize({ width: 1280, height: 800 })
      const settings = new SettingsPage(page)
      await settings.open()
      await settings.choose('Theme', theme)
      if (language !== 'en') await settings.choose('Language', language)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await settings.close()
      await app.evaluate(({ dialog }, to) => {
        dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [to] })
      }, target)

      const field = page.getByRole('textbox', { name: /^(Message|消息)$/ })
      await field.fill('/compact')
      await field.press('Enter')
      const divider = page.locator('[data-compaction]').first()
      await expect(divider).toBeVisible()
      await page.keyboard.press('Alt+2')
      const panel = page.getByRole('tabpanel', { name: words.checkpoints })
      await expect(panel.getByRole('button', { name: words.compare })).toBeVisible()

      await panel.getByRole('button', { name: words.compare }).click()
      const dialog = page.getByRole('dialog')
      const list = dialog.getByRole('feed')
      await expect(list.getByRole('article').first()).toContainText('8,388,608')
      await dialog.getByRole('button', { name: words.turn }).last().click()
      await expect(list.locator('.is-focused')).toBeVisible()
      await see('compare')
      await dialog.getByRole('radio', { name: words.missing }).click()
      await expect(dialog.getByRole('radio', { name: words.missing })).toBeChecked()
      await dialog.getByRole('radio', { name: words.all }).click()

      await dialog.getByRole('button', { name: words.edit }).click()
      await dialog.getByRole('button', { name: words.mend }).click()
      await page.keyboard.type('\n- Ship part nine on Monday')
      await see('compare-edit')
      await dialog.getByRole('button', { name: words.store }).click()
      await expect(dialog).toBeHidden()
      await expect(panel.getByRole('listitem')).toHaveCount(2)
      expect((await readFile(path)).equals(facts)).toBe(true)
      await see('compare-stored')
      await page.setViewportSize({ width: 1280, height: 800 })
      await panel.getByRole('listitem').first().getByRole('button', { name: words.undo }).click()
      await expect(panel.locator('.checkpoint-item.is-active')).toContainText('1')

      await panel.getByRole('button', { name: words.more }).click()
      await page.getByRole('menuitem', { name: words.export }).click()
      await see('compare-export')
      await dialog.getByRole('button', { name: words.review, exact: true }).click()
      await dialog.getByRole('button', { name: words.write }).click()
      await expect(dialog.getByText('parts-checkpoint-1.md')).toBeVisible()
      expect(await readdir(target)).toEqual(['parts-checkpoint-1.md'])
      const text = await readFile(join(target, 'parts-checkpoint-1.md'), 'utf8')
      expect(text).toContain('Never rewrite parts.json in place.')
      expect(text).not.toContain('part nine on Monday')
      await dialog.getByRole('button', { name: words.close }).last().click()

      // From a message on the way to the end: the wizard opens with its range, and says what it updates.
      await page.setViewportSize({ width: 1280, height: 800 })
      const row = page.locator('article.row-user').filter({ hasText: 'part-59.ts' })
      await row.hover()
      await row.getByRole('button', { name: words.actions }).click()
      await page.getByRole('menuitem', { name: words.upTo }).click()
      await dialog.getByRole('button', { name: words.next }).click()
      await dialog.getByRole('radio', { name: words.inThread }).click()
      await expect(dialog.getByRole('slider').last()).toHaveAttribute('aria-valuenow', '60')
      await see('range-configure')
      await dialog.getByRole('button', { name: words.start }).click()
      await expect(dialog.getByText(words.updates)).toBeVisible()
      await dialog.getByRole('tab', { name: words.changes }).click()
      await see('changes-since')
    } finally {
      await app.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    }
  })
