import type { ProjectionItem } from '../../shared/compact/preview.ts'
import type { Handlers } from '../../shared/ipc/handlers.ts'
import { messageText } from '../../shared/thread/message-text.ts'
import type { ProjectedMessage } from '../compaction/projection/projected-message.ts'
import type { HostPort } from '../ports.ts'
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

/** Routes of a thread's context: the meter's numbers, `/compact`, and what the next request holds. */
export function contextHandlers(
  runtimes: ThreadRuntimes,
  host: Pick<HostPort, 'writeClipboard'>,
): ContextHandlers {
  return {
    'context.get': async ({ thread }) => (await runtimes.get(thread)).report(),
    'context.startNew': async ({ thread }) => ({ thread: await runtimes.startNew(thread) }),
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
    'thread.fork': async ({ thread, index, text }) => ({ thread: await runtimes.fork(thread, index, text) }),
  }
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
