import type { ProjectionItem } from '../../shared/compact/preview.ts'
import { AppError } from '../../shared/ipc/errors.ts'
import type { Handlers } from '../../shared/ipc/handlers.ts'
import { messageText } from '../../shared/thread/message-text.ts'
import type { ProjectedMessage } from '../compaction/projection/projected-message.ts'
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
      const runtime = await runtimes.get(thread)
      const items = ledger(runtime)
      return {
        items: items.slice(from, from + limit),
        total: items.length,
        tokens: items.reduce((sum, item) => sum + (item.isSent ? item.tokens : 0), 0),
      }
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

/** What the next request holds, in order, and at the end what a person left unsent. */
function ledger({ context }: ThreadRuntime): readonly ProjectionItem[] {
  context.sync()
  const { head, headTokens } = context.facts
  const items: ProjectionItem[] = []
  if (head.systemPrompt !== '') items.push(made('system', headTokens.system, head.systemPrompt))
  if (headTokens.tools > 0) items.push(made('tools', headTokens.tools, ''))
  for (const item of context.projection) items.push(itemOf(item))
  for (const index of [...context.marks.excluded].toSorted((one, other) => one - other)) {
    const message = context.facts.readMessage(index)
    items.push({
      ...itemOf({ index, provenance: 'fact', message, tokens: context.facts.tokensOf(index) }),
      isSent: false,
    })
  }
  return items
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
