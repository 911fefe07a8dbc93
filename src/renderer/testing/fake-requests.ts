import { AppError } from '../../shared/ipc/errors.ts'
import type { AppEvents, EventName } from '../../shared/ipc/events.ts'
import type { ProviderSettings, Settings } from '../../shared/ipc/settings.ts'
import type { CallBody, OpenedThread, ThreadOpening } from '../../shared/ipc/thread.ts'
import type { TabState, TreeEntry, Workspace } from '../../shared/ipc/workspace.ts'
import { packIndexes } from '../../shared/thread/packed-indexes.ts'
import type { Row, TextBody } from '../../shared/thread/row.ts'
import type { FakeRequests } from './fake-bridge.ts'
import { sampleRows } from './sample-rows.ts'

/** Everything the fake main holds. Tests may change it between requests. */
export interface FakeWorkspace {
  workspace: Workspace | null
  entries: TreeEntry[]
  /** Rows per thread path; others get `file-not-found`. */
  threads: Map<string, readonly Row[]>
  settings: Settings
  tabs: TabState
  providers: ProviderSettings[]
  /** Waits before each answer, in milliseconds. */
  delayMs: number
}

export const DEFAULT_SETTINGS: Settings = {
  language: 'en',
  theme: 'light',
  textSizePx: 15,
  sidebarWidthPx: 280,
  isSidebarOpen: true,
  skipIntroduction: false,
  defaultSummarizer: 'built-in',
  observation: { isOn: false, port: 47_113 },
  instructionPresets: [],
  redactionPatterns: [],
  importFolders: [],
}

const NOW = Date.now()
const MINUTE_MS = 60_000

/** An entry of the tree, made from its path. */
export function entry(
  path: string,
  kind: TreeEntry['kind'],
  ageMinutes: number,
  copyOf: string | null = null,
): TreeEntry {
  return {
    path,
    name: path.slice(path.lastIndexOf('/') + 1),
    kind,
    modifiedMs: NOW - ageMinutes * MINUTE_MS,
    sizeBytes: kind === 'folder' ? 0 : 412_000,
    copyOf,
  }
}

function defaultWorkspace(): FakeWorkspace {
  return {
    workspace: { root: '/home/someone/threads', name: 'threads', isSample: false },
    entries: [
      entry('backup', 'folder', 3),
      entry('backup/nightly-backup.json', 'thread', 4),
      entry('backup/nightly-backup-compact-1.json', 'thread', 120, 'backup/nightly-backup.json'),
      entry('backup/nightly-backup-compact-2.json', 'thread', 3, 'backup/nightly-backup.json'),
      entry('backup/notes.md', 'other', 900),
      entry('research', 'folder', 4000),
      entry('research/advisory-locks.json', 'thread', 4100),
      entry('move-hashing-to-a-worker.json', 'thread', 60),
      entry('windows-path-casing-in-the-manifest.json', 'thread', 2900),
      entry('订单导出：大文件内存溢出.json', 'thread', 20),
      entry('订单导出：大文件内存溢出-compact-1.json', 'thread', 18, '订单导出：大文件内存溢出.json'),
      entry('empty.json', 'thread', 60_000),
    ],
    threads: new Map<string, readonly Row[]>([
      ['backup/nightly-backup.json', sampleRows({ turns: 180, hasMeta: true })],
      ['backup/nightly-backup-compact-1.json', sampleRows({ turns: 9, hasMeta: true, hasCheckpoint: true })],
      [
        'backup/nightly-backup-compact-2.json',
        sampleRows({ turns: 6, hasMeta: true, hasCheckpoint: true, endsWithDraft: true }),
      ],
      ['move-hashing-to-a-worker.json', sampleRows({ turns: 12 })],
      ['windows-path-casing-in-the-manifest.json', sampleRows({ turns: 5 })],
      ['research/advisory-locks.json', sampleRows({ turns: 2 })],
      ['订单导出：大文件内存溢出.json', sampleRows({ turns: 30 })],
      ['订单导出：大文件内存溢出-compact-1.json', sampleRows({ turns: 5, hasCheckpoint: true })],
      ['empty.json', []],
    ]),
    settings: DEFAULT_SETTINGS,
    tabs: { tabs: [], active: -1 },
    providers: [],
    delayMs: 0,
  }
}

function body(text: string): TextBody {
  return { text, totalChars: text.length, isCut: false }
}

