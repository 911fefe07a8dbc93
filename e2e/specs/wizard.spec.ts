import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { test as base } from '../fixture.ts'
import { SettingsPage } from '../pages/settings.ts'
import { WizardPage } from '../pages/wizard.ts'

const NAME = 'feature-design.json'

/** Eight turns with tool calls; escapes and odd spacing stand in the kept part, to be found again as they are. */
function threadText(): string {
  const turns = Array.from({ length: 8 }, (_, at) => {
    const turn = at + 1
    const prompt =
      turn === 2
        ? 'Never rewrite parts.json in place. Write a sibling file and rename it.'
        : `Step ${turn}: make packages/store/src/part-${turn}.ts keep the order of its parts after a restart.`
    const answer = `Part ${turn} keeps its order now. The retry limit is ${turn * 250} ms. caf\\u00e9 ${'The journal is written before the first byte leaves. '.repeat(30)}`
    return `    { "id":"u${turn}",  "role": "user", "content": [ { "type": "text", "text": "${prompt}" } ] },
    {"id":"a${turn}","role":"assistant","content":[{"type":"text","text":"${answer}"}],"toolCalls":[{"id":"c${turn}","input":{"name":"edit_file","arguments":{"path":"packages/store/src/part-${turn}.ts"}},"output":{"content":[{"type":"text","text":"ok, ${turn}.0e0 changed"}]}}]}`
  })
  return `{
  "title": "Feature design",
  "context": { "systemPrompt": "You are careful.", "messages": [
${turns.join(',\n')}
  ] },
  "unknownKey": 1.50
}
`
}

const test = base.extend<{ readonly folder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to learn what is needed
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'palimpsest-wizard-'))
    await writeFile(join(folder, NAME), threadText())
    await use(folder)
    await rm(folder, { recursive: true, force: true })
  },
  appArgs: async ({ folder }, use) => use([join(folder, NAME)]),
})

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

