import type { ThreadHead } from '../../shared/thread/message.ts'
import { type MessageSketch, sketchMessage } from '../compaction/boundary/sketch.ts'
import type { Steps } from '../compaction/steps.ts'
import type { ByteSource } from './byte-source.ts'
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

/** Bytes of prompts that are kept while the file is scanned, so that it is not read a second time for them. */
const PROMPT_BYTES = 16 * 1024 * 1024
const PROMPT_MESSAGE_BYTES = 64 * 1024

/** Messages whose bytes the sketches need, as a scan passes them. The others are read again. */
export class PassedPrompts {
  readonly #bytes = new Map<number, Uint8Array>()
  #size = 0

  readonly take = (index: number, role: number, bytes: Uint8Array): void => {
    // Told a second time where a file holds a second list: the last one counts.
    if (index === 0) this.#bytes.clear()
    if (role === ROLE_ASSISTANT || bytes.length > PROMPT_MESSAGE_BYTES) return
    this.#size += bytes.length
    if (this.#size <= PROMPT_BYTES) this.#bytes.set(index, Uint8Array.from(bytes))
  }

  at(index: number): Uint8Array | undefined {
    return this.#bytes.get(index)
  }
}

/**
 * Sketches of all messages, in order and in small steps. Only what is no answer is parsed: turns are known long before
 * every message has been read. Throws AppError `file-too-large` for a message that no string can hold.
 */
export function* sketchThread(
  source: Pick<ByteSource, 'slice'>,
  scan: ThreadScan,
  variables: ReadonlySet<string>,
  path: string,
  passed = new PassedPrompts(),
): Steps<readonly MessageSketch[]> {
  const sketches: MessageSketch[] = []
  for (let index = 0; index < scan.starts.length; index += 1) {
    const from = scan.starts[index] ?? 0
    const to = scan.ends[index] ?? 0
    if (to - from > MAX_STRING_BYTES)
      throw threadError('file-too-large', path, `Message ${index + 1} is too large to be shown.`, {
        size: to - from,
        limit: MAX_STRING_BYTES,
      })
    if (scan.roles[index] === ROLE_ASSISTANT) {
      sketches.push(ANSWER)
      continue
    }
    const bytes = passed.at(index) ?? source.slice(from, to)
    sketches.push(sketchMessage(parseMessage(bytes, scan.blobs).message, variables))
    yield
  }
  return sketches
}
