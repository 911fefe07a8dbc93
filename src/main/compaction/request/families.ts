import type { ModelOrigin } from '../../../shared/thread/message.ts'

/** What one family of providers demands of a request beyond its protocol. */
export interface FamilyRules {
  readonly name: string
  /** Field that limits the answer; the protocol's own where there is only one. */
  readonly outputLimit: 'max_tokens' | 'max_completion_tokens' | 'max_output_tokens'
  /** Two messages of one role in a row become one. */
  readonly mergesSameRole: boolean
  /** A person's message right after a tool result is refused: a short assistant message goes between (B-18). */
  readonly bridgesToolToUser: boolean
  /** A conversation that begins with the assistant is refused. */
  readonly startsWithUser: boolean
  /** `nine` = exactly nine letters and digits; `open` = letters, digits, `_` and `-`, at most 40. */
  readonly callIds: 'open' | 'nine'
  /** Field in which readable reasoning goes back beside its reply; null = it does not. */
  readonly reasoningField: 'reasoning_content' | null
  /** Marks up to which the provider shall cache. */
  readonly hasCacheMarks: boolean
  /** Asks for encrypted reasoning items, which come back in later requests. */
  readonly asksEncryptedReasoning: boolean
  /** Asks for a readable summary of hidden reasoning. */
  readonly asksReasoningSummary: boolean
}

const OPEN: Omit<FamilyRules, 'name' | 'outputLimit'> = {
  mergesSameRole: false,
  bridgesToolToUser: false,
  startsWithUser: false,
  callIds: 'open',
  reasoningField: null,
  hasCacheMarks: false,
  asksEncryptedReasoning: false,
  asksReasoningSummary: false,
}

interface FamilyRow {
  readonly protocol: ModelOrigin['protocol']
  readonly host: RegExp
  readonly model: RegExp
  readonly rules: FamilyRules
}

const ANY = /^/
/** Models that reason before they answer; the older ones refuse to be asked for it. */
const REASONING_MODEL = /^(?:o\d|gpt-(?:[5-9]|\d\d)|codex)/

/**
 * The one table; the first row that fits holds. Sources: the providers' API references and the refusals in
 * their own words (provider errors of the classes `protocol` and `replay_invalid`). A local server runs the chat
 * template of its model, so models with strict templates are named whatever the host is.
 */
const TABLE: readonly FamilyRow[] = [
  {
    protocol: 'anthropic',
    host: ANY,
    model: ANY,
    rules: {
      ...OPEN,
      name: 'anthropic',
      outputLimit: 'max_tokens',
      mergesSameRole: true,
      startsWithUser: true,
      hasCacheMarks: true,
    },
  },
  {
    protocol: 'openai-responses',
    host: /^api\.openai\.com$/,
    model: REASONING_MODEL,
    rules: {
      ...OPEN,
      name: 'responses-reasoning',
      outputLimit: 'max_output_tokens',
      asksEncryptedReasoning: true,
      asksReasoningSummary: true,
    },
  },
  {
    protocol: 'openai-responses',
    host: /^api\.openai\.com$/,
    model: ANY,
    rules: { ...OPEN, name: 'responses-plain', outputLimit: 'max_output_tokens' },
  },
  {
    protocol: 'openai-responses',
    host: ANY,
    model: ANY,
    rules: {
      ...OPEN,
      name: 'responses-compatible',
      outputLimit: 'max_output_tokens',
      asksEncryptedReasoning: true,
    },
  },
  {
    protocol: 'openai-chat',
    host: /^api\.openai\.com$/,
    model: ANY,
    rules: { ...OPEN, name: 'openai-chat', outputLimit: 'max_completion_tokens' },
  },
  {
    protocol: 'openai-chat',
    host: /(?:^|\.)mistral\.ai$/,
    model: ANY,
    rules: {
      ...OPEN,
      name: 'mistral',
      outputLimit: 'max_tokens',
      mergesSameRole: true,
      bridgesToolToUser: true,
      callIds: 'nine',
    },
  },
  {
    protocol: 'openai-chat',
    host: /(?:^|\.)(?:deepseek\.com|moonshot\.(?:ai|cn)|z\.ai|bigmodel\.cn|x\.ai)$/,
    model: ANY,
    rules: {
      ...OPEN,
      name: 'reasoning-content',
      outputLimit: 'max_tokens',
      reasoningField: 'reasoning_content',
    },
  },
  {
    protocol: 'openai-chat',
    host: ANY,
    model: /mistral|mixtral|ministral|devstral|codestral|magistral|gemma/i,
    rules: {
      ...OPEN,
      name: 'strict-order',
      outputLimit: 'max_tokens',
      mergesSameRole: true,
      bridgesToolToUser: true,
      startsWithUser: true,
      callIds: 'nine',
    },
  },
  {
    protocol: 'openai-chat',
    host: ANY,
    model: /deepseek|kimi|glm-/i,
    rules: {
      ...OPEN,
      name: 'reasoning-content',
      outputLimit: 'max_tokens',
      reasoningField: 'reasoning_content',
    },
  },
]

const COMPATIBLE: FamilyRules = { ...OPEN, name: 'openai-compatible', outputLimit: 'max_tokens' }

/** The rules for a model at a host. Account and key play no part. */
export function familyOf(target: Pick<ModelOrigin, 'protocol' | 'host' | 'model'>): FamilyRules {
  const row = TABLE.find(
    ({ protocol, host, model }) =>
      protocol === target.protocol && host.test(target.host) && model.test(target.model),
  )
  return row?.rules ?? COMPATIBLE
}
