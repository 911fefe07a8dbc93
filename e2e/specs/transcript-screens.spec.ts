import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { SettingsPage } from '../pages/settings.ts'
import { check, SMALLEST, start } from '../screens.ts'
import { chatExport, longSession } from '../transcripts.ts'

/** Transcripts of other tools in both themes and languages: no fault that axe can see, nothing cut off. */

test.setTimeout(900_000)

const LARGER = { width: 1280, height: 800 }
const WORDS = {
  en: { raw: 'Raw', model: 'What the model sees' },
  'zh-CN': { raw: '原始', model: '模型所见' },
} as const

for (const [theme, language] of [
  ['light', 'en'],
  ['dark', 'zh-CN'],
] as const)
  test(`transcripts stand: ${theme}, ${language}`, async ({ browserName: _ }, info) => {
    const folder = mkdtempSync(join(tmpdir(), 'palimpsest-transcripts-'))
    const session = join(folder, 'session.jsonl')
    const chats = join(folder, 'conversations.json')
    writeFileSync(session, longSession(6))
    writeFileSync(chats, chatExport())
    const { page, close } = await start([session, chats])
    let at = 0
    const see = async (screen: string) => {
      at += 1
      const name = `${String(at).padStart(2, '0')}-${screen}`
      await check(page, screen, info.outputPath(`${name}.png`))
      await page.setViewportSize(LARGER)
      await page.screenshot({ path: info.outputPath(`${name}-large.png`), animations: 'disabled' })
      await page.setViewportSize(SMALLEST)
    }
    try {
      await page.setViewportSize(SMALLEST)
      const settings = new SettingsPage(page)
      await settings.open()
      await settings.choose('Theme', theme)
      if (language !== 'en') await settings.choose('Language', language)
      await settings.close()
      const thread = page.locator('main:not([inert])')
      await page.getByRole('tab', { name: 'conversations' }).click()
      await expect(thread.locator('.transcript-bar')).toBeVisible()
      await see('conversations')
      await page.getByRole('tab', { name: 'session.jsonl' }).click()
      await expect(thread.getByRole('article').last()).toBeInViewport()
      await see('session-end')
      await thread.getByRole('log').press('Home')
      await expect(thread.getByRole('article').first()).toBeInViewport()
      await see('session-start')
      await thread.locator('.checkpoint-card').first().scrollIntoViewIfNeeded()
      await see('session-checkpoint')
      await thread.getByRole('radio', { name: WORDS[language].model }).click()
      await see('model')
      await thread.getByRole('radio', { name: WORDS[language].raw }).click()
      await see('raw')
    } finally {
      await close()
      rmSync(folder, { recursive: true, force: true })
    }
  })
