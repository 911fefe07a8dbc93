import type { JsonObject } from '../../compaction/request/private-layout.ts'
import type { Exchange } from '../errors/exchange.ts'
import type { ProviderAddress } from '../provider-address.ts'
import type { ChatDelta } from './chat-model.ts'
import type { StreamedReply } from './reply-collector.ts'

/** One streaming call with a finished body. */
export interface StreamCall {
  readonly address: ProviderAddress
  /** Never empty: servers without keys get a placeholder. */
  readonly key: string
  readonly body: JsonObject
  readonly exchange: Exchange
  readonly onDelta: (delta: ChatDelta) => void
}

/** Makes a call and reads its stream to the end. Throws what the SDK throws; decides nothing. */
export type StreamReply = (call: StreamCall) => Promise<StreamedReply>