/** A thread as main sends it. */
export function openingOf(opened: OpenedThread): ThreadOpening {
  return { ...opened, prompts: packIndexes(opened.prompts) }
}

/** The thread as the window keeps it. */
export function openFake(path: string, rows: readonly Row[]): OpenedThread {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const prompts = rows.filter((row) => row.kind === 'user' && row.role === 'prompt').map((row) => row.index)
  const turns = prompts.length
  const checkpoint = rows.find((row) => row.kind === 'checkpoint')
  const from = Math.max(0, rows.length - 30)
  return {
    thread: path,
    name,
    title: name.replace(/\.json$/, '').replaceAll('-', ' '),
    model: 'claude-sonnet-4-5',
    windowTokens: 200_000,
    messages: rows.length,
    turns,
    tokens: rows.reduce((sum, row) => sum + row.tokens, 0) + 2140,
    systemPrompt: body('You are a careful engineer. Answer in short sentences.'),
    systemTokens: 2140,
    toolNames: ['bash', 'edit_file', 'glob', 'grep', 'read_file', 'web_search'],
    compaction:
      rows.length === 0
        ? { kind: 'unavailable', reason: 'no-messages', turns: 0 }
        : turns < 2
          ? { kind: 'unavailable', reason: 'too-few-turns', turns }
          : { kind: 'available', turns },
    notes: [],
    page: { from, total: rows.length, rows: rows.slice(from) },
    prompts,
    checkpointIndex: checkpoint?.index ?? null,
    sourceName: checkpoint?.kind === 'checkpoint' ? (checkpoint.origin?.sourceName ?? null) : null,
  }
}

const FAILED_RUN =
  'FAIL  test/resume.spec.ts › resumes after a crash in part 3\nAssertionError: expected [ 3, 3, 4 ] to deeply equal [ 3, 4 ]\n ❯ test/resume.spec.ts:118:29   Tests  1 failed, 22 passed'

function callBody(rows: readonly Row[], index: number, at: number): CallBody {
  const row = rows[index]
  const card = row?.kind === 'assistant' ? row.calls[at] : undefined
  if (card === undefined) throw new AppError('bad-input', 'No such call.')
  const long = Array.from(
    { length: 180 },
    (_, line) => `${line + 1}  ✓ packages/store/test/part-${line}.spec.ts`,
  )
  const output = card.state === 'failed' ? FAILED_RUN : long.slice(0, 24).join('\n')
  const isCut = card.resultChars > 1_000_000
  return {
    arguments: body(`{\n  "input": ${JSON.stringify(card.summary)}\n}`),
    output:
      card.state === 'missing'
        ? null
        : [
            {
              kind: 'text',
              body: isCut ? { text: long.join('\n'), totalChars: card.resultChars, isCut } : body(output),
            },
            ...(card.imageCount > 0
              ? [{ kind: 'image', url: '/media/sample.png', mimeType: 'image/png', bytes: 48_211 } as const]
              : []),
          ],
    isError: card.state === 'failed',
  }
}

