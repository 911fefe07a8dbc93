import { basename, isAbsolute } from 'node:path'
import { AppError } from '../../shared/ipc/errors.ts'
import type { Handlers } from '../../shared/ipc/handlers.ts'
import type { ThreadOpening } from '../../shared/ipc/thread.ts'
import { packIndexes } from '../../shared/thread/packed-indexes.ts'
import type { RowPage } from '../../shared/thread/row.ts'
import { firstSentIndex } from '../compaction/boundary/open-turns.ts'
import { availabilityOf } from '../compactor/describe-plan.ts'
import { totalTokens } from '../compactor/total-tokens.ts'
import type { Emit, Media } from '../ports.ts'
import { threadWindow } from '../providers/thread-window.ts'
import { continueTranscript } from '../threads/continue-transcript.ts'
import { findOriginal, firstOriginal } from '../threads/find-original.ts'
import { newestId, threadOfNewest } from '../threads/thread-address.ts'
import type { ThreadFile } from '../threads/thread-file.ts'
import { callBody, rawText, textAt } from '../threads/view/long-text.ts'
import { parseMediaUrl } from '../threads/view/media-url.ts'
import { readMedia } from '../threads/view/read-media.ts'
import { lastRowPage, rowPage } from '../threads/view/row-page.ts'
import { cutBody } from '../threads/view/text-body.ts'
import { lineageOf } from './copy-source.ts'
import type { OpenThreads } from './open-threads.ts'
import type { OutsideWatch } from './outside-watch.ts'
import type { ThreadMeasurer } from './thread-measurer.ts'
import type { ThreadPaths } from './thread-paths.ts'
import type { ThreadRuntimes } from './thread-runtimes.ts'

/** Rows of the first page. */
const FIRST_ROWS = 30

type ThreadHandlers = Pick<
  Handlers,
  | 'thread.open'
  | 'thread.close'
  | 'thread.continue'
  | 'thread.original'
  | 'thread.page'
  | 'thread.call'
  | 'thread.text'
  | 'thread.raw'
>

export interface ThreadDoor {
  readonly threads: OpenThreads
  readonly paths: Pick<ThreadPaths, 'resolve' | 'grant' | 'idOf'>
  readonly measurer: ThreadMeasurer
  readonly outside: OutsideWatch
  readonly emit: Emit
  /** Root of the open workspace; null = none. */
  readonly workspaceFolder: () => string | null
  /** A file outside the workspace was opened. */
  readonly onOutside: (absolutePath: string) => void
  /** The runtimes of threads somebody looks at are kept. */
  readonly runtimes: Pick<ThreadRuntimes, 'shown' | 'left'>
  /** A thread file was made: nothing of an earlier one of its name is its own. */
  readonly onMade: (thread: string) => Promise<void>
}

/** Routes of the thread view: pages and bodies of an opened file, never the whole of it. */
export function threadHandlers(door: ThreadDoor): ThreadHandlers {
  const { threads, paths, measurer, outside, emit, workspaceFolder } = door
  const shown = (thread: string) => shownFile(door, thread)
  return {
    'thread.open': async ({ thread }) => {
      const path = await paths.resolve(thread)
      door.runtimes.shown(path)
      const { file, whole } = await threads.soonest(path)
      if (whole === null) measurer.start(thread, path, file)
      else {
        // What goes wrong with it is told when the page asks for it.
        const tell = () => emit('thread.read', { thread })
        whole.then(tell, tell)
      }
      const canonical = paths.idOf(path)
      // The workspace watches its own, and the tab goes on under the canonical id.
      if (isAbsolute(canonical)) {
        outside.watch(thread, path)
        door.onOutside(path)
      }
      const opened = whole === null ? describeThread(thread, file) : describeNewest(thread, file)
      return canonical === thread ? opened : { ...opened, canonicalThread: canonical }
    },
    'thread.close': async ({ thread }) => {
      measurer.stop(thread)
      // A file that is gone has been let go of already.
      const path = await paths.resolve(thread).catch(() => null)
      if (path !== null) await door.runtimes.left(path)
      return null
    },
    'thread.continue': async ({ thread }) => {
      const root = workspaceFolder()
      if (root === null) throw new AppError('folder-not-found', 'Open a workspace first.')
      const path = await continueTranscript(await shown(thread), root)
      await paths.grant([path])
      const made = paths.idOf(path)
      await door.onMade(made)
      return { thread: made }
    },
    'thread.original': async ({ thread, isFirst = false }) => {
      const copy = lineageOf(await shown(thread))
      if (copy.mark === null) return null
      const found = isFirst
        ? await firstOriginal(copy, async (path) => lineageOf(await door.threads.opened(path)))
        : await findOriginal(copy.path, copy.mark)
      if (found === null) return null
      // The copy was opened by the person, and this is the thread it was made from.
      if (isAbsolute(thread)) await paths.grant([found])
      return paths.idOf(found)
    },
    'thread.page': async ({ thread, from, limit }) => {
      const page = rowPage(await shown(thread), thread, from, limit)
      return threadOfNewest(thread) === null ? page : withoutTurns(page)
    },
    'thread.call': async ({ thread, index, call }) => callBody(await shown(thread), thread, index, call),
    'thread.text': async ({ thread, place, offset, limit }) =>
      textAt(await shown(thread), place, offset, limit),
    'thread.raw': async ({ thread, index }) => rawText(await shown(thread), index),
  }
}

