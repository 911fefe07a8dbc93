import type { CompactionEvent } from '../../shared/compact/event.ts'
import { AppError } from '../../shared/ipc/errors.ts'
import type { Handlers } from '../../shared/ipc/handlers.ts'
import { type CheckpointEntry, COPY_CHECKPOINT, type Mark } from '../../shared/ipc/turn.ts'
import type { Message } from '../../shared/thread/message.ts'
import { messageText } from '../../shared/thread/message-text.ts'
import type { StoredEvent } from '../checkpoints/event-repository.ts'
import type { StoredMark } from '../checkpoints/mark-repository.ts'
import { clearResults } from '../compaction/projection/clear-results.ts'
import { locateCutoff, locateMessage, type MessageIds } from '../compaction/projection/locate-cutoff.ts'
import { describeCall } from '../compaction/reduce/describe-call.ts'
import { secretsInSections } from '../compaction/secrets/secrets-in-sections.ts'
import { estimateMessageTokens } from '../compaction/tokens/estimate-message.ts'
import { copySections } from '../compactor/compare-copy.ts'
import { headedSections } from '../compactor/in-place/written-template.ts'
import { type CheckpointTextDoor, checkpointTextHandlers } from './checkpoint-text-handlers.ts'
import { type CopyDoor, openCopy } from './copy-source.ts'
import type { ThreadRuntime } from './thread-runtime.ts'
import type { ThreadRuntimes } from './thread-runtimes.ts'
import { placeMarks, settleMarks, type ThreadStore } from './thread-store.ts'

type CheckpointHandlers = Pick<
  Handlers,
  | 'checkpoint.list'
  | 'checkpoint.get'
  | 'checkpoint.undo'
  | 'checkpoint.restore'
  | 'checkpoint.rename'
  | 'checkpoint.edit'
  | 'checkpoint.compare'
  | 'mark.list'
  | 'mark.set'
  | 'mark.clearResult'
>

export interface CheckpointDoor {
  readonly runtimes: ThreadRuntimes
  readonly storeOf: (thread: string) => ThreadStore
  readonly copies: CopyDoor
  readonly recordUndo: (thread: string, what: 'undo' | 'restore', id: string) => void
  readonly recordEdit: CheckpointTextDoor['recordEdit']
  readonly newId: () => string
  readonly now: () => number
}

const LABEL_CHARS = 120

/** Routes of what is stored about a thread beside its file. Undo and restore move a pointer and nothing else. */
export function checkpointHandlers(door: CheckpointDoor): CheckpointHandlers {
  const { runtimes, storeOf } = door
  const list = async (thread: string) => {
    const stored = storeOf(thread).events.list()
    if (stored.length === 0) return []
    // What cannot be opened to be talked to is listed as it was stored.
    const ids = (await runtimes.get(thread).catch(() => null))?.live.ids ?? null
    return stored.map((one) => entryOf(one, ids))
  }
  const move = async (thread: string, id: string, what: 'undo' | 'restore') => {
    const runtime = await runtimes.get(thread)
    storeOf(thread).events[what](id)
    runtime.changed()
    door.recordUndo(thread, what, id)
    return list(thread)
  }
  return {
    ...checkpointTextHandlers({ ...door, list }),
    'checkpoint.list': async ({ thread }) => list(thread),
    'checkpoint.get': async ({ thread, id }) => {
      if (id === COPY_CHECKPOINT)
        return { entry: null, sections: copySections(await openCopy(door.copies, thread)) }
      const found = storeOf(thread)
        .events.list()
        .find((stored) => stored.id === id)
      if (found === undefined) throw new AppError('not-found', 'This checkpoint is not there any more.')
      const { live, context } = await runtimes.get(thread)
      const summary = found.event?.summaryMessage
      const sections = summary === undefined ? [] : headedSections(summary, context.policy.template)
      return { entry: entryOf(found, live.ids), sections }
    },
    'checkpoint.undo': async ({ thread, id }) => move(thread, id, 'undo'),
    'checkpoint.restore': async ({ thread, id }) => move(thread, id, 'restore'),
    'checkpoint.rename': async ({ thread, id, name }) => {
      const runtime = await runtimes.get(thread)
      storeOf(thread).events.rename(id, name)
      runtime.tellStored()
      return list(thread)
    },
    'mark.list': async ({ thread }) => marksOf(await runtimes.get(thread), storeOf(thread).marks.list()),
    'mark.set': async ({ thread, index, kind, isOn }) => {
      const runtime = await runtimes.get(thread)
      return mark(runtime, storeOf(thread), { index, messageId: idAt(runtime, index), kind }, isOn)
    },
    'mark.clearResult': async ({ thread, index, call, isOn }) => {
      const runtime = await runtimes.get(thread)
      const messageId = idAt(runtime, index)
      if (isOn && !runtime.live.readMessage(index).toolCalls[call]?.output)
        throw new AppError('bad-input', 'There is no such result.')
      return mark(runtime, storeOf(thread), { index, messageId, kind: 'clear', call }, isOn)
    },
  }
}

