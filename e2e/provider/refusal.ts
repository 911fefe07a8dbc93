import type { Protocol } from './types.ts'

/** Why a request is not taken, in the words of the real provider. */
export interface Refusal {
  readonly status: number
  readonly message: string
  readonly type: string
  readonly code: string | null
  readonly param: string | null
}

export function refuse(message: string, more: Partial<Omit<Refusal, 'message'>> = {}): Refusal {
  return { status: 400, message, type: 'invalid_request_error', code: null, param: null, ...more }
}

/** The body in the form that the protocol uses. */
export function refusalBody(protocol: Protocol | null, refusal: Refusal): unknown {
  const { message, type, code, param } = refusal
  if (protocol === 'anthropic') return { type: 'error', error: { type, message }, request_id: 'req_scripted' }
  return { error: { message, type, param, code } }
}
