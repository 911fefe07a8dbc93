import type { ProjectionItem } from '../../shared/compact/preview.ts'
import { AppError } from '../../shared/ipc/errors.ts'
import type { Handlers } from '../../shared/ipc/handlers.ts'
import { messageText } from '../../shared/thread/message-text.ts'
import type { ProjectedMessage, Projection } from '../compaction/projection/projected-message.ts'
import { summaryMessage } from '../compaction/projection/summary-message.ts'
import type { HostPort } from '../ports.ts'
import { forkThread, threadFromCheckpoint } from '../threads/fork-thread.ts'
import type { ThreadPaths } from './thread-paths.ts'
import type { ThreadRuntime } from './thread-runtime.ts'
import type { ThreadRuntimes } from './thread-runtimes.ts'

type ContextHandlers = Pick<
  Handlers,
  | 'context.get'
  | 'context.startNew'
  | 'context.answerAsk'
  | 'projection.page'
  | 'projection.copy'
  | 'thread.fork'
>

/** First characters of an item in the ledger. */
const EXCERPT_CHARS = 400

export interface ContextDoor {
  readonly runtimes: ThreadRuntimes
  readonly host: Pick<HostPort, 'writeClipboard'>
  readonly paths: Pick<ThreadPaths, 'grant' | 'idOf'>
  readonly now: () => number
}

/** Routes of a thread's context: the meter's numbers, `/compact`, and what the next request holds. */
export function contextHandlers({ runtimes, host, paths, now }: ContextDoor): ContextHandlers {
  return {
    'context.get': async ({ thread }) => (await runtimes.get(thread)).report(),
    'context.startNew': async ({ thread }) => {
      const { live, context } = await runtimes.get(thread)
      const checkpoint = checkpointText(context)
      return { thread: await madeId(paths, await threadFromCheckpoint(live.file, checkpoint)) }
    },
    'context.answerAsk': async ({ thread, answer }) => {
      const { runner } = await runtimes.get(thread)
      if (answer === 'compact') void runner.compact('')
      else runner.dismissAsk()
      return null
    },
    'projection.page': async ({ thread, from, limit }) => {
      return ledgerPage(await runtimes.get(thread), from, limit)
    },
    'projection.copy': async ({ thread }) => {
      const text = JSON.stringify(await (await runtimes.get(thread)).nextBody(), null, 2)
      await host.writeClipboard(text)
      return { chars: text.length }
    },
    'thread.fork': async ({ thread, index, text }) => {
      const { live } = await runtimes.get(thread)
      return { thread: await madeId(paths, await forkThread(live.file, index, text, now())) }
    },
  }
}

/** A thread that was just made may be opened, wherever it lies. */
async function madeId(paths: ContextDoor['paths'], path: string): Promise<string> {
  await paths.grant([path])
  return paths.idOf(path)
}

/** The checkpoint a new thread begins with: the active one, else the one this thread itself begins with. */
function checkpointText({ event, facts }: ThreadRuntime['context']): {
  readonly id: string
  readonly text: string
} {
  if (event !== null) {
    const message = summaryMessage({ ...event, filePath: null }, 'reminder')
    return { id: message.id, text: messageText(message) }
  }
  const { checkpointIndex } = facts.layout
  if (checkpointIndex === null)
    throw new AppError('nothing-to-compact', 'This thread has no checkpoint yet. Compact it first.')
  const message = facts.readMessage(checkpointIndex)
  return { id: message.id, text: messageText(message) }
}

/**
 * A page of what the next request holds, in order, and behind it what a person left unsent. Only its own items are
 * made.
 */
function ledgerPage({ context }: ThreadRuntime, from: number, limit: number) {
  context.sync()
  const { head, headTokens, tokensOf } = context.facts
  const fixed: ProjectionItem[] = []
  if (head.systemPrompt !== '') fixed.push(made('system', headTokens.system, head.systemPrompt))
  if (headTokens.tools > 0) fixed.push(made('tools', headTokens.tools, ''))
  const { projection } = context
  const unsent = [...context.marks.excluded].toSorted((one, other) => one - other)
  const total = fixed.length + projection.length + unsent.length
  const items: ProjectionItem[] = []
  for (let at = from; at < Math.min(from + limit, total); at += 1) {
    const item = fixed[at] ?? sentAt(projection, at - fixed.length)
    const index = unsent[at - fixed.length - projection.length]
    if (item !== null) items.push(item)
    else if (index !== undefined) {
      const message = context.facts.readMessage(index)
      items.push({
        ...itemOf({ index, provenance: 'fact', message, tokens: tokensOf(index) }),
        isSent: false,
      })
    }
  }
  const sent = projection.reduce((sum, { tokens }) => sum + tokens, 0)
  return { items, total, tokens: fixed.reduce((sum, { tokens }) => sum + tokens, sent) }
}

function sentAt(projection: Projection, at: number): ProjectionItem | null {
  const item = projection[at]
  return item === undefined ? null : itemOf(item)
}

function itemOf({ index, provenance, message, tokens }: ProjectedMessage): ProjectionItem {
  const kind = provenance === 'fact' || provenance === 'pin' ? message.role : provenance
  return {
    kind,
    index,
    tokens,
    text: messageText(message).slice(0, EXCERPT_CHARS).toWellFormed(),
    calls: message.toolCalls.length,
    isSent: true,
  }
}

function made(kind: ProjectionItem['kind'], tokens: number, text: string): ProjectionItem {
  return {
    kind,
    index: null,
    tokens,
    text: text.slice(0, EXCERPT_CHARS).toWellFormed(),
    calls: 0,
    isSent: true,
  }
}
