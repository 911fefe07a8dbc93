import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openFileSource } from '../src/main/library/file-source.ts'
import { indexPath, openIndexForReading, openIndexForWriting } from '../src/main/library/index-database.ts'
import { createIndexWriter } from '../src/main/library/index-writer.ts'
import { Indexer } from '../src/main/library/indexer.ts'
import { Library } from '../src/main/library/library.ts'
import { BodyReader } from '../src/main/library/query/body-reader.ts'
import { IndexSearch } from '../src/main/library/query/search-index.ts'
import { SourceShelf } from '../src/main/library/query/source-shelf.ts'
import { Vocabulary } from '../src/main/library/query/vocabulary.ts'
import type { ThreadSource } from '../src/main/library/thread-source.ts'
import { parseQuery } from '../src/shared/search/parse-query.ts'
import { writeGeneratedThread } from './generate-thread.ts'
import { type Figure, figureOf, measure } from './measure.ts'
import type { Section } from './section.ts'

/** Kinds of queries, by words that the generated threads hold. */
const QUERIES = {
  'one common word': 'journal',
  'two words': 'journal offset',
  'a part of a word': 'ourn',
  'two Latin letters': 'ms',
  'a Chinese sign': '字',
  'a path': 'src/parser',
  'a phrase': '"journal offset"',
  'five words': 'journal offset parser queue record',
  'a path with a number': 'src/parser/offset-12.ts',
  'a filter': 'journal role:user',
  'filters alone': 'tool:grep has:error',
  'nothing before': 'journal before:2001',
  'a folder that is none': 'journal folder:none',
  'signs alone': '=>',
} as const

const RUNS = 25
const APPENDS = 200
const SCOPE = { hasTools: true, hasThinking: true }
const NO_MARKS = { pins: () => [], checkpointThreads: () => [], checkpoints: () => [] }

/** Building the index of `count` messages in ten threads, asking it, and adding to it; against a bare read. */
export async function searchSection(count: number, folder: string): Promise<Section> {
  const root = join(folder, `search-${count}`)
  const dataDir = join(folder, `search-data-${count}`)
  mkdirSync(root)
  const names = Array.from({ length: 10 }, (_, at) => join(root, `thread-${at}.json`))
  let bytes = 0
  for (const [at, name] of names.entries())
    bytes += writeGeneratedThread(name, { messages: count / 10, seed: at + 1 })

  const read = await measure('bare read of the files', () => names.map((name) => readFileSync(name).length), {
    bytes,
  })
  const db = openIndexForWriting(dataDir)
  const indexer = new Indexer({
    db,
    open: openFileSource,
    onProgress: () => undefined,
    onBroken: (error) => {
      throw error
    },
  })
  const started = performance.now()
  indexer.setRoot(root)
  await indexer.settled()
  const build = figureOf('the index of all of them', [performance.now() - started], bytes)
  db.pragma('wal_checkpoint(truncate)')
  const share = statSync(indexPath(dataDir)).size / bytes

  const library = new Library({
    dataDir,
    root: () => root,
    resolve: async (thread) => join(root, thread),
    open: openFileSource,
    marks: NO_MARKS,
    onDamage: () => undefined,
  })
  const figures: Figure[] = [read, build]
  const lines = [
    `the index is ${(share * 100).toFixed(1)} % of the threads' files; times of queries are processor time`,
  ]
  for (const order of ['newest', 'best'] as const)
    for (const [kind, text] of Object.entries(QUERIES)) {
      const inIndex = await indexTimes(dataDir, root, text, order)
      const whole = await times(() =>
        library.search({ text, scope: SCOPE, order, groups: 20 }, new AbortController().signal),
      )
      lines.push(
        `${order}, ${kind}: in the index first ${inIndex.first}, p50 ${p(inIndex, 0.5)}, p95 ${p(inIndex, 0.95)} ms; with the snippets of its threads first ${whole.first}, p50 ${p(whole, 0.5)}, p95 ${p(whole, 0.95)} ms`,
      )
      if (order === 'newest') figures.push(figureOf(`search, newest: ${kind}`, whole.spent))
    }
  const found = await times(() => library.find('thread-0.json', 'journal', SCOPE))
  lines.push(`find in one thread: p50 ${p(found, 0.5)}, p95 ${p(found, 0.95)} ms`)
  library.close()

  const appended = await appendTimes(names[0] ?? '', dataDir)
  lines.push(`one message more in the index: p50 ${p(appended, 0.5)}, p95 ${p(appended, 0.95)} ms`)
  await indexer.close()
  db.close()
  return {
    title: `Search, ${count} messages in ten threads, ${(bytes / 1_000_000).toFixed(1)} MB`,
    figures,
    lines,
  }
}

/** Only what the index is asked, without texts of the hits. */
async function indexTimes(
  dataDir: string,
  root: string,
  text: string,
  order: 'newest' | 'best',
): Promise<Times> {
  const db = openIndexForReading(dataDir)
  if (db === null) throw new Error('there is no index')
  const vocabulary = new Vocabulary(db)
  vocabulary.refresh()
  const search = new IndexSearch(db, vocabulary, NO_MARKS)
  const shelf = new SourceShelf(openFileSource)
  const bodies = new BodyReader(async (thread) => join(root, thread), shelf)
  const query = parseQuery(text)
  const { signal } = new AbortController()
  const found = await times(() =>
    search.search({ query, scope: SCOPE, order, root, groups: 20 }, bodies, signal),
  )
  bodies.close()
  shelf.close()
  db.close()
  return found
}

async function appendTimes(path: string, dataDir: string): Promise<Times> {
  const db = openIndexForWriting(dataDir)
  const source: ThreadSource = await openFileSource(path)
  const writer = createIndexWriter(db)
  const message = source.message(1)
  const spent: number[] = []
  for (let at = 0; at < APPENDS; at += 1) {
    const from = performance.now()
    writer.transaction(() => {
      writer.addMessage(999_999, '', { index: at, message, isCheckpoint: false, place: null })
      writer.saveWords()
    })
    spent.push(performance.now() - from)
  }
  source.close()
  db.close()
  return { first: (spent[0] ?? 0).toFixed(1), spent }
}

interface Times {
  /** Before anything of it was read. */
  readonly first: string
  readonly spent: readonly number[]
}

/** Processor time in milliseconds: other work on the machine disturbs it least. */
async function times(work: () => unknown): Promise<Times> {
  const spent: number[] = []
  for (let run = 0; run <= RUNS; run += 1) {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    spent.push((user + system) / 1000)
  }
  const [first = 0, ...rest] = spent
  return { first: first.toFixed(1), spent: rest }
}

function p({ spent }: Times, share: number): string {
  const sorted = spent.toSorted((a, b) => a - b)
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1)
}
