import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Locator } from '@playwright/test'
import { test } from '../fixture.ts'
import { FramePage } from '../pages/frame.ts'
import { ThreadPage } from '../pages/thread.ts'
import { plainTurns, threadText } from '../threads.ts'

/** Rows that may be mounted at once (screens.md section 4). */
const MOST_ROWS = 80

test('a thread opens at its end, and few of its rows are mounted', async ({ page }) => {
  await new FramePage(page).openSample()
  const thread = new ThreadPage(page)
  const last = thread.rows.last()
  await expect(last).toBeInViewport()
  const size = await last.getAttribute('aria-setsize')
  await expect(last).toHaveAttribute('aria-posinset', String(size))
  expect(await thread.rows.count()).toBeLessThanOrEqual(MOST_ROWS)
})

test('the start is a key away, and the place is kept over a change of tabs', async ({ page }) => {
  const frame = new FramePage(page)
  await frame.openSample()
  const thread = new ThreadPage(page)
  await thread.goToStart()
  await expect(thread.rows.first()).toHaveAttribute('aria-posinset', '1')
  await frame.openThread('two-turns')
  await frame.tab('feature-design').click()
  await expect(thread.rows.first()).toHaveAttribute('aria-posinset', '1')
  await expect(thread.rows.first()).toBeInViewport()
})

test('J and K walk through the rows, Alt+Up goes to the prompt before', async ({ page }) => {
  await new FramePage(page).openSample()
  const thread = new ThreadPage(page)
  await thread.goToStart()
  await thread.log.press('j')
  await expect(thread.rows.nth(0)).toBeFocused()
  await page.keyboard.press('j')
  await expect(thread.rows.nth(1)).toBeFocused()
  await page.keyboard.press('k')
  await expect(thread.rows.nth(0)).toBeFocused()
})

test('a thread without messages cannot be compacted and says why', async ({ page }) => {
  const frame = new FramePage(page)
  await frame.openSample()
  await page.getByRole('button', { name: 'New thread' }).click()
  const field = page.getByRole('textbox', { name: 'Name' })
  await field.fill('blank.json')
  await field.press('Enter')
  await frame.openThread('blank')
  const thread = new ThreadPage(page)
  await expect(thread.compactButton).toHaveAttribute('aria-disabled', 'true')
  await thread.root.getByRole('button', { name: 'More actions', exact: true }).click()
  await expect(page.getByRole('menuitem', { name: /Compact Conversation.*no messages yet/ })).toBeVisible()
})

test('all three views are free of accessibility faults', async ({ page }) => {
  await new FramePage(page).openSample()
  const thread = new ThreadPage(page)
  await expect(thread.rows.last()).toBeInViewport()
  for (const view of ['Conversation', 'What the model sees', 'Raw'] as const) {
    await thread.show(view)
    const found = await new AxeBuilder({ page }).setLegacyMode().analyze()
    expect(found.violations.map((fault) => `${view}: ${fault.id} ${fault.nodes[0]?.html}`)).toEqual([])
  }
})

test('a notice rises at the top of the thread: it covers neither its header nor the composer', async ({
  page,
}) => {
  await page.setViewportSize({ width: 960, height: 600 })
  await new FramePage(page).openSample()
  const thread = new ThreadPage(page)
  await expect(thread.rows.last()).toBeInViewport()
  await thread.field.fill('/undo-checkpoint')
  await thread.field.press('Enter')
  const notice = page.getByRole('region', { name: 'Notifications' }).getByText(/no checkpoint/i)
  const at = await boxOf(notice)
  const header = await boxOf(thread.root.locator('.thread-header'))
  const composer = await boxOf(thread.composer)
  expect(at.y).toBeGreaterThanOrEqual(header.y + header.height)
  expect(at.y + at.height).toBeLessThan(composer.y - 200)
})

test('the panels of a small window lie over the text alone: writing and sending go on beneath them', async ({
  page,
}) => {
  await page.setViewportSize({ width: 960, height: 600 })
  await new FramePage(page).openSample()
  const thread = new ThreadPage(page)
  await expect(thread.rows.last()).toBeInViewport()
  await thread.root.getByRole('button', { name: 'Panels', exact: true }).click()
  const dock = await boxOf(page.getByRole('complementary', { name: 'Panels' }))
  const composer = await boxOf(thread.composer)
  expect(dock.y + dock.height).toBeLessThanOrEqual(composer.y + 1)
  await thread.field.fill('a draft')
  await thread.composer.getByRole('button', { name: 'Send' }).click({ trial: true })
  // Pressed once more it closes them: it is not beneath them.
  await thread.root.getByRole('button', { name: 'Panels', exact: true }).click()
  await expect(page.getByRole('complementary', { name: 'Panels' })).toBeHidden()
})

const SIZES = [
  { width: 960, height: 600 },
  { width: 1500, height: 640 },
  { width: 960, height: 900 },
  { width: 1280, height: 800 },
] as const

test.describe('a window that changes its size', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'palimpsest-size-')), 'long.json')
  const words = 'One long answer in many words, again and again. '.repeat(600)
  const long = { id: 'long', role: 'assistant', content: [{ type: 'text', text: words }] }
  test.beforeAll(() => writeFileSync(path, threadText([...plainTurns(120), long, ...plainTurns(3)])))
  test.afterAll(() => rmSync(dirname(path), { recursive: true, force: true }))
  test.use({ appArgs: [path] })

  test('keeps the end of a thread in view, also step by step', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    const thread = new ThreadPage(page)
    await expect(thread.rows.last()).toBeInViewport()
    await thread.isStill()
    for (const size of SIZES) {
      await page.setViewportSize(size)
      await thread.isStill()
      expect(await thread.pxToEnd(), `${size.width} × ${size.height}`).toBeLessThanOrEqual(1)
    }
    for (let width = 1280; width >= 960; width -= 16) await page.setViewportSize({ width, height: 800 })
    await thread.isStill()
    expect(await thread.pxToEnd()).toBeLessThanOrEqual(1)
  })

  test('keeps the row that is being read, also in the middle of a long one', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    const thread = new ThreadPage(page)
    await expect(thread.rows.last()).toBeInViewport()
    await thread.isStill()
    // The first stop lies in the long answer, which is higher than ten windows.
    for (const upPx of [5000, 6000, 6000]) {
      await thread.scrollUp(upPx)
      await thread.isStill()
      const before = await thread.topRow()
      for (const size of SIZES) {
        await page.setViewportSize(size)
        await thread.isStill()
        const after = await thread.topRow()
        expect(after.position, `${before.position}, ${size.width} × ${size.height}`).toBe(before.position)
        expect(Math.abs(after.share - before.share)).toBeLessThan(0.02)
      }
    }
  })
})

async function boxOf(part: Locator) {
  const box = await part.boundingBox()
  if (box === null) throw new Error('It is not shown.')
  return box
}
