import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ElectronApplication, expect, type Page } from '@playwright/test'
import { test as base } from '../fixture.ts'
import { FramePage } from '../pages/frame.ts'
import { SettingsPage } from '../pages/settings.ts'
import { ThreadPage } from '../pages/thread.ts'
import { WizardPage } from '../pages/wizard.ts'
import { startScriptedProvider } from '../provider/server.ts'
import type { Step } from '../provider/types.ts'
import { startSlowProvider } from '../slow-provider.ts'
import { plainTurns, threadText } from '../threads.ts'

const NAME = 'long.json'

const test = base.extend<{ readonly folder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to learn what is needed
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'palimpsest-hardship-'))
    await writeFile(join(folder, NAME), threadText(plainTurns(8)))
    await use(folder)
    await rm(folder, { recursive: true, force: true })
  },
  appArgs: async ({ folder }, use) => use([join(folder, NAME)]),
})

test.setTimeout(180_000)

async function hashOf(path: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(path))
    .digest('hex')
}

async function copiesIn(folder: string): Promise<readonly string[]> {
  return (await readdir(folder)).filter((name) => name !== NAME)
}

async function addModel(page: Page, url: string): Promise<void> {
  const settings = new SettingsPage(page)
  await settings.open()
  await settings.section('Providers')
  await settings.addProvider('OpenAI-compatible server')
  await settings.fill('Base URL', `${url}/v1`)
  await settings.fill('Model', 'scripted-1')
  await settings.close()
}

async function configure(page: Page, withModel: boolean): Promise<WizardPage> {
  const wizard = new WizardPage(page)
  await wizard.open()
  await wizard.next()
  if (withModel) await wizard.dialog.getByRole('radio', { name: /scripted-1/ }).check({ force: true })
  return wizard
}

/** Ends the worker that runs the core, as a fault in it would. */
async function crashCore(app: ElectronApplication, page: Page): Promise<void> {
  await app.evaluate(() => {
    const { Worker } = process.getBuiltinModule('node:worker_threads')
    const { postMessage } = Worker.prototype
    Worker.prototype.postMessage = function (this: InstanceType<typeof Worker>, ...values: unknown[]) {
      Worker.prototype.postMessage = postMessage
      postMessage.apply(this, values as never)
      setTimeout(() => void this.terminate())
    } as typeof postMessage
  })
  await page.evaluate(() => window.palimpsest.request('settings.get', undefined))
}

