import { expect, type Page, test } from '@playwright/test'
import { SettingsPage } from '../pages/settings.ts'
import { startScriptedProvider } from '../provider/server.ts'
import type { RecordedRequest, Step } from '../provider/types.ts'
import { check, SMALLEST, start } from '../screens.ts'

/** Every screen of a running conversation in both themes and languages: no fault that axe can see, nothing cut off. */

test.setTimeout(900_000)

const LARGER = { width: 1280, height: 800 }

const WORDS = {
  en: {
    compaction: 'Compaction',
    agent: 'Agent',
    openSample: /Open the sample thread/,
    field: 'Message',
    first: 'Write the notes of what we decided.',
    queued: 'And then the tests.',
    thinking: 'The decisions are in the summary; the notes need a file.',
    answer: 'The notes are in notes.md. Next come the tests. ',
    allow: /Allow once/,
    stop: 'Stop',
    sendHeld: 'Send now',
    retry: 'Retry',
    panels: 'Panels',
    model: 'What the model sees',
    raw: 'Raw',
    summary: 'Summary',
  },
  'zh-CN': {
    compaction: '压缩',
    agent: '智能体',
    openSample: /打开示例会话/,
    field: '消息',
    first: '把我们的决定写成笔记。',
    queued: '然后写测试。',
    thinking: '决定都在摘要里；笔记需要一个文件。',
    answer: '笔记已写入 notes.md，接下来是测试。',
    allow: /允许一次/,
    stop: '停止',
    sendHeld: '立即发送',
    retry: '重试',
    panels: '面板',
    model: '模型所见',
    raw: '原始',
    summary: '摘要',
  },
} as const

type Words = (typeof WORDS)[keyof typeof WORDS]

/** A summary when asked for one; then a call that needs a permission; then an answer that takes its time. */
function script(words: Words): (request: RecordedRequest) => Step {
  let replies = 0
  return (request) => {
    if (request.text.includes('<conversation>')) return { kind: 'answer' }
    replies += 1
    if (replies > 1) return { kind: 'answer', text: words.answer.repeat(400), delayMs: 120 }
    return {
      kind: 'answer',
      thinking: words.thinking,
      text: '',
      toolCall: { name: 'write_file', arguments: { path: 'notes.md', content: '# Notes\n\n- SQLite it is' } },
    }
  }
}

async function saveProvider(page: Page, baseUrl: string): Promise<void> {
  const input = {
    id: 'scripted',
    kind: 'openai-chat',
    name: 'Scripted',
    baseUrl,
    model: 'scripted-1',
    windowTokens: 24_000,
  }
  await page.evaluate(
    (value) =>
      (
        globalThis as unknown as { palimpsest: { request(name: string, input: unknown): Promise<unknown> } }
      ).palimpsest.request('provider.save', value),
    input,
  )
}

for (const theme of ['light', 'dark'] as const)
  for (const language of ['en', 'zh-CN'] as const)
    test(`a running conversation stands: ${theme}, ${language}`, async ({ browserName: _ }, info) => {
      const words = WORDS[language]
      const provider = await startScriptedProvider({ script: script(words) })
      const { page, close } = await start()
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
        await page.getByRole('button', { name: words.openSample }).click()
        const thread = page.locator('main:not([inert])')
        await expect(thread.getByRole('article').last()).toBeInViewport()
        await saveProvider(page, provider.url)
        await settings.open()
        for (const section of ['compaction', 'agent'] as const) {
          await settings.dialog.getByRole('tab', { name: words[section] }).click()
          await see(`settings-${section}`)
        }
        await settings.close()

        const field = page.getByRole('textbox', { name: words.field, exact: true })
        await field.fill('/')
        await see('commands')
        await field.fill(words.first)
        await field.press('Enter')
        const allow = page.getByRole('button', { name: words.allow })
        await expect(allow).toBeVisible()
        await see('approval')
        await allow.click()
        await expect(thread.getByRole('log')).toContainText(words.answer.slice(0, 12))
        await field.fill(words.queued)
        await field.press('Enter')
        await see('streaming')
        const stop = page.getByRole('button', { name: words.stop, exact: true }).first()
        await stop.click()
        // What waited is held then; it is sent by hand, and stopped as well.
        const sendHeld = page.getByRole('button', { name: words.sendHeld })
        await expect(sendHeld).toBeVisible()
        await see('held')
        await sendHeld.click()
        await expect(thread.getByRole('log')).toContainText(words.queued)
        await expect(thread.getByRole('article').last()).toContainText(words.answer.slice(0, 6))
        await stop.click()
        await expect(page.getByRole('button', { name: words.retry }).first()).toBeVisible()
        await see('stopped')

        await page.locator('.context-meter').click()
        await see('meter')
        await page.keyboard.press('Escape')
        await page.getByRole('button', { name: words.panels, exact: true }).click()
        const tabs = page.locator('.dock').getByRole('tab')
        for (const [tab, name] of ['context', 'checkpoints', 'pins', 'activity'].entries()) {
          await tabs.nth(tab).click()
          await see(`dock-${name}`)
        }
        await tabs.nth(1).click()
        await page.locator('.checkpoint-item').getByRole('button').last().click()
        await page.getByRole('menuitem').first().click()
        await page.keyboard.press('Escape')
        const divider = thread.locator('[data-compaction]')
        await divider.getByRole('button', { name: words.summary }).click()
        await expect(divider.locator('section').first()).toBeVisible()
        const title = divider.locator('.checkpoint-words')
        expect(await title.evaluate((part) => part.scrollWidth - part.clientWidth)).toBeLessThanOrEqual(1)
        expect(await title.evaluate((part) => part.querySelectorAll('.truncate').length)).toBe(0)
        await see('divider')
        await thread.getByRole('radio', { name: words.model }).click()
        await expect(thread.getByRole('feed')).toBeVisible()
        await see('model')
        await thread.getByRole('radio', { name: words.raw }).click()
        await see('raw')
      } finally {
        await close()
        await provider.close()
      }
    })
