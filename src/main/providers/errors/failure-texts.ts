import type { ErrorCode } from '../../../shared/ipc/errors.ts'
import type { FailureClass } from './failure.ts'

/** The code and the sentence for each class of failure. The window has its own texts per code. */
export const FAILURE_TEXTS: {
  readonly [K in FailureClass]: { readonly code: ErrorCode; readonly text: string }
} = {
  overflow: { code: 'overflow', text: 'The request is longer than the window of the model.' },
  overflow_output: {
    code: 'overflow-output',
    text: 'The answer that was asked for does not fit beside the request.',
  },
  overflow_tier: { code: 'overflow-tier', text: 'This key may not use the long window of the model.' },
  payload: { code: 'payload', text: 'The request has too many bytes for the provider.' },
  suspect: { code: 'suspect', text: 'The provider refused the request without saying why.' },
  rate_limit: { code: 'rate-limit', text: 'The provider limits how much may be sent in this time.' },
  quota: { code: 'quota', text: 'The credit or plan at the provider is used up.' },
  overload: { code: 'overload', text: 'The provider is overloaded or has a fault.' },
  auth: { code: 'auth', text: 'The provider did not accept the key.' },
  permission: { code: 'permission', text: 'The key may not do this at the provider.' },
  not_found: { code: 'not-found', text: 'The provider does not know this model or address.' },
  protocol: { code: 'protocol', text: 'The provider did not accept the order of the messages.' },
  replay_invalid: {
    code: 'replay-invalid',
    text: 'The provider did not accept private reasoning from another model.',
  },
  media: { code: 'media', text: 'The provider did not accept a picture.' },
  content_filter: { code: 'content-filter', text: "The provider's content filter stopped the answer." },
  bad_request: { code: 'bad-request', text: 'The provider did not accept the request.' },
  network: { code: 'network', text: 'The provider could not be reached.' },
  cancelled: { code: 'cancelled', text: 'Stopped.' },
}
