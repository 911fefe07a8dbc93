import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { test } from '../fixture.ts'
import { FramePage } from '../pages/frame.ts'
import { ThreadPage } from '../pages/thread.ts'
import { WizardPage } from '../pages/wizard.ts'
import { chatExport, longSession } from '../transcripts.ts'

const outside = mkdtempSync(join(tmpdir(), 'palimpsest-transcripts-'))
const session = join(outside, 'session.jsonl')
const chats = join(outside, 'conversations.json')
test.beforeAll(() => {
  mkdirSync(outside, { recursive: true })
  writeFileSync(session, longSession(6))
  writeFileSync(chats, chatExport())
})
test.afterAll(() => rmSync(outside, { recursive: true, force: true }))

test.describe('a session of another tool', () => {
  test.use({ appArgs: [session] })

  test('opens where it lies, is compacted into the workspace, and is not changed', async ({
    page,
    dataDir,
  }) => {
    const before = readFileSync(session)
    const thread = new ThreadPage(page)
    const bar = page.getByRole('region', { name: 'Transcript of Claude Code' })
    await expect(bar).toContainText('Only read')
    await expect(thread.rows.last()).toContainText('negative numbers are missing')
    await expect(thread.field).toHaveCount(0)

    await thread.goToStart()
    await expect(thread.rows.first()).toContainText('Step 1')
    await expect(page.getByRole('article', { name: /Checkpoint/ }).first()).toBeAttached({ timeout: 20_000 })

    const wizard = new WizardPage(page)
    await wizard.open()
    await wizard.next()
    await wizard.start()
    await wizard.waitForPreview()
    await wizard.apply()
    await new FramePage(page).tab('session-compact-1').waitFor()
    const found = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    expect(found.some((name) => name.endsWith('session-compact-1.json'))).toBe(true)
    expect(readdirSync(outside).toSorted()).toEqual(['conversations.json', 'session.jsonl'])
    expect(readFileSync(session).equals(before)).toBe(true)
  })

  test('goes on in a new thread that can be written to', async ({ page }) => {
    await page.getByRole('button', { name: 'Continue in a new thread' }).click()
    await new FramePage(page).tab('session').waitFor()
    const thread = new ThreadPage(page)
    await expect(thread.field).toBeVisible()
    await expect(thread.rows.last()).toContainText('negative numbers are missing')
  })
})

test.describe('a file with several conversations', () => {
  test.use({ appArgs: [chats] })

  test('shows one, offers the others and the branches', async ({ page }) => {
    const thread = new ThreadPage(page)
    await expect(thread.rows.last()).toContainText('Green.')
    const bar = page.getByRole('region', { name: 'Transcript of ChatGPT' })
    await bar.getByLabel('Branch').selectOption({ index: 1 })
    await expect(thread.rows.last()).toContainText('Red.')
    await page
      .getByRole('region', { name: 'Transcript of ChatGPT' })
      .getByLabel('Conversation in this file')
      .selectOption('Bread')
    await expect(thread.rows.last()).toContainText('Take soda.')
  })
})
