import * as codes from './codes.ts'
import type { FailureClass, FailureFacts } from './failure.ts'
import * as words from './fragments.ts'
import { type ErrorFields, unwrapBody } from './unwrap-body.ts'

/** A failure with everything the rules may look at, prepared once. */
interface Evidence {
  readonly facts: FailureFacts
  /** The HTTP status; for an event inside a stream, the status that the event names. */
  readonly status: number | null
  readonly fields: ErrorFields
  /** Lower case. */
  readonly messages: readonly string[]
  readonly codes: readonly string[]
}

type Rule = (evidence: Evidence) => FailureClass | null

/** First hit wins. The order is the point: see the note at each step. */
const RULES: readonly Rule[] = [
  // 1 Our own doing, and requests that got no answer.
  ({ facts }) => (facts.isAbortedByUs ? 'cancelled' : null),
  ({ facts }) => (facts.httpStatus === null && facts.transport !== null ? 'network' : null),
  // 2 The long-context tier is refused with 429 or 403, so it stands before both.
  (evidence) => (says(evidence, words.TIER_WORDS) ? 'overflow_tier' : null),
  // 3, 4 Key, money, moderation, rights.
  ({ status }) => (status === 401 || status === 407 ? 'auth' : null),
  (evidence) => (evidence.status === 402 ? (isInFlightBudget(evidence) ? 'rate_limit' : 'quota') : null),
  (evidence) => (isModeration(evidence) ? 'content_filter' : null),
  ({ status }) => (status === 403 ? 'permission' : null),
  // 5 Codes that can mean only one thing, at any status.
  (evidence) => (has(evidence, codes.OVERFLOW_CODES) ? 'overflow' : null),
  // 6 Before rate limits: 429 is used for both.
  (evidence) => (isQuota(evidence) ? 'quota' : null),
  // 7
  (evidence) =>
    evidence.status === 429 || evidence.codes.some((code) => codes.RATE_CODE.test(code))
      ? 'rate_limit'
      : null,
  (evidence) => (has(evidence, codes.OVERLOAD_CODES) ? 'overload' : null),
  ({ status, fields }) =>
    (status === null || status >= 500) && fields.innerStatus === 429 ? 'rate_limit' : null,
  // 8 413 is bytes for most, tokens per minute for some, and says nothing for others.
  (evidence) => (evidence.status === 413 ? classify413(evidence) : null),
  // 9, 10
  (evidence) => (evidence.status === 404 || has(evidence, codes.NOT_FOUND_CODES) ? 'not_found' : null),
  (evidence) =>
    isClientError(evidence) && (has(evidence, codes.AUTH_CODES) || says(evidence, words.KEY_WORDS))
      ? 'auth'
      : null,
  // 11, 12 Validation errors echo the prompt, so no word behind them counts.
  (evidence) => (has(evidence, ['string_above_max_length']) ? classifyLongString(evidence) : null),
  (evidence) => (isValidation(evidence) ? 'bad_request' : null),
  // 13 History that the provider will not take.
  (evidence) =>
    has(evidence, codes.REPLAY_CODES) || says(evidence, words.REPLAY_WORDS) ? 'replay_invalid' : null,
  (evidence) =>
    has(evidence, codes.ORDER_CODES) || says(evidence, words.PROTOCOL_WORDS) ? 'protocol' : null,
  // 14
  (evidence) => (says(evidence, words.PAYLOAD_WORDS) ? 'payload' : null),
  (evidence) => (says(evidence, words.WAIT_WORDS) ? 'rate_limit' : null),
  // 15 Before overflow: vLLM puts both in one sentence.
  (evidence) => (says(evidence, words.OUTPUT_WORDS) ? 'overflow_output' : null),
  // 16 Also at status 500 and inside streams.
  (evidence) =>
    says(evidence, words.OVERFLOW_WORDS) || says(evidence, words.OVERFLOW_WORDS, 'codes') ? 'overflow' : null,
  // 17
  (evidence) => (says(evidence, words.MEDIA_WORDS) ? 'media' : null),
  (evidence) => (isServerFault(evidence) ? 'overload' : null),
  ({ status, fields }) => (status === 400 && !fields.hasBody ? 'suspect' : null),
]

/**
 * Says what a failed call means, from its status and its body. Total: what no rule knows is `bad_request`.
 * Throttling and money are never taken for overflow (S-114).
 */
export function classifyFailure(facts: FailureFacts): FailureClass {
  const fields = unwrapBody(facts.rawBody)
  const isRefusal = facts.httpStatus !== null && facts.httpStatus >= 300
  const evidence: Evidence = {
    facts,
    fields,
    status: isRefusal ? facts.httpStatus : fields.innerStatus,
    messages: fields.messages.map((message) => message.toLowerCase()),
    codes: fields.codes.map((code) => code.toLowerCase()),
  }
  for (const rule of RULES) {
    const found = rule(evidence)
    if (found !== null) return found
  }
  return 'bad_request'
}

function has(evidence: Evidence, wanted: readonly string[]): boolean {
  return evidence.codes.some((code) => wanted.includes(code))
}

function says(
  evidence: Evidence,
  fragments: readonly RegExp[],
  where: 'messages' | 'codes' = 'messages',
): boolean {
  return evidence[where].some((text) => fragments.some((fragment) => fragment.test(text)))
}

function isInFlightBudget({ facts, codes: found, fields }: Evidence): boolean {
  return (
    facts.headers['retry-after'] !== undefined &&
    fields.keys.has('limit_source') &&
    found.some((code) => code.includes('flight'))
  )
}

function isModeration(evidence: Evidence): boolean {
  return (
    has(evidence, codes.CONTENT_CODES) ||
    evidence.fields.keys.has('flagged_input') ||
    says(evidence, words.MODERATION_WORDS)
  )
}

function isQuota(evidence: Evidence): boolean {
  if (has(evidence, codes.QUOTA_CODES) || says(evidence, words.QUOTA_WORDS)) return true
  return says(evidence, words.QUOTA_UNLESS_EXHAUSTED) && !has(evidence, ['resource_exhausted'])
}

function classify413(evidence: Evidence): FailureClass {
  if (says(evidence, words.RATE_WORDS)) return 'rate_limit'
  if (says(evidence, words.OVERFLOW_WORDS)) return 'overflow'
  return evidence.fields.hasBody ? 'payload' : 'suspect'
}

function classifyLongString({ fields }: Evidence): FailureClass {
  return fields.params.some((param) => /^(?:messages|input|system)\b/.test(param)) ? 'payload' : 'bad_request'
}

function isClientError({ status }: Evidence): boolean {
  return status === null || (status >= 400 && status < 500)
}

function isValidation(evidence: Evidence): boolean {
  if (evidence.status === 422 || says(evidence, words.REASONING_KNOB_WORDS)) return true
  if (evidence.codes.some((code) => codes.VALIDATION_CODE.test(code))) return true
  return has(evidence, ['invalid_value']) && !says(evidence, [words.MAX_TOKENS_WORD])
}

function isServerFault(evidence: Evidence): boolean {
  const { status } = evidence
  if (status !== null) return status >= 500 || status === 498 || status === 408
  return has(evidence, codes.SERVER_CODES)
}
