import type { Message, ModelOrigin } from '../../../shared/thread/message.ts'
import { hasPrivateItems, withoutPrivateBlocks, withoutReasoning } from './strip-private.ts'

/**
 * The messages as `target` may see them; the last step before every request, automatic or manual (S-069, S-072).
 *
 * Private items and readable reasoning go back only to the model, host, protocol and account that wrote them
 * (B-08), and only from a complete reply that has something behind them (B-09). They are left byte-identical or
 * go all together, never one block of two (B-10). Private blocks of other writers always go: nobody can say whose
 * they are. Text, calls and results stay (S-071). Messages without such state come back as the same objects, the
 * list too when nothing changed.
 */
export function sanitizeFor(messages: readonly Message[], target: ModelOrigin): readonly Message[] {
  let isChanged = false
  const sanitized = messages.map((message) => {
    const clean = sanitizeMessage(message, target)
    if (clean !== message) isChanged = true
    return clean
  })
  return isChanged ? sanitized : messages
}

function sanitizeMessage(message: Message, target: ModelOrigin): Message {
  const clean = withoutPrivateBlocks(message)
  const isEmpty = clean.thinking === null && !clean.hasPrivateReasoning && !hasPrivateItems(clean)
  return isEmpty || mayGoBack(clean, target) ? clean : withoutReasoning(clean)
}

function mayGoBack(message: Message, target: ModelOrigin): boolean {
  const runtime = message.runtime
  if (!runtime?.origin || runtime.ending !== 'complete') return false
  return isSameOrigin(runtime.origin, target) && hasPartner(message)
}

/** Reasoning with nothing behind it is refused by the provider that wrote it (B-09). */
function hasPartner(message: Message): boolean {
  if (message.toolCalls.length > 0) return true
  return message.content.some((part) => part.kind !== 'text' || /\S/.test(part.text))
}

function isSameOrigin(one: ModelOrigin, other: ModelOrigin): boolean {
  return (
    one.protocol === other.protocol &&
    one.host === other.host &&
    one.model === other.model &&
    one.keyMark === other.keyMark
  )
}
