/**
 * The real window, measured from outside: `node bench/window/measure-window.ts [RUNS]` prints one JSON object.
 * Needs a build and what shows the app; run.ts sees to both.
 */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchApp, runtime } from '../../e2e/hosts.ts'
import { WizardPage } from '../../e2e/pages/wizard.ts'
import { writeGeneratedThread } from '../generate-thread.ts'
import {
  clickToRow,
  heapMegabytes,
  lastRowAt,
  lastRowOf,
  pagesDuringPreview,
  scrollUp,
  typeAndWatch,
} from './page-probes.ts'

const MESSAGES = 10_000
const PREVIEW_MESSAGES = 900

const runs = Number(process.argv[2] ?? 5)
const folder = mkdtempSync(join(tmpdir(), 'palimpsest-bench-window-'))
try {
  const long = join(folder, 'long.json')
  writeGeneratedThread(long, { messages: MESSAGES })
  const coldStartMs: number[] = []
  for (let run = 0; run < runs; run += 1) coldStartMs.push(await coldStart(long, join(folder, `cold-${run}`)))
  console.log(JSON.stringify({ runtime: runtime().name, coldStartMs, ...(await openWindow(long)) }))
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}

/** From the start of the process to the last row of a thread named on the command line. */
async function coldStart(thread: string, dataDir: string): Promise<number> {
  const start = Date.now()
  const app = await launchApp({ dataDir, args: [thread] })
  const at = await lastRowAt(await app.firstWindow(), MESSAGES)
  await app.close()
  return at - start
}

/** One window with a copy of the thread for every run, so that each is opened for the first time. */
async function openWindow(long: string) {
  const dataDir = join(folder, 'data')
  const workspace = join(dataDir, 'sample-workspace')
  mkdirSync(workspace, { recursive: true })
  for (let run = 0; run <= runs; run += 1) copyFileSync(long, join(workspace, `long-${run}.json`))
  writeGeneratedThread(join(workspace, 'middle.json'), { messages: PREVIEW_MESSAGES })
  const app = await launchApp({ dataDir })
  try {
    const page = await app.firstWindow()
    await page.locator('#root > *').first().waitFor()
    const sample = page.getByRole('button', { name: /Open the sample thread/ })
    await page.locator('[role="treeitem"][data-path="long-0.json"]').or(sample).first().waitFor()
    await page.locator('[role="treeitem"][data-path="long-0.json"]').waitFor()
    const heapBeforeMb = await heapMegabytes(page)
    const openMs: number[] = []
    for (let run = 0; run <= runs; run += 1) {
      const took = await clickToRow(page, `long-${run}.json`, lastRowOf(MESSAGES))
      // The first one also compiles what the others find ready.
      if (run > 0) openMs.push(took)
      await page.waitForTimeout(1_500)
    }
    const heapOpenedMb = await heapMegabytes(page)
    const scroll = await scrollUp(page, 300)
    const heapScrolledMb = await heapMegabytes(page)
    const preview = await pagesDuringPreview(page, 'middle.json', PREVIEW_MESSAGES)
    const keyToPaintMs = await typeInWizard(page)
    return { openMs, heapBeforeMb, heapOpenedMb, heapScrolledMb, scroll, preview, keyToPaintMs }
  } finally {
    await app.close()
  }
}

/** Types into the instructions of the wizard over the long thread. */
async function typeInWizard(page: Awaited<ReturnType<Awaited<ReturnType<typeof launchApp>>['firstWindow']>>) {
  const wizard = new WizardPage(page)
  await wizard.open()
  await wizard.next()
  await wizard.instructions.click()
  return typeAndWatch(page, 60)
}
