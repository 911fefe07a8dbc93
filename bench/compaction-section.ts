import { setImmediate } from 'node:timers/promises'
import { serializeMessages } from '../src/main/compaction/checkpoint/serializer.ts'
import { Compactor } from '../src/main/compactor/compactor.ts'
import { openThreadFile, type ThreadFile } from '../src/main/threads/thread-file.ts'
import { benchPorts, previewOptions } from './bench-ports.ts'
import { measure } from './measure.ts'
import type { Section } from './section.ts'

/** What a preview costs before Apply, and how long something else has to wait while it is made. */
export async function compactionSection(path: string): Promise<Section> {
  const file = await openThreadFile(path)
  const messages = file.readMessages({ from: 0, to: file.count })
  const size = { bytes: file.fingerprint.sizeBytes }
  const waits: number[] = []
  const figures = [
    await measure(
      'JSON.stringify of all messages',
      () => messages.map((message) => JSON.stringify(message)),
      size,
    ),
    await measure(
      'serialize for a summary request',
      () => serializeMessages(messages, { resultCapChars: 2_000 }),
      size,
    ),
    await measure(
      'extractive summary with its retention report',
      async () => {
        const [, longest] = await Promise.all([preview(path, file), longestWaitDuring(() => isDone)])
        waits.push(longest)
      },
      size,
    ),
  ]
  file.close()
  waits.sort((a, b) => a - b)
  const median = waits[waits.length >> 1] ?? 0
  return {
    title: 'Compaction, 900 messages',
    figures,
    lines: [
      `longest wait for a turn while the summary is made: ${median.toFixed(0)} ms (median of ${waits.length})`,
    ],
  }
}

let isDone = false

async function preview(path: string, file: ThreadFile): Promise<void> {
  isDone = false
  const compactor = new Compactor(benchPorts())
  await compactor.start(path, file, previewOptions(1), () => undefined, AbortSignal.timeout(120_000))
  isDone = true
}

/** Longest time between two turns of the event loop until `isOver`. */
async function longestWaitDuring(isOver: () => boolean): Promise<number> {
  let longest = 0
  let last = performance.now()
  do {
    await setImmediate()
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  } while (!isOver())
  return longest
}
