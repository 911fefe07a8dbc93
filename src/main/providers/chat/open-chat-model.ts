import { createHash } from 'node:crypto'
import { AppError } from '../../../shared/ipc/errors.ts'
import type { ProviderSettings } from '../../../shared/ipc/settings.ts'
import type { ModelOrigin } from '../../../shared/thread/message.ts'
import { familyOf } from '../../compaction/request/families.ts'
import type { JsonObject } from '../../compaction/request/private-layout.ts'
import { contextOf, throwIfNoStream, underWatch } from '../attempt.ts'
import { failureOfEvent } from '../errors/to-app-error.ts'
import { costOf, type ModelProfile } from '../model-profiles.ts'
import { environmentOf, type OpenSummarizerOptions } from '../open-summarizer.ts'
import { profileOf } from '../provider-profile.ts'
import { type ProviderTarget, readTarget } from '../provider-target.ts'
import { RETRY_POLICY, withRetry } from '../retry.ts'
import type { ChatAnswer, ChatDelta, ChatModel } from './chat-model.ts'
import { type BodyChange, dropPrivateState, learnChange, lowerOutputLimit } from './mend-body.ts'
import type { StreamReply } from './protocol-stream.ts'
import { readEnding } from './read-ending.ts'
import { streamAnthropicReply } from './stream-anthropic.ts'
import { streamChatReply } from './stream-chat.ts'
import { streamResponsesReply } from './stream-responses.ts'

const PROTOCOLS: { readonly [K in ModelOrigin['protocol']]: StreamReply } = {
  'openai-chat': streamChatReply,
  'openai-responses': streamResponsesReply,
  anthropic: streamAnthropicReply,
}

const MAX_LEARNED = 4

/**
 * A chat model of a provider's settings and its key (null = none). Opens no connection. Throws `no-key`,
 * `bad-input` or `auth` when the settings cannot work, and `bad-input` without a model.
 */
export function openChatModel(
  settings: ProviderSettings,
  key: string | null,
  options: OpenSummarizerOptions = {},
): ChatModel {
  const target = readTarget(settings, key)
  const origin = originOf(settings, target)
  const profile = profileOf(settings)
  const environment = environmentOf(options)
  // What the server would not take is left out of every later request too.
  const learned: BodyChange[] = []

  async function attempt(
    body: JsonObject,
    onDelta: (delta: ChatDelta) => void,
    signal: AbortSignal,
  ): Promise<ChatAnswer> {
    return await underWatch(target, environment, signal, async (exchange) => {
      const streamed = await PROTOCOLS[target.kind]({
        address: target.address,
        key: target.key,
        body,
        exchange,
        onDelta: (delta) => {
          // Nothing may arrive after the person stopped.
          if (!exchange.signal.aborted) onDelta(delta)
        },
      })
      if (exchange.signal.aborted) throw new Error('aborted')
      if ('body' in streamed)
        throw failureOfEvent(streamed.body, contextOf(target, environment, signal, exchange))
      if (streamed.reason === null && streamed.reply.isEmpty())
        throwIfNoStream(exchange, target, environment, signal)
      return priced(readEnding(streamed, target.address.host), profile)
    })
  }

  /** Each mend once, and only before the first delta: nothing is written twice. */
  async function send(
    given: JsonObject,
    onDelta: (delta: ChatDelta) => void,
    hasBegun: () => boolean,
    signal: AbortSignal,
  ): Promise<ChatAnswer> {
    let body = given
    let isLowered = false
    let isBare = false
    for (;;) {
      const sent = learned.reduce((current, change) => change(current), body)
      try {
        return await attempt(sent, onDelta, signal)
      } catch (error) {
        if (!(error instanceof AppError) || hasBegun()) throw error
        const change = learned.length < MAX_LEARNED ? learnChange(error, sent) : null
        const bare = isBare ? null : dropPrivateState(error, sent)
        if (change !== null) learned.push(change)
        else if (bare !== null) {
          isBare = true
          body = bare
        } else if (error.code === 'overflow-output' && !isLowered) {
          isLowered = true
          body = lowerOutputLimit(error, sent)
        } else throw error
      }
    }
  }

  return {
    origin,
    family: familyOf(origin),
    windowTokens: settings.windowTokens ?? profile?.windowTokens ?? null,
    windowSource: settings.windowTokens !== null ? 'manual' : profile === null ? null : 'catalog',
    async stream(body, onDelta, signal) {
      let hasBegun = false
      return await withRetry(
        (begin) =>
          send(
            body,
            (delta) => {
              hasBegun = true
              begin()
              onDelta(delta)
            },
            () => hasBegun,
            signal,
          ),
        {
          policy: options.policy ?? RETRY_POLICY,
          signal,
          random: options.random ?? Math.random,
          onRetry: (afterMs, code) => options.onRetry?.(afterMs, code),
          ...(options.wait === undefined ? {} : { wait: options.wait }),
        },
      )
    },
  }
}

/** Who answers under these settings. The key itself is not told, only which of several it is. */
function originOf(settings: ProviderSettings, target: ProviderTarget): ModelOrigin {
  const model = settings.model.trim()
  if (model === '')
    throw new AppError('bad-input', 'No model is chosen for this provider.', { params: { layer: 'model' } })
  const keyMark = target.hasKey ? createHash('sha256').update(target.key).digest('hex').slice(0, 16) : ''
  return { protocol: settings.kind, host: target.address.host, model, keyMark }
}

function priced(answer: ChatAnswer, profile: ModelProfile | null): ChatAnswer {
  const { usage } = answer
  if (usage === null) return answer
  return { ...answer, usage: { ...usage, cost: usage.cost ?? costOf(usage, profile?.price ?? null) } }
}
