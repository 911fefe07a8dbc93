/** Codes and types that providers send, in lower case, by what they mean. */
export const OVERFLOW_CODES: readonly string[] = [
  'context_length_exceeded',
  'exceed_context_size_error',
  'model_max_prompt_tokens_exceeded',
  'context_exceeded',
  'input_too_large',
]

export const QUOTA_CODES: readonly string[] = [
  'insufficient_quota',
  'credit_balance_exhausted',
  'billing_hard_limit_reached',
  'billing_error',
  'usage_limit_reached',
  'usage_not_included',
  'token_limit_exceeded', // OpenRouter: a cap on credits, not the window
]

/** Prefixes too: `rate_limit_exceeded`, `token_quota_exceeded`. */
export const RATE_CODE =
  /^(?:rate_limit|ratelimit|resource_exhausted$|service_tier_capacity_exceeded$|token_quota)/

export const OVERLOAD_CODES: readonly string[] = [
  'server_is_overloaded',
  'slow_down',
  'overloaded_error',
  'capacity_exceeded',
  'unavailable_error',
  'unavailable',
]

/** Named failures of the server itself; they count as a 5xx when they arrive inside a stream. */
export const SERVER_CODES: readonly string[] = [
  'server_error',
  'api_error',
  'internal_error',
  'internal_server_error',
  'internalservererror',
  'timeout_error',
  'internal',
]

export const NOT_FOUND_CODES: readonly string[] = [
  'model_not_found',
  'deploymentnotfound',
  'not_found_error',
  'not_found',
]

export const AUTH_CODES: readonly string[] = ['api_key_invalid', 'invalid_api_key', 'authentication_error']
export const CONTENT_CODES: readonly string[] = ['content_filter', 'content_policy_violation']
export const ORDER_CODES: readonly string[] = ['invalid_request_message_order']
export const REPLAY_CODES: readonly string[] = ['invalid_encrypted_content']
/** A named parameter is wrong; whatever words follow are an echo. */
export const VALIDATION_CODE =
  /^(?:unknown_parameter|unsupported_|invalid_type|missing_required_parameter|extra_forbidden)/
