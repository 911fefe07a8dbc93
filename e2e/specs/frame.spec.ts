import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { test } from '../fixture.ts'
import { FramePage } from '../pages/frame.ts'
import { plainTurns, threadText } from '../threads.ts'

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

test('ten tabs keep their names apart, and the active one is in view', async ({ page, dataDir }) => {
  const frame = new FramePage(page)
  await frame.openSample()
  const names = ['one', 'two', 'three', 'four', 'five', 'six', 'six-compact-1', 'six-compact-2', 'seven']
  for (const name of names)
    await writeFile(join(dataDir, 'sample-workspace', `${name}.json`), threadText(plainTurns(2)))
  for (const name of names) await frame.openThread(name)
  await expect(frame.activeTab).toBeInViewport({ ratio: 1 })
  const boxes = await frame.tabs.locator('.tab-name').evaluateAll((tabs) =>
    tabs.map((tab) => {
      const { left, right } = tab.getBoundingClientRect()
      return { left, right, isInside: tab.scrollWidth <= tab.clientWidth + 1 }
    }),
  )
  expect(boxes.every(({ left, right, isInside }) => right - left >= 80 && isInside)).toBe(true)
  expect(boxes.every(({ left }, at) => at === 0 || left >= (boxes[at - 1]?.right ?? 0))).toBe(true)
  await page.keyboard.press('Control+1')
  await expect(frame.activeTab).toBeInViewport({ ratio: 1 })
})

test('a file that is no thread says why', async ({ page, dataDir }) => {
  const frame = new FramePage(page)
  await frame.openSample()
  await writeFile(join(dataDir, 'sample-workspace', 'notes.md'), '# Notes')
  await frame.entry('notes\\.md').click()
  await frame.tree.press('Enter')
  await expect(page.getByText('“notes.md” is not a thread: it is not a JSON file.')).toBeVisible()
})

test.describe('a file named by its whole path', () => {
  test.use({ appArgs: async ({ dataDir }, use) => use([join(dataDir, 'sample-workspace', 'hello.json')]) })

  test('has one tab, also when it is opened through its folder', async ({ page }) => {
    const frame = new FramePage(page)
    await expect(frame.activeTab).toHaveAccessibleName('hello')
    await frame.openThread('two-turns')
    await frame.openThread('hello')
    await expect(frame.tab('hello')).toHaveCount(1)
    await expect(frame.activeTab).toHaveAccessibleName('hello')
  })
})
