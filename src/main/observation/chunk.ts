import type { UIMessageChunk } from 'ai'
import type { JsonValue } from '../../shared/thread/message.ts'

/** A chunk of an AI SDK UI message stream (ai-sdk.dev, "Stream Protocols"). The package itself is not run. */
export type Chunk = UIMessageChunk

/** A data part of our own. */
export interface DataChunk {
  readonly type: `data-${string}`
  readonly id?: string
  readonly data: { readonly [key: string]: JsonValue }
}
