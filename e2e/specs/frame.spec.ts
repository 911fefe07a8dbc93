import { expect } from '@playwright/test'
import { test } from '../fixture.ts'
import { FramePage } from '../pages/frame.ts'

test('a first run shows three ways to begin, and the sample opens without a key', async ({ page }) => {
  const frame = new FramePage(page)
  await expect(frame.welcome).toBeVisible()
  await frame.openSample()
  await expect(frame.activeTab).toHaveAccessibleName('feature-design')
  await expect(frame.entry('feature-design')).toHaveAttribute('aria-selected', 'true')
})

test('the tree works by keyboard alone: move, create, rename, trash is asked for', async ({ page }) => {
  const frame = new FramePage(page)
  await frame.openSample()
  await page.getByRole('button', { name: 'New folder' }).click()
  const field = page.getByRole('textbox', { name: 'Name' })
  await field.fill('drafts')
  await field.press('Enter')
  await expect(frame.entry('drafts')).toBeVisible()
  await frame.tree.press('F2')
  await field.fill('plans')
  await field.press('Enter')
  await expect(frame.entry('plans')).toBeVisible()
  await expect(frame.entry('drafts')).toHaveCount(0)
  await frame.tree.press('Delete')
  await expect(page.getByRole('dialog', { name: /Move “plans” to the trash/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(frame.entry('plans')).toBeVisible()
})

test('tabs close, come back and switch by their keys', async ({ page }) => {
  const frame = new FramePage(page)
  await frame.openSample()
  await frame.openThread('two-turns')
  await page.keyboard.press('Control+1')
  await expect(frame.activeTab).toHaveAccessibleName('feature-design')
  await frame.activeTab.press('Delete')
  await expect(frame.tab('feature-design')).toHaveCount(0)
  await page.keyboard.press('Control+Shift+T')
  await expect(frame.activeTab).toHaveAccessibleName('feature-design')
})

test('the sidebar hides and comes back', async ({ page }) => {
  const frame = new FramePage(page)
  await frame.openSample()
  await page.keyboard.press('Control+b')
  await expect(frame.tree).toHaveCount(0)
  await page.getByRole('button', { name: 'Show sidebar' }).click()
  await expect(frame.tree).toBeVisible()
})
