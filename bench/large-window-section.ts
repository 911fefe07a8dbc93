import { readFileSync, rmSync, statSync } from 'node:fs'
import { loadavg } from 'node:os'
import { basename } from 'node:path'
import { figureOf, measure } from './measure.ts'
import { runWindowScript } from './run-window-script.ts'
import type { Section } from './section.ts'

/** The largest thread needs minutes to be read, indexed and opened in several tabs. */
const PATIENCE_MS = 1_800_000

interface Cost {
  readonly ms: number
  readonly mainCpuMs: number | null
  readonly pageCpuMs: number | null
}

interface Resident {
  readonly peakMb: number
  readonly nowMb: number
}

interface Memory {
  readonly main: Resident
  readonly page: Resident
  readonly pageHeapMb: number
}

interface Held {
  readonly mounted: number
  readonly stored: number
}

/** What `window/measure-large.ts` prints. */
interface LargeFigures {
  readonly runtime: string
  readonly tabCount: number
  readonly cold: Cost
  readonly wholeMs: number
  readonly read: Memory | null
  readonly indexed: Cost
  readonly startMs: number
  readonly railMs: readonly number[]
  readonly findMs: number
  readonly scroll: {
    readonly mostRows: number
    readonly frames: number
    readonly medianFrameMs: number
    readonly p95FrameMs: number
    readonly longestTaskMs: number
  }
  readonly atStart: Held
  readonly held: Held
  readonly opened: Memory | null
  readonly tabs: Memory | null
}

/** What performance.md and the requirements ask of a thread of 100,000 messages. */
const GOALS = { coldMs: 2_000, indexedMs: 500, pageMb: 400, mainMb: 600 }

/** A large thread in the real window: opened with and without an index, walked through, in several tabs. */
export async function largeWindowSection(path: string, messages: number, folder: string): Promise<Section> {
  const bytes = statSync(path).size
  const name = basename(path)
  const load = loadavg()[0] ?? 0
  const read = await measure('bare read of the file', () => readFileSync(path), { runs: 3, bytes })
  try {
    const printed = await runWindowScript('measure-large.ts', [path, String(messages), folder], PATIENCE_MS)
    // Safe: our own script's last line.
    const found = JSON.parse(printed) as LargeFigures
    return {
      title: `Window (${found.runtime}), ${name}: ${messages.toLocaleString('en')} messages, ${(bytes / 1e6).toFixed(0)} MB; load ${load.toFixed(1)} before, ${(loadavg()[0] ?? 0).toFixed(1)} behind`,
      figures: [
        read,
        figureOf('not indexed: click to first rows painted', [found.cold.ms]),
        figureOf('not indexed: click to all messages known', [found.wholeMs]),
        figureOf('indexed, after a restart: click to first rows', [found.indexed.ms]),
        figureOf('to the start: key to its rows', [found.startMs]),
        figureOf('click on the rail to its rows', found.railMs),
        figureOf('text in Find to its row', [found.findMs]),
      ],
      lines: [
        goal('first rows, not indexed', found.cold.ms, GOALS.coldMs, 'ms'),
        goal('first rows, indexed', found.indexed.ms, GOALS.indexedMs, 'ms'),
        `processor until then: ${costLine(found.cold)} not indexed, ${costLine(found.indexed)} indexed`,
        `scrolling ${found.scroll.frames} frames: frame ${found.scroll.medianFrameMs.toFixed(0)} ms (p95 ${found.scroll.p95FrameMs.toFixed(0)}), longest task ${found.scroll.longestTaskMs.toFixed(0)} ms, at most ${found.scroll.mostRows} rows mounted`,
        `rows mounted / held in the page: ${heldLine(found.atStart)} at the start, ${heldLine(found.held)} after scrolling`,
        ...memoryLines('read and indexed', found.read),
        ...memoryLines('opened by its index, walked through', found.opened),
        ...memoryLines(`${found.tabCount} such threads in tabs`, found.tabs),
      ],
    }
  } finally {
    rmSync(path, { force: true })
  }
}

function goal(what: string, is: number, most: number, unit: string): string {
  return `${what}: ${is.toFixed(0)} ${unit}, goal ${most} ${unit}: ${is <= most ? 'kept' : 'MISSED'}`
}

function costLine({ mainCpuMs, pageCpuMs }: Cost): string {
  return `main ${mainCpuMs ?? '?'} ms, page ${pageCpuMs ?? '?'} ms`
}

function heldLine({ mounted, stored }: Held): string {
  return `${mounted} / ${stored}`
}

function memoryLines(when: string, memory: Memory | null): readonly string[] {
  if (memory === null) return []
  const { main, page, pageHeapMb } = memory
  return [
    `${when}: main ${main.nowMb.toFixed(0)} MB (peak ${main.peakMb.toFixed(0)}), page ${page.nowMb.toFixed(0)} MB (peak ${page.peakMb.toFixed(0)}, heap ${pageHeapMb.toFixed(0)})`,
    goal(`  main, peak`, main.peakMb, GOALS.mainMb, 'MB'),
    goal(`  page, peak`, page.peakMb, GOALS.pageMb, 'MB'),
  ]
}