/** What a page of the window shows: a thread, or the newest part of one that is being read. */
async function shownFile(
  { threads, paths }: Pick<ThreadDoor, 'threads' | 'paths'>,
  thread: string,
): Promise<ThreadFile> {
  const whole = threadOfNewest(thread)
  return whole === null
    ? threads.opened(await paths.resolve(thread))
    : threads.newestPart(await paths.resolve(whole))
}

/** The picture behind a `/media/…` address; null when there is none or it may not be shown. */
export async function threadMedia(
  { threads, paths }: Pick<ThreadDoor, 'threads' | 'paths'>,
  path: string,
): Promise<Media | null> {
  const address = parseMediaUrl(path)
  if (address === null) return null
  const file = await shownFile({ threads, paths }, address.thread)
  return readMedia(file, address.index, address.place)
}

/** What can be said without reading more than the messages shown. */
function describeThread(thread: string, file: ThreadFile): ThreadOpening {
  const { head, layout } = file
  const headTokens = file.headTokens[file.family]
  return {
    thread,
    name: basename(file.path),
    title: head.title,
    model: head.model?.id ?? null,
    windowTokens: threadWindow(head),
    messages: file.count,
    turns: layout.turns.length,
    tokens: file.isIndexed ? totalTokens(file) : null,
    systemPrompt: head.systemPrompt === '' ? null : cutBody(head.systemPrompt),
    systemTokens: headTokens.system + headTokens.tools,
    toolTokens: headTokens.tools,
    toolNames: head.tools.map(({ name }) => name),
    compaction: availabilityOf(file),
    notes: file.isIndexed ? file.notes : null,
    page: lastRowPage(file, thread, FIRST_ROWS),
    prompts: packIndexes(layout.turns.map(({ from }) => from)),
    checkpointIndex: layout.checkpointIndex,
    sourceName: file.origin?.sourceName ?? null,
    sentFrom: firstSentIndex(layout),
    metaPromptIndex: layout.metaPromptIndex,
    transcript: file.foreign?.info ?? null,
  }
}

/** Rows of the newest part, under an id of their own; what only the whole tells is left open. */
function describeNewest(thread: string, part: ThreadFile): ThreadOpening {
  const newest = newestId(thread)
  const described = describeThread(newest, part)
  return {
    ...described,
    page: withoutTurns(described.page),
    thread,
    newest,
    tokens: null,
    notes: null,
    compaction: { kind: 'unavailable', reason: 'reading', turns: 0 },
    prompts: '',
    checkpointIndex: null,
    sentFrom: 0,
    metaPromptIndex: null,
  }
}

/** The how manieth turn of the whole thread a row belongs to is not known. */
function withoutTurns(page: RowPage): RowPage {
  return {
    ...page,
    rows: page.rows.map((row) =>
      row.kind === 'user' || row.kind === 'assistant' ? { ...row, turn: null } : row,
    ),
  }
}
