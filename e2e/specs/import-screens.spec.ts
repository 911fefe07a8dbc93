import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { launchApp } from '../hosts.ts'
import { SettingsPage } from '../pages/settings.ts'
import { check, SMALLEST } from '../screens.ts'
import { plainTurns, threadText } from '../threads.ts'

/** The import dialog in both themes and languages, and what it leaves in the workspace. */

test.setTimeout(240_000)

const WORDS = {
  en: {
    open: 'Import threads',
    folder: 'Choose a folder…',
    start: 'Import',
    result: '2 new, 0 updated, 0 unchanged',
    again: '0 new, 0 updated, 2 unchanged',
    close: 'Close',
    keep: 'Keep copies of new transcripts from this folder',
  },
  'zh-CN': {
    open: '导入会话',
    folder: '选择文件夹…',
    start: '导入',
    result: '新增 2 个，更新 0 个，0 个未变',
    again: '新增 0 个，更新 0 个，2 个未变',
    close: '关闭',
    keep: '持续复制此文件夹中的新记录',
  },
} as const

/** A session with one prompt and one reply. */
function session(id: string): string {
  const base = {
    sessionId: id,
    cwd: '/w',
    version: '2.1.0',
    isSidechain: false,
    timestamp: '2026-01-02T03:04:05.000Z',
  }
  const asked = { role: 'user', content: `Look at ${id}` }
  const said = { id: 'm', role: 'assistant', model: 'x', content: [{ type: 'text', text: 'I did.' }] }
  const lines = [
    { ...base, type: 'user', uuid: `${id}-1`, parentUuid: null, message: asked },
    { ...base, type: 'assistant', uuid: `${id}-2`, parentUuid: `${id}-1`, message: said },
  ]
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}

for (const [theme, language] of [
  ['light', 'en'],
  ['dark', 'zh-CN'],
  ['dark', 'en'],
  ['light', 'zh-CN'],
] as const)
  test(`a folder of sessions is imported once: ${theme}, ${language}`, async ({ browserName: _ }, info) => {
    const folder = await mkdtemp(join(tmpdir(), 'palimpsest-import-'))
    const [from, workspace] = [join(folder, 'from'), join(folder, 'threads')]
    await mkdir(from)
    await mkdir(workspace)
    await writeFile(join(workspace, 'own.json'), threadText(plainTurns(2)))
    for (const id of ['one', 'two']) await writeFile(join(from, `${id}.jsonl`), session(id))
    const before = await readFile(join(from, 'one.jsonl'))
    const app = await launchApp({ dataDir: join(folder, 'data') })
    const words = WORDS[language]
    try {
      const page = await app.firstWindow()
      await page.locator('#root > *').first().waitFor()
      const choose = (path: string) =>
        app.evaluate(({ dialog }, to) => {
          dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [to] })
        }, path)
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
      await see('import-first-run')
      await choose(workspace)
      await page.keyboard.press('Control+o')
      await expect(page.getByRole('treeitem', { name: /^own/ })).toBeVisible()

      await choose(from)
      const dialog = page.getByRole('dialog')
      for (const [at, result] of [words.result, words.again].entries()) {
        await page.getByRole('button', { name: words.open, exact: true }).click()
        await see(at === 0 ? 'import-pick' : 'import-kept')
        await dialog.getByRole('button', { name: words.folder }).press('Enter')
        await expect(dialog.getByRole('listitem').filter({ hasText: 'Claude Code' })).toHaveCount(2)
        if (at === 0) await dialog.getByRole('checkbox', { name: words.keep }).press('Space')
        if (at === 0) await see('import-options')
        await dialog.getByRole('button', { name: words.start, exact: true }).click()
        await expect(dialog.getByText(result).first()).toBeVisible()
        if (at === 0) await see('import-result')
        await dialog.getByRole('button', { name: words.close, exact: true }).last().click()
        await expect(dialog).toBeHidden()
      }
      const names = await readdir(workspace)
      expect(names.filter((name) => name.endsWith('.json'))).toHaveLength(3)
      expect(await readFile(join(from, 'one.jsonl'))).toEqual(before)
      const sha256 = createHash('sha256').update(before).digest('hex')
      expect(await readdir(join(workspace, '.palimpsest', 'originals'))).toContain(`${sha256}.jsonl`)
    } finally {
      await app.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    }
  })
