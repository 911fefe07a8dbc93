import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { test } from '../fixture.ts'
import { FramePage } from '../pages/frame.ts'
import { ThreadPage } from '../pages/thread.ts'
import { type ScriptedProvider, startScriptedProvider } from '../provider/server.ts'
import type { ScriptedProviderOptions } from '../provider/types.ts'

let provider: ScriptedProvider | null = null
test.afterEach(async () => {
  await provider?.close()
  provider = null
})

/** A page with the sample's long thread and a model that answers by script. */
async function begin(
  page: Page,
  options: ScriptedProviderOptions,
  windowTokens: number,
): Promise<ThreadPage> {
  provider = await startScriptedProvider(options)
  await new FramePage(page).openSample()
  const settings = {
    id: 'scripted',
    kind: 'openai-chat',
    name: 'Scripted',
    baseUrl: provider.url,
    model: 'scripted-1',
    windowTokens,
  }
  await page.evaluate(
    (value) =>
      (
        globalThis as unknown as { palimpsest: { request(name: string, input: unknown): Promise<unknown> } }
      ).palimpsest.request('provider.save', value),
    settings,
  )
  return new ThreadPage(page)
}

const field = (page: Page) => page.getByRole('textbox', { name: 'Message' })

test('a message is answered in the window, a tool asks first, and the answer is announced once', async ({
  page,
}) => {
  const thread = await begin(
    page,
    {
      script: (request) =>
        request.text.includes('wrote notes.md') || request.text.includes('"ok"') || request.call > 0
          ? { kind: 'answer', text: 'The notes are written.' }
          : {
              kind: 'answer',
              text: '',
              toolCall: { name: 'write_file', arguments: { path: 'notes.md', content: '# Notes' } },
            },
    },
    200_000,
  )
  await field(page).fill('Write the notes.')
  await field(page).press('Enter')
  const once = page.getByRole('button', { name: /Allow once/ })
  await expect(once).toBeVisible()
  await expect(page.getByText('notes.md').last()).toBeVisible()
  const found = await new AxeBuilder({ page }).setLegacyMode().analyze()
  expect(found.violations).toEqual([])
  await once.press('Enter')
  await expect(thread.rows.last()).toContainText('The notes are written.')
  await expect(field(page)).toHaveValue('')
})

test('what a person says is brought into view, also from far above', async ({ page }) => {
  const thread = await begin(page, { script: () => ({ kind: 'answer', text: 'Understood.' }) }, 200_000)
  await thread.goToStart()
  await expect(thread.rows.first()).toHaveAttribute('aria-posinset', '1')
  await field(page).fill('And from up here?')
  await field(page).press('Enter')
  await expect(thread.log.getByText('And from up here?')).toBeInViewport()
  await expect(thread.rows.last()).toContainText('Understood.')
})

test('a compaction that a person asks for is brought into view, also from far above', async ({ page }) => {
  const thread = await begin(page, { script: () => ({ kind: 'hang', where: 'before-headers' }) }, 200_000)
  await thread.goToStart()
  await expect(thread.rows.first()).toHaveAttribute('aria-posinset', '1')
  await field(page).fill('/compact the names')
  await field(page).press('Enter')
  await expect(thread.log.locator('.row-notice')).toBeInViewport()
})

test('B-84 Enter while composing sends nothing', async ({ page }) => {
  await begin(page, {}, 200_000)
  await field(page).fill('ni')
  await field(page).dispatchEvent('keydown', {
    key: 'Enter',
    code: 'Enter',
    isComposing: true,
    bubbles: true,
  })
  await field(page).dispatchEvent('keydown', { key: 'Enter', code: 'Enter', keyCode: 229, bubbles: true })
  await expect(field(page)).toHaveValue('ni')
  expect(provider?.requests.filter(({ protocol }) => protocol !== null)).toEqual([])
})

test('S-074 S-095 B-80 the context compacts itself in mid-conversation: one divider, also after a reload', async ({
  page,
}) => {
  const thread = await begin(
    page,
    {
      // Asked for a summary it writes one.
      script: (request) =>
        request.text.includes('<conversation>')
          ? { kind: 'answer' }
          : { kind: 'answer', text: 'Understood.' },
    },
    24_000,
  )
  await field(page).fill('And what is next?')
  await field(page).press('Enter')
  await expect(thread.rows.last()).toContainText('Understood.')
  await page.reload()
  await expect(thread.rows.last()).toContainText('Understood.')
  const events = await page.evaluate(() =>
    (
      globalThis as unknown as {
        palimpsest: { request(name: string, input: unknown): Promise<{ data: unknown[] }> }
      }
    ).palimpsest.request('checkpoint.list', { thread: 'feature-design.json' }),
  )
  expect(JSON.stringify(events).match(/"automatic"/g)).toHaveLength(1)
})

test('S-009 /compact, what the model sees, and Undo brings the earlier request back', async ({ page }) => {
  const thread = await begin(page, {}, 100_000)
  const ledger = () =>
    page.evaluate(() =>
      (
        globalThis as unknown as { palimpsest: { request(name: string, input: unknown): Promise<unknown> } }
      ).palimpsest.request('projection.page', { thread: 'feature-design.json', from: 0, limit: 200 }),
    )
  const before = await ledger()
  await field(page).fill('/compact the export')
  await field(page).press('Enter')
  await expect.poll(async () => JSON.stringify(await ledger()) !== JSON.stringify(before)).toBe(true)
  await thread.show('What the model sees')
  await expect(thread.root.getByText('Checkpoint 1').first()).toBeVisible()
  await thread.show('Conversation')
  await page.keyboard.press('ControlOrMeta+Shift+Y')
  await expect.poll(async () => JSON.stringify(await ledger())).toBe(JSON.stringify(before))
  // Nothing but the summary was asked for (S-076).
  const asked = provider?.requests.filter(({ protocol }) => protocol !== null) ?? []
  expect(asked.every(({ text }) => text.includes('<conversation>'))).toBe(true)
})

test('B-63 Stop keeps what came, and the thread goes on from there', async ({ page }) => {
  const thread = await begin(
    page,
    { script: () => ({ kind: 'answer', text: 'One word after the other. '.repeat(60), delayMs: 60 }) },
    200_000,
  )
  await field(page).fill('Talk.')
  await field(page).press('Enter')
  await expect(thread.log).toContainText('One word after')
  await page.getByRole('button', { name: 'Stop', exact: true }).first().click()
  await expect(page.getByRole('button', { name: 'Retry' }).first()).toBeVisible()
  await expect(thread.log).toContainText('One word after')
})

test('B-85 a draft stays with its thread, over a change of tabs and a reload', async ({ page }) => {
  await begin(page, {}, 200_000)
  await field(page).fill('half a thought')
  const frame = new FramePage(page)
  await frame.openThread('two-turns')
  await expect(field(page)).toHaveValue('')
  await frame.tab('feature-design').click()
  await expect(field(page)).toHaveValue('half a thought')
  await page.waitForTimeout(800)
  await page.reload()
  await expect(field(page)).toHaveValue('half a thought')
})
