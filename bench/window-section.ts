import { type Figure, figureOf } from './measure.ts'
import { runWindowScript } from './run-window-script.ts'
import type { Section } from './section.ts'

/** What `window/measure-window.ts` prints. */
interface WindowFigures {
  readonly runtime: string
  readonly coldStartMs: readonly number[]
  readonly openMs: readonly number[]
  readonly heapBeforeMb: number
  readonly heapOpenedMb: number
  readonly heapScrolledMb: number
  readonly scroll: {
    readonly mostRows: number
    readonly frames: number
    readonly medianFrameMs: number
    readonly p95FrameMs: number
    readonly longestTaskMs: number
  }
  readonly preview: { readonly previewMs: number; readonly longestWaitMs: number; readonly pages: number }
  readonly keyToPaintMs: readonly number[]
}

/** The real window with a thread of 10,000 messages. `readMs` = a bare read of the same file in this run. */
export async function windowSection(readMs: Figure): Promise<Section> {
  const printed = await runWindowScript('measure-window.ts', ['5'], 170_000)
  // Safe: our own script's last line.
  const found = JSON.parse(printed) as WindowFigures
  const { scroll, preview } = found
  return {
    title: `Window (${found.runtime}), 10,000 messages`,
    figures: [
      readMs,
      figureOf('click in the tree to last rows painted', found.openMs),
      figureOf('start of the process to last rows', found.coldStartMs),
      figureOf("key to paint in the wizard's instructions", found.keyToPaintMs),
    ],
    lines: [
      `renderer heap after a collection: ${found.heapBeforeMb.toFixed(1)} MB at the start, ${found.heapOpenedMb.toFixed(1)} MB with three such threads mounted, ${found.heapScrolledMb.toFixed(1)} MB after scrolling`,
      `scrolling ${scroll.frames} frames: at most ${scroll.mostRows} rows mounted, frame ${scroll.medianFrameMs.toFixed(0)} ms (p95 ${scroll.p95FrameMs.toFixed(0)}), longest task ${scroll.longestTaskMs.toFixed(0)} ms`,
      `preview of 900 messages in the core: ${preview.previewMs.toFixed(0)} ms; meanwhile ${preview.pages} pages, longest wait for one ${preview.longestWaitMs.toFixed(0)} ms`,
    ],
  }
}
