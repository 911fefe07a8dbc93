import type { ProjectionItem } from '../../shared/compact/preview.ts'
import { AppError } from '../../shared/ipc/errors.ts'
import type { Handlers } from '../../shared/ipc/handlers.ts'
import type { Message } from '../../shared/thread/message.ts'
import { messageText } from '../../shared/thread/message-text.ts'
import type { ProjectedMessage } from '../compaction/projection/projected-message.ts'
import { summaryMessage } from '../compaction/projection/summary-message.ts'
import { messageItem, textItem } from '../compactor/projection-item.ts'
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
  | 'projection.text'
  | 'projection.copy'
  | 'thread.fork'
>

export interface ContextDoor {
  readonly runtimes: ThreadRuntimes
  readonly host: Pick<HostPort, 'writeClipboard'>
  readonly paths: Pick<ThreadPaths, 'grant' | 'idOf'>
  readonly now: () => number
  /** A thread file was made: nothing of an earlier one of its name is its own. */
  readonly onMade: (thread: string) => Promise<void>
  /** What was chosen for a thread holds in one that was made of it, with the marks of the messages it holds. */
  readonly carryChoices: (
    source: string,
    copy: string,
    placeOf: (index: number) => number | null,
  ) => Promise<void>
}

/** Routes of a thread's context: the meter's numbers, `/compact`, and what the next request holds. */
export function contextHandlers(door: ContextDoor): ContextHandlers {
  const { runtimes, host, now } = door
  return {
    'context.get': async ({ thread }) => (await runtimes.get(thread)).report(),
    'context.startNew': async ({ thread }) => {
      const { live, context } = await runtimes.get(thread)
      const checkpoint = checkpointText(context)
      const made = await madeId(door, await threadFromCheckpoint(live.file, checkpoint))
      await door.carryChoices(thread, made, () => null)
      return { thread: made }
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
    'projection.text': async ({ thread, at, offset, limit }) => {
      const text = await itemText(await runtimes.get(thread), at)
      return { text: text.slice(offset, offset + limit).toWellFormed(), totalChars: text.length }
    },
    'projection.copy': async ({ thread }) => {
      const text = JSON.stringify(await (await runtimes.get(thread)).nextBody(), null, 2)
      await host.writeClipboard(text)
      return { chars: text.length }
    },
    'thread.fork': async ({ thread, index, text }) => {
      const { live } = await runtimes.get(thread)
      const made = await madeId(door, await forkThread(live.file, index, text, now()))
      await door.carryChoices(thread, made, (at) => (at < index ? at : null))
      return { thread: made }
    },
  }
}

/** A thread that was just made may be opened, wherever it lies. */
async function madeId({ paths, onMade }: ContextDoor, path: string): Promise<string> {
  await paths.grant([path])
  const thread = paths.idOf(path)
  await onMade(thread)
  return thread
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
 * A page of what the next request holds, in order and as it is sent, and behind it what a person left unsent. Only
 * its own items are made.
 */
async function ledgerPage({ context, render, upcoming }: ThreadRuntime, from: number, limit: number) {
  const projection = await upcoming()
  const { headTokens } = context
  const to = from + limit
  const { hasSystem, fixed, unsent } = placesOf(context)
  const behind = fixed + projection.length
  const shown = projection.slice(Math.max(0, from - fixed), Math.max(0, to - fixed))
  const rendered = await render(shown.map(({ message }) => message))
  const items: ProjectionItem[] = []
  if (hasSystem) items.push(textItem('system', null, headTokens.system, rendered.systemPrompt))
  if (headTokens.tools > 0) items.push(textItem('tools', null, headTokens.tools, ''))
  items.splice(0, Math.min(from, fixed))
  for (const [at, item] of shown.entries()) items.push(itemOf(item, rendered.messages[at] ?? item.message))
  for (const index of unsent.slice(Math.max(0, from - behind), Math.max(0, to - behind)))
    items.push({ ...unsentItem(context, index), isSent: false })
  const sent = projection.reduce((sum, { tokens }) => sum + tokens, 0)
  return {
    items: items.slice(0, limit),
    total: behind + unsent.length,
    tokens: headTokens.system + headTokens.tools + sent,
  }
}

/** What stands before the messages of a request, and what a person left unsent, in the order of the thread. */
function placesOf({ headTokens, facts, marks }: ThreadRuntime['context']) {
  const hasSystem = facts.head.systemPrompt !== ''
  return {
    hasSystem,
    fixed: Number(hasSystem) + Number(headTokens.tools > 0),
    unsent: [...marks.excluded].toSorted((one, other) => one - other),
  }
}

/** The text of an item of the ledger as it is sent; empty for the tools. Throws `not-found` behind the last one. */
async function itemText({ context, render, upcoming }: ThreadRuntime, at: number): Promise<string> {
  const projection = await upcoming()
  const { hasSystem, fixed, unsent } = placesOf(context)
  if (at < fixed) return hasSystem && at === 0 ? (await render([])).systemPrompt : ''
  const item = projection[at - fixed]
  if (item !== undefined) {
    const { messages } = await render([item.message])
    return messageText(messages[0] ?? item.message)
  }
  const index = unsent[at - fixed - projection.length]
  if (index === undefined) throw new AppError('not-found', 'The request has changed meanwhile.')
  return messageText(context.facts.readMessage(index))
}

function itemOf({ index, provenance, tokens }: ProjectedMessage, message: Message): ProjectionItem {
  const kind = provenance === 'fact' || provenance === 'pin' ? message.role : provenance
  return messageItem(kind, index, tokens, message)
}

function unsentItem({ facts, family }: ThreadRuntime['context'], index: number): ProjectionItem {
  const message = facts.readMessage(index)
  return messageItem(message.role, index, facts.costOf(index, family).tokens, message)
}
