import type { JsonValue } from '../../../shared/thread/message.ts'
import { CALL_EXTRA } from '../../compaction/request/call-signatures.ts'

/** Google's signature of a call as a private item behind the call's mark, verbatim. */
export function callExtra(signature: string): JsonValue {
  return { type: CALL_EXTRA, extra: { google: { thought_signature: signature } } }
}