/** The default answers over one `FakeWorkspace`. */
export function fakeRequests(
  overrides: Partial<FakeWorkspace>,
  send: <K extends EventName>(event: K, payload: AppEvents[K]) => void,
): { workspace: FakeWorkspace; requests: FakeRequests } {
  const state: FakeWorkspace = { ...defaultWorkspace(), ...overrides }
  const drafts = new Map<string, string>()

  async function wait() {
    if (state.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, state.delayMs))
  }
  function rowsOf(thread: string): readonly Row[] {
    const rows = state.threads.get(thread)
    if (rows === undefined) throw new AppError('file-not-found', 'The file is gone.')
    return rows
  }
  function find(path: string): TreeEntry {
    const found = state.entries.find((item) => item.path === path)
    if (found === undefined) throw new AppError('file-not-found', 'The file is gone.')
    return found
  }
  function add(path: string, kind: TreeEntry['kind'], rows: readonly Row[] = []): TreeEntry {
    if (state.entries.some((item) => item.path === path)) throw new AppError('file-exists', path)
    const made = { ...entry(path, kind, 0), modifiedMs: Date.now() }
    state.entries.push(made)
    if (kind === 'thread') state.threads.set(path, rows)
    send('workspace.changed', { folders: [parentOf(path)] })
    return made
  }
  function parentOf(path: string): string {
    return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''
  }
  function join(folder: string, name: string): string {
    return folder === '' ? name : `${folder}/${name}`
  }
  function relocate(from: string, to: string): TreeEntry {
    const old = find(from)
    if (from !== to && state.entries.some((item) => item.path === to)) throw new AppError('file-exists', to)
    state.entries = state.entries.map((item) => {
      if (item.path !== from && !item.path.startsWith(`${from}/`)) return item
      const path = to + item.path.slice(from.length)
      const rows = state.threads.get(item.path)
      if (rows !== undefined) state.threads.set(path, rows)
      return { ...item, path, name: path.slice(path.lastIndexOf('/') + 1) }
    })
    send('workspace.changed', { folders: [parentOf(from), parentOf(to)] })
    return { ...old, path: to, name: to.slice(to.lastIndexOf('/') + 1) }
  }

  const requests: FakeRequests = {
    'app.notices': () => [],
    'settings.get': () => state.settings,
    'settings.set': (patch) => {
      // Zod makes every key optional; the ones given replace the old ones.
      state.settings = { ...state.settings, ...(patch as Partial<Settings>) }
      send('settings.changed', state.settings)
      return state.settings
    },
    'workspace.get': () => state.workspace,
    'workspace.choose': () => {
      state.workspace ??= { root: '/home/someone/threads', name: 'threads', isSample: false }
      return state.workspace
    },
    'workspace.openSample': () => {
      state.workspace = { root: '/home/someone/sample', name: 'sample', isSample: true }
      return state.workspace
    },
    'workspace.list': async ({ folder }) => {
      await wait()
      const rank = { folder: 0, thread: 1, other: 2 }
      return state.entries
        .filter((item) => parentOf(item.path) === folder)
        .sort((a, b) => rank[a.kind] - rank[b.kind])
    },
    'workspace.titles': () => [],
    'workspace.createThread': ({ folder, name }) =>
      add(join(folder, `${name.replace(/\.json$/, '')}.json`), 'thread'),
    'workspace.createFolder': ({ folder, name }) => add(join(folder, name), 'folder'),
    'workspace.rename': ({ path, name }) => relocate(path, join(parentOf(path), name)),
    'workspace.duplicate': ({ path }) =>
      add(path.replace(/(\.json)?$/, ' copy$1'), find(path).kind, state.threads.get(path)),
    'workspace.move': ({ path, folder }) => relocate(path, join(folder, find(path).name)),
    'workspace.trash': ({ path }) => {
      find(path)
      state.entries = state.entries.filter((item) => item.path !== path && !item.path.startsWith(`${path}/`))
      send('workspace.changed', { folders: [parentOf(path)] })
      return null
    },
    'workspace.reveal': () => null,
    'workspace.openFile': () => ['/home/someone/elsewhere.json'],
    'tabs.get': () => state.tabs,
    'tabs.save': (tabs) => {
      state.tabs = tabs
      return null
    },
    'draft.get': ({ thread }) => ({ text: drafts.get(thread) ?? '' }),
    'draft.save': ({ thread, text }) => {
      drafts.set(thread, text)
      return null
    },
    'thread.open': async ({ thread }) => {
      await wait()
      return openingOf(openFake(thread, rowsOf(thread)))
    },
    'thread.close': () => null,
    'thread.page': async ({ thread, from, limit }) => {
      await wait()
      const rows = rowsOf(thread)
      return { from, total: rows.length, rows: rows.slice(from, from + limit) }
    },
    'thread.call': async ({ thread, index, call }) => {
      await wait()
      return callBody(rowsOf(thread), index, call)
    },
    'thread.text': ({ offset, limit }) => {
      const totalChars = 3_204_112
      const line = '✓ packages/store/test/order.spec.ts › keeps the order of parts\n'
      const end = Math.min(totalChars, offset + limit)
      return { text: line.repeat(Math.ceil((end - offset) / line.length)).slice(0, end - offset), totalChars }
    },
    'thread.raw': ({ thread, index }) => {
      const text = JSON.stringify(rowsOf(thread)[index] ?? null, null, 2)
      return { text, totalChars: text.length, offset: 1204 + index * 900, length: text.length }
    },
    'provider.list': () => state.providers,
    'link.open': () => null,
    'clipboard.write': () => null,
  }
  return { workspace: state, requests }
}