test('nothing is sent before Start, and every failure keeps the thread and offers a way on', async ({
  page,
  folder,
}) => {
  let step: Step = { kind: 'answer' }
  const provider = await startScriptedProvider({ script: () => step })
  try {
    const before = await hashOf(join(folder, NAME))
    await addModel(page, provider.url)
    const wizard = await configure(page, true)
    await wizard.keepTurns(5)
    await wizard.instructions.fill('Keep the retry limits.')
    await wizard.back()
    await wizard.next()
    expect(await wizard.instructions.inputValue()).toBe('Keep the retry limits.')
    await expect(wizard.keep).toHaveAttribute('aria-valuenow', '5')
    await expect(wizard.dialog.getByRole('radio', { name: /scripted-1/ })).toBeChecked()
    expect(provider.requests).toEqual([])

    const faults: readonly (readonly [string, Step, RegExp])[] = [
      ['400', { kind: 'reply', status: 400, body: { error: { message: 'no' } } }, /refused/],
      ['401', { kind: 'reply', status: 401, body: { error: { message: 'bad key' } } }, /key/],
      ['404', { kind: 'reply', status: 404, body: { error: { message: 'no such model' } } }, /model/],
      ['a tool call', { kind: 'answer', text: '', toolCall: { name: 'x', arguments: {} } }, /tool/],
      ['no text', { kind: 'answer', text: '' }, /without any text/],
      ['no sections', { kind: 'answer', text: 'Sure! What should I do?' }, /sections/],
      [
        'a far Retry-After',
        {
          kind: 'reply',
          status: 429,
          headers: { 'retry-after': '86400' },
          body: { error: { message: 'slow' } },
        },
        /limit/,
      ],
    ]
    for (const [name, fault, words] of faults) {
      step = fault
      await wizard.start()
      const failed = wizard.dialog.getByText('The summary could not be created.', { exact: true })
      await expect(failed, name).toBeVisible({ timeout: 40_000 })
      await expect(wizard.dialog.getByText(words).first(), name).toBeVisible()
      await expect(wizard.dialog.getByText(/The thread is unchanged\./).first(), name).toBeVisible()
      await expect(wizard.dialog.getByRole('button', { name: 'Retry' }), name).toBeVisible()
      await expect(wizard.applyButton, name).toHaveAttribute('aria-disabled', 'true')
      await wizard.dialog.getByRole('button', { name: 'Other summarizer' }).click()
      await expect(wizard.startButton).toBeVisible()
    }
    for (const silent of [
      { kind: 'hang', where: 'before-headers' },
      { kind: 'hang', where: 'after-headers' },
      { kind: 'reply', status: 500, body: 'oops' },
      { kind: 'reply', status: 429, headers: { 'retry-after': '20' }, body: { error: { message: 'slow' } } },
    ] as const) {
      step = silent
      await wizard.start()
      await page.waitForTimeout(400)
      await wizard.dialog.getByRole('button', { name: 'Stop', exact: true }).click()
      await expect(wizard.dialog.getByRole('button', { name: 'Start again' })).toBeVisible()
      const calls = provider.requests.length
      await page.waitForTimeout(1200)
      expect(provider.requests.length).toBe(calls)
      await wizard.back()
    }
    step = { kind: 'answer' }
    await wizard.start()
    await wizard.waitForPreview()
    expect(await copiesIn(folder)).toEqual([])
    expect(await hashOf(join(folder, NAME))).toBe(before)
  } finally {
    await provider.close()
  }
})

test('a stream ends with whatever ends the wizard: Stop, Escape, Back, a reload, a fault of the core', async ({
  app,
  page,
  folder,
}) => {
  const provider = await startSlowProvider()
  try {
    await addModel(page, provider.url)
    let wizard = await configure(page, true)
    const streaming = async () => {
      await expect.poll(() => provider.open).toBe(1)
      await expect(wizard.card('Goal')).toContainText('Keep the order')
    }
    const ended = () => expect.poll(() => provider.open).toBe(0)

    await wizard.startButton.dblclick()
    await streaming()
    expect(provider.calls).toBe(1)
    await wizard.dialog.getByRole('button', { name: 'Stop', exact: true }).click()
    await ended()
    await expect(wizard.card('Goal')).toContainText('Keep the order')
    await wizard.dialog.getByRole('button', { name: 'Start again' }).click()
    await streaming()
    await wizard.back()
    await ended()
    await wizard.start()
    await streaming()
    // Neither language nor theme ends it.
    await page.evaluate(() =>
      window.palimpsest.request('settings.set', { theme: 'dark', language: 'zh-CN', textSizePx: 18 }),
    )
    await expect(page.locator('html')).toHaveAttribute('lang', /zh/)
    expect(provider.open).toBe(1)
    await page.evaluate(() => window.palimpsest.request('settings.set', { language: 'en' }))
    await expect(page.locator('html')).toHaveAttribute('lang', /en/)
    await expect(wizard.card('Goal')).toContainText('Keep the order')
    await page.keyboard.press('Escape')
    await wizard.question('Close without applying?').getByRole('button', { name: 'Close' }).last().click()
    await expect(wizard.dialog).toBeHidden()
    await ended()

    wizard = await configure(page, true)
    await wizard.start()
    await streaming()
    await page.reload()
    await ended()
    await new ThreadPage(page).rows.last().waitFor()

    wizard = await configure(page, true)
    await wizard.start()
    await streaming()
    await crashCore(app, page)
    await ended()
    await expect(wizard.dialog.getByText('The summary could not be created.', { exact: true })).toBeVisible()
    await expect(wizard.dialog.getByText(/The thread is unchanged\./).first()).toBeVisible()
    await wizard.dialog.getByRole('button', { name: 'Retry' }).click()
    await streaming()
    expect(await copiesIn(folder)).toEqual([])
    // The wizard goes with its tab.
    await page.keyboard.press('Escape')
    await wizard.question('Close without applying?').getByRole('button', { name: 'Close' }).last().click()
    await ended()
  } finally {
    await provider.close()
  }
})

