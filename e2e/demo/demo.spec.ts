import { createHash } from 'node:crypto'
import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { test } from '../fixture.ts'
import { SettingsPage } from '../pages/settings.ts'
import { WizardPage } from '../pages/wizard.ts'

const out = process.env.DEMO_OUT ?? join(import.meta.dirname, '../../out/demo')
const SOURCE = 'feature-design.json'
const COPY = 'feature-design-compact-1.json'

test('the main job on the sample thread', async ({ page, dataDir }) => {
  const workspace = join(dataDir, 'sample-workspace')
  const shot = async (name: string) => {
    // A picture shows where a movement ends, not its middle.
    await page.evaluate(() =>
      Promise.all(
        document
          .getAnimations()
          .filter((each) => each.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
          .map((each) => each.finished.catch(() => undefined)),
      ),
    )
    await page.screenshot({ path: join(out, `${name}.png`) })
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await page
    .getByRole('treeitem', { name: /feature-design/ })
    .first()
    .waitFor()
  await shot('1-first-run')
  const before = createHash('sha256')
    .update(readFileSync(join(workspace, SOURCE)))
    .digest('hex')

  await page
    .getByRole('treeitem', { name: /^feature-design/ })
    .first()
    .dblclick()
  await expect(page.getByRole('log')).toBeVisible()
  await shot('2-thread')

  const wizard = new WizardPage(page)
  await wizard.open()
  await shot('3-introduction')
  await wizard.next()
  await wizard.keepTurns(3)
  await shot('4-configure')
  await wizard.start()
  await wizard.waitForPreview()
  await wizard.addLine('Next steps', '- Ask for a review of the journal format')
  await wizard.waitForPreview()
  await shot('5-preview')
  await wizard.apply()
  await expect(page.getByRole('tab', { name: /feature-design-compact-1/ })).toBeVisible()
  await expect(page.getByText(/^Compacted: /)).toBeVisible()
  await shot('6-compacted')

  expect(
    createHash('sha256')
      .update(readFileSync(join(workspace, SOURCE)))
      .digest('hex'),
  ).toBe(before)
  copyFileSync(join(workspace, SOURCE), join(out, SOURCE))
  copyFileSync(join(workspace, COPY), join(out, COPY))

  const settings = new SettingsPage(page)
  await settings.open()
  await settings.choose('Theme', 'dark')
  await settings.close()
  await shot('7-dark')
})
