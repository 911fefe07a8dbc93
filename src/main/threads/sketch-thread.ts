import type { ThreadHead } from '../../shared/thread/message.ts'
import { type MessageSketch, sketchMessage } from '../compaction/boundary/sketch.ts'
import { MAX_STRING_BYTES } from './json/decode-json.ts'
import { ROLE_ASSISTANT, type ThreadScan } from './json/scan-thread.ts'
import { parseMessage } from './native/parse-message.ts'
import { threadError } from './thread-fault.ts'

/** All answers look the same to the layout, so none has to be parsed for it. */
const ANSWER: MessageSketch = {
  role: 'assistant',
  isEmptyUser: false,
  isCheckpoint: false,
  metaTextScore: 0,
  metaFlag: null,
}

/** Names of the prompt variables a thread defines. */
export function knownVariables(head: Pick<ThreadHead, 'variables' | 'variantValues'>): ReadonlySet<string> {
  return new Set([...Object.keys(head.variables), ...Object.keys(head.variantValues)])
}

/**
 * Sketches of all messages, in order. Only what is no answer is parsed: turns are known long before every
 * message has been read. Throws AppError `file-too-large` for a message that no string can hold.
 */
export function sketchThread(
  bytes: Uint8Array,
  scan: ThreadScan,
  variables: ReadonlySet<string>,
  path: string,
): readonly MessageSketch[] {
  const sketches: MessageSketch[] = []
  for (let index = 0; index < scan.starts.length; index += 1) {
    const from = scan.starts[index] ?? 0
    const to = scan.ends[index] ?? 0
    if (to - from > MAX_STRING_BYTES)
      throw threadError('file-too-large', path, `Message ${index + 1} is too large to be shown.`, {
        size: to - from,
        limit: MAX_STRING_BYTES,
      })
    if (scan.roles[index] === ROLE_ASSISTANT) sketches.push(ANSWER)
    else sketches.push(sketchMessage(parseMessage(bytes.subarray(from, to), scan.blobs).message, variables))
  }
  return sketches
}
