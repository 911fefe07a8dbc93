import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { launchApp } from '../hosts.ts'
import { SettingsPage } from '../pages/settings.ts'
import { check, SMALLEST } from '../screens.ts'
import { plainTurns, threadText } from '../threads.ts'

/** The export dialog in both themes and languages: nothing that axe can see, nothing cut off; and what it writes. */

test.setTimeout(240_000)

const KEY = `sk-${'proj'}-aB3dE5fG7hJ9kL1mN3pQ5rS7`

const WORDS = {
  en: { more: 'More actions', item: 'Export…', review: 'Review', write: /Export to folder/, keep: 'Keep' },
  'zh-CN': { more: '更多操作', item: '导出…', review: '检查', write: /导出 1 个会话/, keep: '保留' },
} as const

for (const [theme, language] of [
  ['light', 'en'],
  ['dark', 'zh-CN'],
  ['dark', 'en'],
  ['light', 'zh-CN'],
] as const)
  test(`a thread is exported after its review: ${theme}, ${language}`, async ({ browserName: _ }, info) => {
    const folder = await mkdtemp(join(tmpdir(), 'palimpsest-export-'))
    const target = join(folder, 'out')
    await mkdir(target)
    const path = join(folder, 'deploy.json')
    const secrets = `use ${KEY} and postgres://app:hunter2@db.example/app, or write to ops@example.org`
    await writeFile(
      path,
      threadText([...plainTurns(4), { id: 'u9', role: 'user', content: [{ type: 'text', text: secrets }] }]),
    )
    const app = await launchApp({ dataDir: join(folder, 'data'), args: [path] })
    const words = WORDS[language]
    try {
      const page = await app.firstWindow()
      await page.locator('#root > *').first().waitFor()
      const see = async (screen: string) => {
        await page.setViewportSize({ width: 1280, height: 800 })
        await page.screenshot({ path: info.outputPath(`${screen}-large.png`), animations: 'disabled' })
        await page.setViewportSize(SMALLEST)
        await check(page, screen, info.outputPath(`${screen}.png`))
      }
      await page.setViewportSize(SMALLEST)
      const settings = new SettingsPage(page)
      await settings.open()
      await settings.choose('Theme', theme)
      if (language !== 'en') await settings.choose('Language', language)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await settings.close()
      await app.evaluate(({ dialog }, to) => {
        dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [to] })
      }, target)

      await page.locator('main:not([inert])').getByRole('button', { name: words.more, exact: true }).click()
      await page.getByRole('menuitem', { name: words.item }).click()
      const dialog = page.getByRole('dialog')
      await see('export-form')
      await dialog.getByRole('button', { name: words.review, exact: true }).press('Enter')
      await expect(dialog.getByRole('listitem').filter({ hasText: 'sk-' })).toBeVisible()
      await see('export-review')
      await dialog.getByRole('radio', { name: words.keep }).last().click()
      await dialog.getByRole('button', { name: words.write }).click()
      await expect(dialog.getByText('deploy.md')).toBeVisible()
      await see('export-result')
      expect(await readdir(target)).toEqual(['deploy.md'])
      const text = await readFile(join(target, 'deploy.md'), 'utf8')
      expect(text).not.toContain(KEY)
      expect(text).toContain('hunter2')
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    } finally {
      await app.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    }
  })
