/**
 * Measures the project on this machine: `npm run bench [-- --json=FILE] [--no-window] [--only=NAME]`.
 * NAME is a section; `window` alone also opens threads of 10,000 and 100,000 messages, which takes minutes: reader, estimator, compaction, apply, live-thread, reductions, search, forward-use, importers, opening or window.
 * Medians of at least five runs with their spread. Only ratios inside one run mean anything, and nothing is asserted.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { applySection } from './apply-section.ts'
import { compactionSection } from './compaction-section.ts'
import { estimatorSection } from './estimator-section.ts'
import { forwardUseSection } from './forward-use-section.ts'
import { writeGeneratedThread } from './generate-thread.ts'
import { largeWindowSection } from './large-window-section.ts'
import { liveThreadSection } from './live-thread-section.ts'
import { table } from './measure.ts'
import { readerSection } from './reader-section.ts'
import { reductionsSection } from './reductions-section.ts'
import { searchSection } from './search-section.ts'
import type { Section } from './section.ts'
import { importersSection, openingSection, writeTranscript } from './transcripts-section.ts'
import { windowSection } from './window-section.ts'

const { values } = parseArgs({
  options: {
    json: { type: 'string' },
    'no-window': { type: 'boolean', default: false },
    only: { type: 'string' },
  },
})
const folder = mkdtempSync(join(tmpdir(), 'palimpsest-bench-'))
const sections: Section[] = []

function show(section: Section): void {
  sections.push(section)
  if (section.figures.length > 0) console.log(table(section.title, section.figures))
  else console.log(`\n${section.title}`)
  for (const line of section.lines) console.log(line)
}

try {
  const large = join(folder, 'large.json')
  writeGeneratedThread(large, { messages: 10_000 })
  const small = join(folder, 'small.json')
  writeGeneratedThread(small, { messages: 900 })
  const wanted = (name: string): boolean => values.only === undefined || values.only === name
  // The window is compared with the bare read, so its section needs the reader's figures.
  const reader = wanted('reader') || wanted('window') ? await readerSection(large) : undefined
  if (reader !== undefined) show(reader)
  if (wanted('estimator')) show(await estimatorSection(small))
  if (wanted('compaction')) show(await compactionSection(small))
  if (wanted('apply')) show(await applySection(small, folder))
  if (wanted('live-thread')) show(await liveThreadSection(large, folder))
  for (const count of wanted('reductions') ? [1_000, 10_000, 100_000] : [])
    show(await reductionsSection(count))
  if (wanted('importers')) show(await importersSection(folder, 10_000))
  for (const count of wanted('opening') ? [1_000, 10_000, 100_000] : []) {
    const native = join(folder, `native-${count}.json`)
    writeGeneratedThread(native, { messages: count })
    show(await openingSection(folder, count, native))
  }
  for (const count of wanted('search') ? [1_000, 10_000, 100_000] : [])
    show(await searchSection(count, folder))
  if (wanted('forward-use')) show(await forwardUseSection())
  const read = reader?.figures[0]
  if (!values['no-window'] && wanted('window') && read !== undefined) show(await windowSection(read))
  // Minutes long, so only when asked for by name.
  for (const count of values.only === 'window' ? [10_000, 100_000] : []) {
    const native = join(folder, `native-${count}.json`)
    // 250 MB at 100,000 messages.
    writeGeneratedThread(native, { messages: count, bytesPerMessage: 2_170 })
    show(await largeWindowSection(native, count, folder))
    const session = writeTranscript(folder, 'claude-code', count, 2_350)
    show(await largeWindowSection(session, count, folder))
  }
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(sections, null, 2)}\n`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
