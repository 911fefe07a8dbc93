import {
  closeSync,
  copyFileSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serializeMessages } from '../src/main/compaction/checkpoint/serializer.ts'
import { estimateMessageTokens } from '../src/main/compaction/tokens/estimate-message.ts'
import { Compactor } from '../src/main/compactor/compactor.ts'
import { scanThread } from '../src/main/threads/json/scan-thread.ts'
import { openThreadFile } from '../src/main/threads/thread-file.ts'
import { lastRowPage } from '../src/main/threads/view/row-page.ts'
import type { Preview } from '../src/shared/compact/preview.ts'
import { benchPorts } from './bench-ports.ts'
import { writeGeneratedThread } from './generate-thread.ts'
import { type Figure, measure, table } from './measure.ts'

/** Median times of one run on this machine. Only ratios inside one run mean anything. */
async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-bench-'))
  const results: Record<string, readonly Figure[]> = {}
  try {
    const large = join(folder, 'large.json')
    writeGeneratedThread(large, { messages: 10_000 })
    const small = join(folder, 'small.json')
    writeGeneratedThread(small, { messages: 900 })
    results[`Reader, 10,000 messages, ${megabytes(large)}`] = await readerFigures(large)
    results[`Compaction, 900 messages, ${megabytes(small)}`] = await compactionFigures(small)
    results['Apply, 10,000 messages, 3 turns kept'] = await applyFigures(large, folder)
    for (const [title, figures] of Object.entries(results)) console.log(table(title, figures))
    const out = process.argv.find((argument) => argument.startsWith('--json='))
    if (out !== undefined) writeFileSync(out.slice('--json='.length), `${JSON.stringify(results, null, 2)}\n`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function readerFigures(path: string): Promise<readonly Figure[]> {
  const bytes = readFileSync(path)
  const size = { bytes: bytes.length }
  return [
    await measure('bare read', () => readFileSync(path), size),
    await measure('read, decode and JSON.parse of all', () => JSON.parse(readFileSync(path, 'utf8')), size),
    await measure('scan: byte ranges of all messages', () => scanThread(bytes, 0), size),
    await measure(
      'open: scan, parse, sketch, estimate',
      async () => (await openThreadFile(path)).close(),
      size,
    ),
    await measure(
      'open to first 30 rows',
      async () => {
        const file = await openThreadFile(path)
        lastRowPage(file, 'large.json', 30)
        file.close()
      },
      size,
    ),
  ]
}

async function compactionFigures(path: string): Promise<readonly Figure[]> {
  const file = await openThreadFile(path)
  const messages = file.readMessages({ from: 0, to: file.count })
  const size = { bytes: file.fingerprint.sizeBytes }
  const compactor = new Compactor(benchPorts())
  return [
    await measure(
      'JSON.stringify of all messages',
      () => messages.map((message) => JSON.stringify(message)),
      size,
    ),
    await measure('estimate all messages', () => messages.map(estimateMessageTokens), size),
    await measure(
      'serialize for a summary request',
      () => serializeMessages(messages, { resultCapChars: 2_000 }),
      size,
    ),
    await measure(
      'extractive summary with its retention report',
      async () => {
        const preview = await compactor.start(
          path,
          file,
          previewOptions(1),
          () => undefined,
          AbortSignal.timeout(60_000),
        )
        compactor.discard(preview.previewId)
      },
      size,
    ),
  ]
}

async function applyFigures(path: string, folder: string): Promise<readonly Figure[]> {
  const file = await openThreadFile(path)
  const compactor = new Compactor(benchPorts())
  const previews: Preview[] = []
  for (let count = 0; count < 6; count += 1)
    previews.push(
      await compactor.start(path, file, previewOptions(3), () => undefined, AbortSignal.timeout(60_000)),
    )
  return [
    await measure('copy of the whole file and fsync', () => {
      const target = join(folder, 'plain-copy.json')
      copyFileSync(path, target)
      const handle = openSync(target, 'r+')
      fsyncSync(handle)
      closeSync(handle)
    }),
    await measure('Apply: stale check, splice, fsync, link', async () => {
      const preview = previews.pop()
      if (preview !== undefined) await compactor.apply(preview.previewId, folder)
    }),
  ]
}

function previewOptions(keepTurns: number) {
  return {
    keepTurns,
    instructions: '',
    summarizerId: 'built-in',
    detail: 'standard',
    language: 'same',
    budgetChars: null,
  } as const
}

function megabytes(path: string): string {
  return `${(readFileSync(path).length / 1_000_000).toFixed(1)} MB`
}

await run()
