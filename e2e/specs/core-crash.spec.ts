import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ElectronApplication, expect, type Page } from '@playwright/test'
import { test } from '../fixture.ts'
import { FramePage } from '../pages/frame.ts'
import { ThreadPage } from '../pages/thread.ts'
import { plainTurns, threadText } from '../threads.ts'

/** Ends the worker that holds the core at the next thing it is asked, as a bug in it would. */
async function killCore(app: ElectronApplication, page: Page): Promise<void> {
  await app.evaluate(() => {
    const { Worker } = process.getBuiltinModule('node:worker_threads')
    const { postMessage } = Worker.prototype
    Worker.prototype.postMessage = function (...message: Parameters<typeof postMessage>) {
      Worker.prototype.postMessage = postMessage
      postMessage.apply(this, message)
      void this.terminate()
    }
  })
  await page.evaluate(() => void window.palimpsest.request('settings.get', undefined))
}

test('the core dies: the window says so, keeps what was typed and read, and goes on', async ({
  app,
  page,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'palimpsest-core-'))
  try {
    const path = join(folder, 'long.json')
    await writeFile(path, threadText(plainTurns(40)))
    await app.evaluate(({ dialog }, chosen) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] })
    }, folder)
    await page.keyboard.press('Control+o')
    const frame = new FramePage(page)
    await frame.openThread('long')
    const thread = new ThreadPage(page)
    await thread.goToStart()
    await expect(thread.rows.first()).toHaveAttribute('aria-posinset', '1')
    await page.getByRole('textbox', { name: 'Message' }).fill('half a sentence')

    await killCore(app, page)

    const notices = page.getByRole('region', { name: 'Notifications' })
    await expect(notices.getByText(/stopped and was started again/)).toBeVisible({ timeout: 60_000 })
    await expect(frame.activeTab).toHaveAccessibleName('long')
    await expect(thread.rows.first()).toHaveAttribute('aria-posinset', '1')
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('half a sentence')
    // The new core knows the open thread: it is told of changes of its file.
    await writeFile(path, threadText(plainTurns(41)))
    await expect(page.getByText(/changed/i).first()).toBeVisible({ timeout: 60_000 })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
