import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { test } from '../fixture.ts'
import { plainTurns, threadText } from '../threads.ts'
import { longSession } from '../transcripts.ts'

const outside = mkdtempSync(join(tmpdir(), 'palimpsest-drop-'))
const session = join(outside, 'session.jsonl')
const workspace = join(outside, 'threads')
test.beforeAll(() => {
  mkdirSync(workspace, { recursive: true })
  writeFileSync(join(workspace, 'own.json'), threadText(plainTurns(2)))
  writeFileSync(session, longSession(2))
})
test.afterAll(() => rmSync(outside, { recursive: true, force: true }))

test.use({ appArgs: [join(workspace, 'own.json')] })

/** Drags files from outside to a point of the window as the system does: an event that a page makes is no real drop. */
async function drag(page: Page, files: readonly string[], at: { readonly x: number; readonly y: number }) {
  const browser = await page.context().newCDPSession(page)
  const send = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    browser.send('Input.dispatchDragEvent', {
      type,
      ...at,
      data: { items: [], files: [...files], dragOperationsMask: 1 },
    })
  await send('dragEnter')
  await send('dragOver')
  return { drop: () => send('drop') }
}

test('a file dropped on the window is never lost: where paths are not told, the dialog asks', async ({
  app,
  page,
}) => {
  const address = page.url()
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 800 }
  const middle = { x: width / 2, y: height / 2 }
  await (await drag(page, [session], middle)).drop()
  const dialog = page.getByRole('dialog', { name: 'Import threads' })
  await expect(dialog.getByRole('alert')).toContainText('does not tell where dropped files lie')
  expect(page.url()).toBe(address)

  // The drop zone says that it takes them; the second drop asks again.
  const zone = dialog.locator('.im-drop')
  const box = await zone.boundingBox()
  const held = await drag(page, [session], { x: (box?.x ?? 0) + 20, y: (box?.y ?? 0) + 10 })
  await expect(zone).toHaveClass(/is-over/)
  await held.drop()
  await expect(zone).not.toHaveClass(/is-over/)
  await expect(dialog.getByRole('alert')).toBeVisible()

  await app.evaluate(({ dialog: system }, path) => {
    system.showOpenDialog = async () => ({ canceled: false, filePaths: [path] })
  }, session)
  await dialog.getByRole('button', { name: 'Choose files…' }).click()
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Claude Code' })).toHaveCount(1)
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  const before = readFileSync(session)
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(dialog.getByText(/^1 new, 0 updated/).first()).toBeVisible()
  expect(readFileSync(session).equals(before)).toBe(true)
})

test('a drop that a page makes up does nothing', async ({ page }) => {
  await page.evaluate(() => {
    const data = new DataTransfer()
    data.items.add(new File(['x'], 'x.jsonl'))
    document.body.dispatchEvent(
      new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }),
    )
  })
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(readdirSync(outside).toSorted()).toEqual(['session.jsonl', 'threads'])
})
