import type { IncomingMessage } from 'node:http'
import { z } from 'zod'

const MAX_BODY_BYTES = 8 * 1024 * 1024

/** What a client may send: the body of the AI SDK's chat transport, or a plain text. */
const bodySchema = z.union([
  z.object({ text: z.string().min(1).max(2_000_000) }),
  z.object({
    messages: z
      .array(
        z.object({
          role: z.string(),
          parts: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })).max(1000),
        }),
      )
      .min(1)
      .max(10_000),
  }),
])

/** Why a body could not be used. */
export class BodyError extends Error {
  readonly status: 400 | 413

  constructor(status: 400 | 413, message: string) {
    super(message)
    this.name = 'BodyError'
    this.status = status
  }
}

/**
 * The text a client wants to send: of the last user message, since the thread itself holds everything before it.
 * Rejects with `BodyError`.
 */
export async function readMessageText(request: IncomingMessage): Promise<string> {
  const parsed = bodySchema.safeParse(parseJson(await readBody(request)))
  if (!parsed.success) throw new BodyError(400, 'The body is neither {"text"} nor {"messages"}.')
  if ('text' in parsed.data) return parsed.data.text
  const last = parsed.data.messages.findLast(({ role }) => role === 'user')
  const texts = (last?.parts ?? []).flatMap((part) => (part.type === 'text' && part.text ? [part.text] : []))
  if (texts.length === 0) throw new BodyError(400, 'There is no user message with text.')
  return texts.join('\n')
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    const piece = Buffer.from(chunk)
    bytes += piece.length
    if (bytes > MAX_BODY_BYTES) throw new BodyError(413, 'The body is too large.')
    chunks.push(piece)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new BodyError(400, 'The body is no JSON.')
  }
}