async function expectAxeClean(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`),
  ).toEqual([])
}

test('S-161 S-168 compacts a thread into a copy, with a mended line, and leaves the source as it was', async ({
  page,
  folder,
}) => {
  const before = await readFile(join(folder, NAME))
  const wizard = new WizardPage(page)
  await wizard.open()
  await wizard.next()
  await expect(wizard.sentence).toHaveText(
    'Summarize 10 messages (turns 1–5). Keep the last 3 turns exactly.',
  )
  await expectAxeClean(page)
  await wizard.start()
  await wizard.waitForPreview()
  await expect(wizard.card('Rules from you')).toContainText('Never rewrite parts.json in place')
  await wizard.addLine('Next steps', '- Ask for a review on Monday')
  await expect(wizard.card('Next steps')).toContainText('edited')
  await wizard.waitForPreview()
  await expectAxeClean(page)
  expect(await readdir(folder)).toEqual([NAME])

  await wizard.applyButton.dblclick()
  await expect(wizard.dialog).toBeHidden()
  await expect(page.getByRole('tab', { name: /feature-design-compact-1/ })).toBeVisible()
  await expect(page.getByText(/^Compacted: /)).toBeVisible()

  const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort()
  expect(files).toEqual(['feature-design-compact-1.json', NAME])
  const after = await readFile(join(folder, NAME))
  expect(hashOf(after)).toBe(hashOf(before))
  const copy = await readFile(join(folder, 'feature-design-compact-1.json'), 'utf8')
  expect(copy).toContain('Ask for a review on Monday')
  // S-178: the kept turns are the same bytes.
  const source = before.toString('utf8')
  const kept = source.slice(source.indexOf('{ "id":"u6"'), source.indexOf('\n  ] },'))
  expect(copy).toContain(kept)
  expect(copy).not.toContain('"id":"u5"')
})

test('the boundary moves with arrow keys, and closing leaves nothing behind', async ({ page, folder }) => {
  const wizard = new WizardPage(page)
  await wizard.open()
  await wizard.next()
  await wizard.boundary.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(wizard.sentence).toHaveText('Summarize 8 messages (turns 1–4). Keep the last 4 turns exactly.')
  await wizard.keepTurns(7)
  await expect(wizard.sentence).toHaveText('Summarize 2 messages (turn 1). Keep the last 7 turns exactly.')
  await wizard.keepTurns(2)
  await wizard.start()
  await wizard.waitForPreview()
  await page.keyboard.press('Escape')
  await expect(wizard.question('Close without applying?')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(wizard.dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await wizard.question('Close without applying?').getByRole('button', { name: 'Close' }).last().click()
  await expect(wizard.dialog).toBeHidden()
  expect(await readdir(folder)).toEqual([NAME])
})

test('S-037 from a message on: what is before it stays in front of the checkpoint, byte for byte', async ({
  page,
  folder,
}) => {
  const before = await readFile(join(folder, NAME), 'utf8')
  const wizard = new WizardPage(page)
  await wizard.open()
  await wizard.next()
  await wizard.dialog.getByRole('combobox', { name: 'Range' }).selectOption('message')
  await wizard.dialog.getByRole('slider', { name: 'Where summarizing begins' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(wizard.sentence).toHaveText(
    'Summarize 6 messages (turns 3–5). Keep what is before, and the last 3 turns, exactly.',
  )
  await wizard.start()
  await wizard.waitForPreview()
  const goal = wizard.card('Goal')
  await wizard.addLine('Goal', '- Only for a moment')
  await goal.getByRole('button', { name: 'Regenerate “Goal”' }).click()
  await wizard.question('Write “Goal” anew?').getByRole('button', { name: 'Write anew' }).click()
  await expect(goal).not.toContainText('Only for a moment')
  await wizard.waitForPreview()
  await wizard.apply()
  await expect(page.getByRole('tab', { name: /feature-design-compact-1/ })).toBeVisible()
  const copy = await readFile(join(folder, 'feature-design-compact-1.json'), 'utf8')
  const head = before.slice(before.indexOf('{ "id":"u1"'), before.indexOf('{ "id":"u3"'))
  const tail = before.slice(before.indexOf('{ "id":"u6"'), before.indexOf('\n  ] },'))
  expect(copy).toContain(head)
  expect(copy).toContain(tail)
  const places = ['"id":"a2"', '# Context checkpoint', '"id":"u6"'].map((part) => copy.indexOf(part))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(copy).not.toContain('"id":"u3"')
  expect(await readFile(join(folder, NAME), 'utf8')).toBe(before)
})

test('instructions are kept for the thread, and the introduction stays away when asked', async ({ page }) => {
  const wizard = new WizardPage(page)
  await wizard.open()
  await page.getByRole('checkbox', { name: "Don't show this again" }).check()
  await wizard.next()
  await wizard.instructions.fill('Keep the retry limits.')
  await expect(page.getByText('Saved for this thread')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(wizard.dialog).toBeHidden()
  await wizard.open()
  await expect(wizard.instructions).toHaveValue('Keep the retry limits.')
})

test('a source that changes under the preview is not applied', async ({ page, folder }) => {
  const wizard = new WizardPage(page)
  await wizard.open()
  await wizard.next()
  await wizard.start()
  await wizard.waitForPreview()
  await writeFile(join(folder, NAME), threadText().replace('You are careful.', 'You are quick.'))
  // Whether the watcher or Apply is first to notice does not matter.
  await wizard.applyButton.click({ timeout: 2000 }).catch(() => undefined)
  await expect(page.getByText('The source changed while you were reading.')).toBeVisible()
  expect((await readdir(folder)).filter((name) => name.includes('compact'))).toEqual([])
})

for (const theme of ['light', 'dark'] as const)
  for (const language of ['en', 'zh-CN'] as const)
    test(`the wizard is clean for assistive technology: ${theme}, ${language}`, async ({ page }, info) => {
      const settings = new SettingsPage(page)
      await settings.open()
      await settings.choose('Theme', theme)
      if (language !== 'en') await settings.choose('Language', language)
      await expectAxeClean(page)
      await settings.close()
      const wizard = new WizardPage(page, language)
      await wizard.open()
      await expectAxeClean(page)
      await wizard.next()
      await expect(wizard.boundary).toBeVisible()
      await expectAxeClean(page)
      await page.screenshot({ path: info.outputPath('configure.png') })
      await wizard.start()
      await wizard.waitForPreview()
      await expectAxeClean(page)
      await page.screenshot({ path: info.outputPath('preview.png') })
      await wizard.dialog.getByRole('tab').nth(1).click()
      await expect(wizard.dialog.locator('.wz-original').first()).toBeVisible()
      await expectAxeClean(page)
      await wizard.dialog.getByRole('tab').nth(2).click()
      await expect(wizard.dialog.locator('.wz-item').first()).toBeVisible()
      await expectAxeClean(page)
    })