function idAt({ live }: ThreadRuntime, index: number): string {
  if (index >= live.count) throw new AppError('bad-input', 'There is no such message.')
  return live.readMessage(index).id
}

/** Sets a mark or takes it away, and tells whoever shows the thread. Stars change nothing that is sent. */
function mark(runtime: ThreadRuntime, store: ThreadStore, one: StoredMark, isOn: boolean): readonly Mark[] {
  settleMarks(store.marks, runtime.live.ids)
  store.marks.set(one, isOn)
  if (one.kind === 'star') runtime.tellStored()
  else {
    store.events.touch()
    runtime.changed()
  }
  return marksOf(runtime, store.marks.list())
}

function marksOf({ live, context }: ThreadRuntime, stored: readonly StoredMark[]): readonly Mark[] {
  return placeMarks(stored, live.ids).map((one): Mark => {
    const { index, messageId } = one
    const message = live.readMessage(index)
    const tokens = live.costOf(index, context.family).tokens
    if (one.kind !== 'clear') return { index, messageId, kind: one.kind, tokens, label: labelOf(message) }
    const { call } = one
    const rest = estimateMessageTokens(clearResults(message, new Set([call])), context.family)
    const cleared = message.toolCalls[call]
    const label = cleared === undefined ? '' : describeCall(cleared).slice(0, LABEL_CHARS).toWellFormed()
    return { index, messageId, kind: 'clear', call, tokens: Math.max(0, tokens - rest), label }
  })
}

function labelOf(message: Message): string {
  return messageText(message).slice(0, LABEL_CHARS).replace(/\s+/g, ' ').trim().toWellFormed()
}

function entryOf(
  { id, number, state, createdMs, event }: StoredEvent,
  ids: MessageIds | null,
): CheckpointEntry {
  return { id, number, state, createdMs, ...(event === null ? DAMAGED : readable(event, ids)) }
}

const DAMAGED: Omit<CheckpointEntry, 'id' | 'number' | 'state' | 'createdMs'> = {
  name: '',
  kind: 'manual',
  strategy: 'partial',
  tokensBefore: 0,
  tokensAfter: 0,
  summarizer: '',
  costUsd: null,
  isEdited: false,
  focus: '',
  cutoffIndex: 0,
  summarizedMessages: 0,
  restoredFiles: [],
  historyFile: null,
  secrets: 0,
  isDamaged: true,
}

/** Its places are where its messages stand now: another program may have put some in front (S-059). */
function readable(
  event: CompactionEvent,
  ids: MessageIds | null,
): Omit<CheckpointEntry, 'id' | 'number' | 'state' | 'createdMs'> {
  const { name, kind, strategy, tokensBefore, tokensAfter, summarizer, costUsd, isEdited, focus } = event
  const { segment } = event
  return {
    name,
    kind,
    strategy,
    tokensBefore,
    tokensAfter,
    summarizer,
    costUsd,
    isEdited,
    focus,
    cutoffIndex: ids === null ? event.cutoffIndex : locateCutoff(event, ids),
    summarizedMessages: event.cutoffIndex - (segment?.fromIndex ?? 0),
    restoredFiles: event.restoration.files.map(({ path }) => path),
    historyFile: event.filePath,
    secrets: secretsInSections(event.summaryMessage.sections).length,
    isDamaged: false,
    ...(segment === null ? {} : { fromIndex: segmentPlace(segment, ids) }),
  }
}

function segmentPlace(
  { fromIndex, fromMessageId }: NonNullable<CompactionEvent['segment']>,
  ids: MessageIds | null,
): number {
  return ids === null ? fromIndex : locateMessage(fromMessageId, fromIndex, ids)
}