test('a preview survives what happens around it, and says so when it cannot', async ({
  app,
  page,
  folder,
}) => {
  const path = join(folder, NAME)
  const original = await readFile(path)
  const wizard = await configure(page, false)
  // Changed while configuring: the new text is what is summarized.
  await writeFile(path, threadText(plainTurns(9)))
  await expect(wizard.sentence).toContainText('turns 1–6', { timeout: 15_000 })
  await writeFile(path, original)
  await expect(wizard.sentence).toContainText('turns 1–5', { timeout: 15_000 })
  await wizard.start()
  await wizard.waitForPreview()
  await wizard.addLine('Next steps', '- Ask for a review on Monday')
  await wizard.waitForPreview()

  // Back and forth keeps preview and edits.
  await wizard.back()
  await wizard.dialog.getByRole('button', { name: 'Show preview' }).click()
  await expect(wizard.card('Next steps')).toContainText('Ask for a review on Monday')
  // Writing anew asks first.
  await wizard.dialog.getByRole('button', { name: 'Regenerate', exact: true }).click()
  await expect(wizard.question('Write the checkpoint anew?')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(wizard.card('Next steps')).toContainText('Ask for a review on Monday')

  await writeFile(join(folder, 'long-compact-1.json'), '{}')
  const before = await hashOf(path)
  // The name was taken meanwhile: the next one is used, and nothing is overwritten.
  await wizard.applyButton.dblclick()
  await expect(wizard.dialog).toBeHidden()
  expect((await copiesIn(folder)).filter((name) => name.endsWith('.json')).sort()).toEqual([
    'long-compact-1.json',
    'long-compact-2.json',
  ])
  expect(await readFile(join(folder, 'long-compact-1.json'), 'utf8')).toBe('{}')
  expect(await readFile(join(folder, 'long-compact-2.json'), 'utf8')).toContain('Ask for a review on Monday')
  expect(await hashOf(path)).toBe(before)
})

test('a source that goes away under the preview is told, and nothing is written', async ({
  page,
  folder,
}) => {
  const wizard = await configure(page, false)
  await wizard.start()
  await wizard.waitForPreview()
  await unlink(join(folder, NAME))
  await wizard.applyButton.click({ timeout: 3000 }).catch(() => undefined)
  await expect(wizard.dialog.getByText(/not there any more|source changed/).first()).toBeVisible()
  expect(await copiesIn(folder)).toEqual([])
  await wizard.dialog.getByRole('button', { name: 'Close' }).first().click()
  await wizard.question('Close without applying?').getByRole('button', { name: 'Close' }).last().click()
  await expect(wizard.dialog).toBeHidden()
  await expect(page.getByText(/not there any more|deleted|removed/i).first()).toBeVisible()
})

test('Enter that ends a composition neither starts nor applies', async ({ page, folder }) => {
  const provider = await startSlowProvider()
  try {
    await addModel(page, provider.url)
    const wizard = await configure(page, true)
    await wizard.instructions.focus()
    const cdp = await page.context().newCDPSession(page)
    const composeEnter = async () => {
      await cdp.send('Input.imeSetComposition', { text: 'ni', selectionStart: 2, selectionEnd: 2 })
      // What a browser sends for the Enter that accepts a candidate.
      await cdp.send('Input.dispatchKeyEvent', {
        type: 'keyDown',
        key: 'Enter',
        code: 'Enter',
        windowsVirtualKeyCode: 229,
      })
      await cdp.send('Input.insertText', { text: '你' })
      await cdp.send('Input.dispatchKeyEvent', {
        type: 'keyUp',
        key: 'Enter',
        code: 'Enter',
        windowsVirtualKeyCode: 13,
      })
    }
    await composeEnter()
    await expect(wizard.instructions).toHaveValue('你')
    expect(provider.calls).toBe(0)
    await expect(wizard.startButton).toBeVisible()
    await wizard.dialog.getByRole('radio', { name: /Built in/ }).check({ force: true })
    await wizard.start()
    await wizard.waitForPreview()
    await wizard.card('Goal').getByRole('button', { name: 'Edit “Goal”' }).click()
    await wizard.card('Goal').getByRole('textbox').focus()
    await composeEnter()
    await page.waitForTimeout(300)
    await expect(wizard.dialog).toBeVisible()
    await expect(wizard.card('Goal').getByRole('textbox')).toHaveValue(/你/)
    expect(await copiesIn(folder)).toEqual([])
  } finally {
    await provider.close()
  }
})

test('odd threads: one turn, drafts only, a pending call, 400 turns, 20,000 characters of instructions', async ({
  app,
  page,
  folder,
}) => {
  const draft = { id: 'd', role: 'user', content: [] }
  const pending = {
    id: 'p',
    role: 'assistant',
    content: [],
    toolCalls: [{ id: 'c', input: { name: 'bash', arguments: { command: 'sleep 1' } } }],
  }
  const files = {
    'one.json': plainTurns(1),
    'drafts.json': [draft, { ...draft, id: 'd2' }],
    'pending.json': [
      ...plainTurns(6),
      { id: 'u7', role: 'user', content: [{ type: 'text', text: 'Run it' }] },
      pending,
    ],
    'many.json': plainTurns(400),
  }
  for (const [name, messages] of Object.entries(files))
    await writeFile(join(folder, name), threadText(messages))
  await app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] })
  }, folder)
  const frame = new FramePage(page)
  await page.keyboard.press('Control+o')
  await expect(frame.entry('one')).toBeVisible()
  const thread = new ThreadPage(page)
  for (const name of ['one', 'drafts']) {
    await frame.openThread(name)
    await expect(thread.compactButton).toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Control+Shift+k')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  const wizard = new WizardPage(page)
  for (const [name, turns] of [
    ['pending', 7],
    ['many', 400],
  ] as const) {
    await frame.openThread(name)
    await expect(thread.compactButton).not.toHaveAttribute('aria-disabled', 'true')
    await thread.compactButton.click()
    await wizard.next()
    await expect(wizard.keep).toHaveAttribute('aria-valuemax', String(turns - 1))
    await expect(wizard.keep).toHaveAttribute('aria-valuemin', '1')
    await wizard.keep.fill('9999')
    await wizard.keep.press('Enter')
    await expect(wizard.keep).toHaveAttribute('aria-valuenow', String(turns - 1))
    await wizard.keep.fill('0')
    await wizard.keep.press('Enter')
    await expect(wizard.keep).toHaveAttribute('aria-valuenow', '1')
    await wizard.instructions.fill('指'.repeat(20_001))
    await expect(wizard.startButton).toHaveAttribute('aria-disabled', 'true')
    await wizard.instructions.fill('指'.repeat(20_000))
    await expect(wizard.startButton).not.toHaveAttribute('aria-disabled', 'true')
    await wizard.start()
    await wizard.waitForPreview()
    await wizard.apply()
    await expect(wizard.dialog).toBeHidden()
    await expect(frame.tab(`${name}-compact-1`)).toBeVisible()
    const copy = await readFile(join(folder, `${name}-compact-1.json`), 'utf8')
    expect(JSON.parse(copy).context.messages.length).toBeLessThan(8)
  }
})
