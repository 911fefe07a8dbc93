import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { test } from '../fixture.ts'
import { FramePage } from '../pages/frame.ts'
import { SettingsPage } from '../pages/settings.ts'
import { ThreadPage } from '../pages/thread.ts'
import { check, start } from '../screens.ts'
import { type JsonRecord, plainTurns, threadText } from '../threads.ts'

test.setTimeout(240_000)

/** A turn with one call that went well. */
function toolTurn(path: string, output: string): readonly JsonRecord[] {
  return [
    { id: `u-${path}`, role: 'user', content: [{ type: 'text', text: `Look at ${path}.` }] },
    {
      id: `a-${path}`,
      role: 'assistant',
      content: [{ type: 'text', text: 'I looked.' }],
      toolCalls: [
        {
          id: `c-${path}`,
          input: { name: 'read_file', arguments: { path } },
          output: { content: [{ type: 'text', text: output }], isError: false },
        },
      ],
    },
  ]
}

/** The index is made a moment after the start. */
const INDEXED = { timeout: 60_000 }

test('a search leads to the message, also far above, and its words stand in Find', async ({ page }) => {
  const frame = new FramePage(page)
  const thread = new ThreadPage(page)
  await frame.openSample()
  await page.keyboard.press('Control+Shift+F')
  const field = page.getByRole('searchbox', { name: 'Search all threads' })
  await expect(field).toBeFocused()
  await field.fill('import')
  const hits = page.locator('.result-hit')
  await expect(hits.first()).toBeVisible(INDEXED)
  await expect(hits.first().locator('mark').first()).toHaveText(/import/i)
  // By keyboard alone: down into the results, past the thread's title, to its last hit.
  await field.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(hits.first()).toBeFocused()
  const number = Number(await hits.first().locator('.hit-number').textContent())
  await page.keyboard.press('Enter')
  await expect(thread.root.getByRole('log')).toBeVisible()
  const find = page.getByRole('searchbox', { name: 'Find in this thread' })
  await expect(find).toHaveValue('import')
  await expect(thread.log.locator(`[aria-posinset="${number}"]`)).toBeInViewport()
  await expect(page.locator('.find-count')).toHaveText(/^\d+ of \d+$/, INDEXED)

  // Enter goes on and around, Shift+Enter back.
  const before = await page.locator('.find-count').textContent()
  await find.press('Enter')
  await expect(page.locator('.find-count')).not.toHaveText(before ?? '')
  await find.press('Shift+Enter')
  await expect(page.locator('.find-count')).toHaveText(before ?? '')
  await expect.poll(() => page.evaluate(() => CSS.highlights.get('found-here')?.size ?? 0)).toBeGreaterThan(0)
  await find.press('Escape')
  await expect(find).toBeHidden()
  await expect(thread.log).toBeFocused()

  // Search keeps its words; it is known among the recent ones.
  await page.keyboard.press('Control+j')
  await expect(field).toHaveValue('import')
  await field.press('Escape')
  await expect(page.getByRole('button', { name: 'import', exact: true })).toBeVisible()
  await field.fill('role:asistant import')
  await page.getByRole('button', { name: 'Use role:assistant' }).click()
  await expect(field).toHaveValue('role:assistant import')
  await field.fill('zzqqxx tool:grep')
  await expect(page.getByRole('heading', { name: /No results/ })).toBeVisible()
  await page.keyboard.press('Control+w')
  await expect(page.locator('.search-view')).toHaveCount(0)
})

test('find opens the folded card that holds the words, and keeps them while another view is shown', async ({
  app,
  page,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'palimpsest-find-'))
  try {
    await writeFile(
      join(folder, 'cards.json'),
      threadText([
        ...plainTurns(3),
        ...toolTurn('readings.md', 'nothing here'),
        ...toolTurn('log.md', 'a marmalade jar'),
        ...plainTurns(3),
      ]),
    )
    await app.evaluate(({ dialog }, chosen) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] })
    }, folder)
    await page.keyboard.press('Control+o')
    await new FramePage(page).openThread('cards')
    const thread = new ThreadPage(page)
    const cards = thread.log.locator('.tool')
    await expect(cards).toHaveCount(2)
    await expect(thread.log.locator('.tool[aria-expanded="true"]')).toHaveCount(0)
    await page.keyboard.press('Control+f')
    const find = page.getByRole('searchbox', { name: 'Find in this thread' })
    await find.fill('marmalade')
    await expect(page.locator('.find-count')).toHaveText('1 of 1', INDEXED)
    await expect(cards.nth(1)).toHaveAttribute('aria-expanded', 'true')
    await expect(cards.nth(0)).toHaveAttribute('aria-expanded', 'false')
    await expect(thread.log.getByText('a marmalade jar')).toBeInViewport()

    const painted = () => page.evaluate(() => CSS.highlights.get('found-here')?.size ?? 0)
    await expect.poll(painted).toBe(1)
    await page.keyboard.press('Control+Shift+M')
    await expect(find).toBeHidden()
    expect(await painted()).toBe(0)
    await page.keyboard.press('Control+Shift+M')
    await page.keyboard.press('Control+Shift+M')
    await expect(find).toHaveValue('marmalade')
    await expect(page.locator('.find-count')).toHaveText('1 of 1')
    await expect.poll(painted).toBe(1)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

const SIZES = [
  { width: 960, height: 600 },
  { width: 1280, height: 800 },
]
const WORDS = {
  en: { field: 'Search all threads', find: 'Find in this thread', sample: /Open the sample thread/ },
  'zh-CN': { field: '搜索所有会话', find: '在此会话中查找', sample: /打开示例会话/ },
} as const

for (const theme of ['light', 'dark'] as const)
  for (const language of ['en', 'zh-CN'] as const)
    test(`search and find stand: ${theme}, ${language}`, async ({ browserName: _ }, info) => {
      const { page, close } = await start()
      const words = WORDS[language]
      const see = async (screen: string) => {
        for (const size of SIZES) {
          await page.setViewportSize(size)
          await check(page, screen, info.outputPath(`${screen}-${size.width}.png`))
        }
      }
      try {
        await page.setViewportSize(SIZES[0] ?? { width: 960, height: 600 })
        await dress(page, theme, language)
        await page.getByRole('button', { name: words.sample }).click()
        await expect(page.getByRole('article').last()).toBeInViewport()
        await page.keyboard.press('Control+j')
        const field = page.getByRole('searchbox', { name: words.field })
        await see('search-before')
        await field.fill(language === 'en' ? 'export' : '导出')
        await expect(page.locator('.result-hit').first()).toBeVisible(INDEXED)
        await see('search-results')
        await field.fill('role:asistant after:2026/1/5 export')
        await expect(page.locator('.query-problems p')).toHaveCount(2)
        await see('search-problem')
        await field.fill('zzqqxx role:user')
        await expect(page.locator('.no-results')).toBeVisible()
        await see('search-none')
        await field.fill('export')
        await expect(page.locator('.result-hit').first()).toBeVisible()
        await page.locator('.result-hit').first().click()
        await expect(page.locator('.find-count')).toHaveText(/\d/)
        await page.waitForTimeout(400)
        await see('find')
      } finally {
        await close()
      }
    })

async function dress(page: Page, theme: 'light' | 'dark', language: 'en' | 'zh-CN'): Promise<void> {
  const settings = new SettingsPage(page)
  await settings.open()
  await settings.choose('Theme', theme)
  if (language !== 'en') await settings.choose('Language', language)
  await settings.close()
}
