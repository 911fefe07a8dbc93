/** What a failed model call means. One class has one reaction; see `classifyFailure`. */
export type FailureClass =
  | 'overflow'
  | 'overflow_output'
  | 'overflow_tier'
  | 'payload'
  | 'suspect'
  | 'rate_limit'
  | 'quota'
  | 'overload'
  | 'auth'
  | 'permission'
  | 'not_found'
  | 'protocol'
  | 'replay_invalid'
  | 'media'
  | 'content_filter'
  | 'bad_request'
  | 'network'
  | 'cancelled'

/** Why a request never got an answer. `address` also covers a refused or broken connection. */
export type TransportFault = 'address' | 'certificate' | 'timeout'

/** Everything that is known about one failed call, before anybody says what it means. */
export interface FailureFacts {
  /** Status of the HTTP answer; null when there was none, or when the failure came inside a stream. */
  readonly httpStatus: number | null
  /** The body as it was on the wire, or the data of the stream event that failed. */
  readonly rawBody: string
  /** Names in lower case. */
  readonly headers: { readonly [name: string]: string }
  readonly isAbortedByUs: boolean
  readonly transport: TransportFault | null
}
