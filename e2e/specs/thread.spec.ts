import AxeBuilder from '@axe-core/playwright'
import { expect } from '@playwright/test'
import { test } from '../fixture.ts'
import { FramePage } from '../pages/frame.ts'
import { ThreadPage } from '../pages/thread.ts'

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
