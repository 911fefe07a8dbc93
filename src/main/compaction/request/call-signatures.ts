import type { JsonValue } from '../../../shared/thread/message.ts'
import { CALL_MARK, isObject, type JsonObject } from './private-layout.ts'

/** A private entry with what a provider put beside a call; it stands behind the call's mark. */
export const CALL_EXTRA = 'palimpsest-call-extra'

/** Google's documented stand-in for calls of another model, or of which the signature is lost. */
export const NO_SIGNATURE: JsonObject = { google: { thought_signature: 'skip_thought_signature_validator' } }

/**
 * What to send beside each call of a reply; null = nothing. Without the reply's own signatures, or when its calls
 * are no longer the ones that were signed, the first call gets the stand-in.
 */
export function callExtras(
  privateItems: readonly JsonValue[],
  calls: number,
): readonly (JsonObject | null)[] {
  const extras: (JsonObject | null)[] = []
  for (const item of privateItems) {
    if (!isObject(item)) continue
    if (item.type === CALL_MARK) extras.push(null)
    else if (item.type === CALL_EXTRA && isObject(item.extra) && extras.length > 0)
      extras[extras.length - 1] = item.extra
  }
  const isOwn = extras.length === calls && extras.some((extra) => extra !== null)
  return isOwn ? extras : Array.from({ length: calls }, (_, at) => (at === 0 ? NO_SIGNATURE : null))
}
