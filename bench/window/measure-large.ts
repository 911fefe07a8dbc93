/**
 * A large thread in the real window: `node bench/window/measure-large.ts FILE MESSAGES FOLDER` prints one JSON object.
 * BENCH_SAY=1 tells on stderr how far it is; BENCH_TABS = tabs open in the end (6).
 * FILE was made by generate-thread.ts or generate-transcripts.ts. Needs a build and what shows the app.
 */
import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { ElectronApplication, Page } from '@playwright/test'
import { closeApp } from '../../e2e/close-app.ts'
import { LAUNCH_TIMEOUT_MS, launchApp, runtime } from '../../e2e/hosts.ts'
import { ANY_ROW, allKnown, clickRail, findToRow, goToStart, heldRows } from './large-probes.ts'
import { processorMs, type Resident, residentOf } from './memory.ts'
import { clickToRow, heapMegabytes, scrollUp } from './page-probes.ts'

/** Tabs that are open at once in the end. */
const TABS = Number(process.env.BENCH_TABS ?? 6)
/** Long enough for what an opening leaves behind to be collected. */
const SETTLE_MS = 4_000
const INDEX_TIMEOUT_MS = 900_000

const [file = '', count = '', folder = ''] = process.argv.slice(2)
const total = Number(count)
const name = basename(file)
const dataDir = join(folder, `data-${name}`)
const workspace = join(dataDir, 'sample-workspace')
const copies = Array.from({ length: TABS }, (_, at) => (at === 0 ? name : `copy-${at}${extname(name)}`))

mkdirSync(workspace, { recursive: true })
place(name)

const say = (text: string) =>
  process.env.BENCH_SAY === undefined ? undefined : console.error(`${new Date().toISOString()} ${text}`)

const first = await inApp(async (page, app) => {
  const cold = await costOf(app, () => clickToRow(page, name, ANY_ROW))
  say(`cold ${JSON.stringify(cold)}`)
  const start = Date.now()
  await allKnown(page, total)
  say('all known')
  const restMs = Date.now() - start
  await indexKept(1)
  return { cold, wholeMs: cold.ms + restMs, read: await memory(app, page) }
})
const second = await inApp(async (page, app) => {
  const indexed = await costOf(app, () => clickToRow(page, name, ANY_ROW))
  await allKnown(page, total)
  say(`indexed ${JSON.stringify(indexed)}`)
  const startMs = await goToStart(page)
  say(`start ${startMs}`)
  const atStart = await heldRows(page)
  const railMs: number[] = []
  for (const share of [0.37, 0.81, 0.12, 0.55]) railMs.push(await clickRail(page, Math.round(total * share)))
  say(`rail ${railMs}`)
  const prompt = Math.floor(total / 16)
  // Waits until the words of the thread are in the index; the second time is measured.
  await findToRow(page, `"Task ${prompt + 2}"`, (prompt + 1) * 8 + 1)
  await goToStart(page)
  const findMs = await findToRow(page, `"Task ${prompt + 1}"`, prompt * 8 + 1)
  say(`find ${findMs}`)
  const scroll = await scrollUp(page, 300)
  const held = await heldRows(page)
  const opened = await memory(app, page)
  for (const [at, copy] of copies.slice(1).entries()) {
    place(copy)
    await page.locator(`[role="treeitem"][data-path="${copy}"]`).waitFor()
    await clickToRow(page, copy, ANY_ROW)
    say(copy)
    await allKnown(page, total)
    // Reading ends with the view of a thread, which is let go of when others come to the front.
    await indexKept(at + 2)
  }
  const tabs = await memory(app, page)
  return { indexed, startMs, railMs, findMs, scroll, atStart, held, opened, tabs }
})
console.log(JSON.stringify({ runtime: runtime().name, tabCount: TABS, ...first, ...second }))

/** A file in the workspace, without its bytes a second time where the disk can do that. */
function place(as: string): void {
  try {
    linkSync(file, join(workspace, as))
  } catch {
    copyFileSync(file, join(workspace, as))
  }
}

async function inApp<T>(work: (page: Page, app: ElectronApplication) => Promise<T>): Promise<T> {
  const app = await launchApp({ dataDir })
  try {
    const page = await app.firstWindow({ timeout: LAUNCH_TIMEOUT_MS })
    page.setDefaultTimeout(LAUNCH_TIMEOUT_MS)
    await page.locator(`[role="treeitem"][data-path="${name}"]`).waitFor()
    const done = await work(page, app)
    // The next start restores no tab: its thread is opened by hand too.
    await page.keyboard.press('Control+w')
    await setTimeout(500)
    return done
  } finally {
    await closeApp(app)
  }
}

/** What something took by the clock, and the processor's time of main and page meanwhile. */
async function costOf(app: ElectronApplication, work: () => Promise<number>) {
  const pid = app.process().pid ?? 0
  const before = processorMs(pid)
  const ms = await work()
  const after = processorMs(pid)
  if (before === null || after === null) return { ms, mainCpuMs: null, pageCpuMs: null }
  return { ms, mainCpuMs: after.main - before.main, pageCpuMs: after.page - before.page }
}

interface Memory {
  readonly main: Resident
  readonly page: Resident
  readonly pageHeapMb: number
}

async function memory(app: ElectronApplication, page: Page): Promise<Memory | null> {
  await setTimeout(SETTLE_MS)
  const pageHeapMb = await heapMegabytes(page)
  const found = residentOf(app.process().pid ?? 0)
  return found === null ? null : { ...found, pageHeapMb }
}

/** Resolves when the indexes of so many threads lie beside the database. */
async function indexKept(threads: number): Promise<void> {
  const kept = join(dataDir, 'thread-index')
  const until = Date.now() + INDEX_TIMEOUT_MS
  while (!existsSync(kept) || readdirSync(kept).filter((one) => one.endsWith('.idx')).length < threads) {
    if (Date.now() > until) throw new Error('the index was not kept')
    await setTimeout(200)
  }
}
