import type { AnswerEnding } from './answer-ending.ts'
import type { Exchange } from './errors/exchange.ts'
import type { ProviderAddress } from './provider-address.ts'
import type { SummaryRequest } from './summarizer.ts'

/** The names and options of a request that servers differ in; learned from their refusals. */
export interface RequestShape {
  readonly outputLimit: 'max_tokens' | 'max_completion_tokens'
  readonly asksUsage: boolean
  readonly asksNotToStore: boolean
}

/** One streaming call, as all three protocols make it. */
export interface ProtocolCall {
  readonly address: ProviderAddress
  /** Never empty: servers without keys get a placeholder. */
  readonly key: string
  readonly model: string
  readonly request: SummaryRequest
  readonly shape: RequestShape
  readonly exchange: Exchange
  /** Gets the visible text as it comes. */
  readonly onText: (delta: string) => void
}

/** Makes a call and reads its stream to the end. Throws what the SDK throws; decides nothing. */
export type StreamAnswer = (call: ProtocolCall) => Promise<AnswerEnding | FailureEvent>

/** A failure that the SDK hands over as if it were an ordinary event; `body` is its JSON. */
export interface FailureEvent {
  readonly body: string
}

/** Lone surrogates make some providers refuse the whole body. */
export function wellFormed(request: SummaryRequest): SummaryRequest {
  return { ...request, system: request.system.toWellFormed(), user: request.user.toWellFormed() }
}
