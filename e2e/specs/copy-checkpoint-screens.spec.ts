import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { launchApp } from '../hosts.ts'
import { SettingsPage } from '../pages/settings.ts'
import { check, SMALLEST } from '../screens.ts'
import { plainTurns, threadText } from '../threads.ts'

/** The checkpoint that a copy begins with, beside the thread that it was made from. */

test.setTimeout(240_000)

const WORDS = {
  en: {
    checkpoints: 'Checkpoints',
    compare: 'Compare',
    export: 'Export…',
    next: 'Next',
    start: 'Start compact',
  },
  'zh-CN': {
    checkpoints: '检查点',
    compare: '对比',
    export: '导出…',
    next: '下一步',
    start: '开始压缩',
  },
} as const
const APPLY = /^(Apply compaction|应用压缩)$/
const COMPACT = /^(Compact Conversation|压缩会话)/

for (const [theme, language] of [
  ['light', 'en'],
  ['dark', 'zh-CN'],
] as const)
  test(`a copy's checkpoint is compared with its source: ${theme}, ${language}`, async ({
    browserName: _,
  }, info) => {
    const folder = await mkdtemp(join(tmpdir(), 'palimpsest-copy-'))
    const path = join(folder, 'parts.json')
    const rule = {
      id: 'r',
      role: 'user',
      content: [{ type: 'text', text: 'Never rewrite parts.json in place.' }],
    }
    await writeFile(path, threadText([rule, ...plainTurns(60)]))
    const facts = await readFile(path)
    const app = await launchApp({ dataDir: join(folder, 'data'), args: [path] })
    const words = WORDS[language]
    try {
      const page = await app.firstWindow()
      await page.locator('#root > *').first().waitFor()
      await page.setViewportSize({ width: 1280, height: 800 })
      const see = async (screen: string) => {
        await page.setViewportSize({ width: 1280, height: 800 })
        await check(page, `${screen}-large`, info.outputPath(`${screen}-large.png`))
        await page.setViewportSize(SMALLEST)
        await check(page, screen, info.outputPath(`${screen}.png`))
        await page.setViewportSize({ width: 1280, height: 800 })
      }
      const settings = new SettingsPage(page)
      await settings.open()
      await settings.choose('Theme', theme)
      if (language !== 'en') await settings.choose('Language', language)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await settings.close()

      await page
        .getByRole('button', { name: /^(More actions|更多操作)$/ })
        .first()
        .click()
      await page.getByRole('menuitem', { name: COMPACT }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: words.next }).click()
      await dialog.getByRole('button', { name: words.start }).click()
      await dialog.getByRole('button', { name: APPLY }).click()
      await expect(page.getByRole('tab', { name: /parts-compact-1/ })).toBeVisible()
      const row = page.locator('.checkpoint-card')
      await expect(row.getByRole('button', { name: words.compare })).toBeVisible()
      await page.keyboard.press('Alt+2')
      const panel = page.getByRole('tabpanel', { name: words.checkpoints })
      await expect(panel.getByRole('button', { name: words.export })).toBeVisible()
      await see('copy')

      await panel.getByRole('button', { name: words.compare }).click()
      await expect(dialog.getByRole('feed').getByRole('article').first()).toContainText('Never rewrite')
      await expect(dialog.locator('.cc-source')).toContainText('parts.json')
      await see('copy-compare')
      await page.keyboard.press('Escape')
      expect((await readFile(path)).equals(facts)).toBe(true)

      await rename(path, join(folder, 'away.txt'))
      await panel.getByRole('button', { name: words.compare }).click()
      await expect(dialog.getByText(/^(parts\.json, which|生成此副本的)/)).toBeVisible()
      await see('copy-source-gone')
    } finally {
      await app.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    }
  })
