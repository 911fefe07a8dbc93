import type { SecretKind } from '../../../shared/compact/secret-kind.ts'

/** How one kind of secret looks. Only the group `secret` counts where there is one, else the whole match. */
export interface SecretShape {
  readonly kind: SecretKind
  readonly name: string
  /** One of these stands in every text that matches: most texts need not be searched. Empty = always search. */
  readonly hints: readonly string[]
  /** With the flags `d` and `g`. */
  readonly pattern: RegExp
}

/** One line of the table. Order matters: of two shapes that match from the same place, the first names it. */
function shape(kind: SecretKind, name: string, hints: readonly string[], pattern: RegExp): SecretShape {
  return { kind, name, hints, pattern }
}

/**
 * Where a key may begin: not within a word, but behind the letter of an escape, as in a result that is JSON itself
 * (`\\nsk-…`), and behind an underline (`my_ghp_…`).
 */
const BEGINS = String.raw`(?:(?<![A-Za-z0-9])|(?<=\\[nrtbfv])|(?<=\\u[\dA-Fa-f]{4}))`

/** A shape that stands for itself: `pattern` begins where a word does. */
function token(kind: SecretKind, name: string, hints: readonly string[], pattern: RegExp): SecretShape {
  return shape(kind, name, hints, new RegExp(BEGINS + pattern.source, pattern.flags))
}

/**
 * Known shapes of secrets. A shape is added here together with its examples in `secret-shapes.test.ts`; nothing
 * else decides what is suspected. Every run before a required end is bounded: texts may be hostile and megabytes long.
 */
export const SECRET_SHAPES: readonly SecretShape[] = [
  shape(
    'private-key',
    'PEM private key',
    ['PRIVATE KEY'],
    /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:(?!-----END)[\s\S]){0,20000}(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----)?/dg,
  ),
  token('api-key', 'Anthropic', ['sk-ant-'], /sk-ant-[\w-]{16,}/dg),
  token('api-key', 'OpenAI and compatible', ['sk-'], /sk-(?:proj-|svcacct-|admin-|or-(?:v1-)?)?[\w-]{20,}/dg),
  token('api-key', 'Google', ['AIza'], /AIza[\w-]{35}/dg),
  token('api-key', 'AWS access key id', ['AKIA', 'ASIA'], /(?:AKIA|ASIA)[0-9A-Z]{16}\b/dg),
  shape(
    'api-key',
    'AWS secret key',
    ['aws_secret', 'AWS_SECRET', 'SecretAccessKey'],
    /(?:aws_secret_access_key|SecretAccessKey)["']?\s{0,4}[=:]\s{0,4}["']?(?<secret>[\w/+=]{40})/dgi,
  ),
  token('api-key', 'GitHub', ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], /gh[pousr]_[A-Za-z0-9]{36,}/dg),
  token('api-key', 'GitHub fine-grained', ['github_pat_'], /github_pat_\w{22,}/dg),
  token('api-key', 'GitLab', ['glpat-'], /glpat-[\w-]{20,}/dg),
  token('api-key', 'Slack', ['xox'], /xox[abeoprs]-[A-Za-z0-9-]{10,}/dg),
  shape(
    'api-key',
    'Slack webhook',
    ['hooks.slack.com'],
    /hooks\.slack\.com\/services\/(?<secret>[\w/]{20,})/dg,
  ),
  token('api-key', 'Stripe', ['k_live_', 'k_test_'], /[prs]k_(?:live|test)_[A-Za-z0-9]{16,}/dg),
  token('api-key', 'npm', ['npm_'], /npm_[A-Za-z0-9]{36}\b/dg),
  token('api-key', 'PyPI', ['pypi-'], /pypi-[\w-]{50,}/dg),
  token('api-key', 'Hugging Face', ['hf_'], /hf_[A-Za-z0-9]{30,}/dg),
  token('api-key', 'xAI', ['xai-'], /xai-[A-Za-z0-9]{20,}/dg),
  token('api-key', 'Groq', ['gsk_'], /gsk_[A-Za-z0-9]{20,}/dg),
  token('api-key', 'Perplexity', ['pplx-'], /pplx-[A-Za-z0-9]{20,}/dg),
  token('api-key', 'NVIDIA', ['nvapi-'], /nvapi-[\w-]{20,}/dg),
  token('api-key', 'Replicate', ['r8_'], /r8_[A-Za-z0-9]{30,}/dg),
  token('api-key', 'SendGrid', ['SG.'], /SG\.[\w-]{16,64}\.[\w-]{16,128}/dg),
  token('api-key', 'Telegram bot', [':AA'], /\d{8,10}:AA[\w-]{33}/dg),
  token('jwt', 'JSON web token', ['eyJ'], /eyJ[\w-]{10,500}\.[\w-]{10,4000}\.[\w-]{0,2000}/dg),
  token(
    'bearer',
    'authorization header',
    ['earer ', 'EARER ', 'asic '],
    /(?:Bearer|Basic)\s{1,4}(?<secret>(?=[\w.+/=~-]{0,200}\d)[\w.+/=~-]{16,2000})/dgi,
  ),
  shape(
    'url-password',
    'password in an address',
    ['://'],
    /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/@:"'<>]{0,200}:(?<secret>[^\s/@"'<>${}]{1,200})@/dgi,
  ),
  shape(
    'url-token',
    'token in an address',
    ['?', '&'],
    /[?&](?:key|token|api_?key|access_token|sig|signature|password|client_secret)=(?<secret>[^\s&"'<>#${}()[\]]{8,})/dgi,
  ),
  shape(
    'assignment',
    'named value',
    ['ey', 'EY', 'ecret', 'ECRET', 'oken', 'OKEN', 'assw', 'ASSW'],
    /(?:api[_-]?key|secret|token|passw(?:or)?d)["']?\s{0,4}[=:]\s{0,4}(?:["'](?<secret>(?=[^"'\s]{0,200}\d)[\w\-./+=!@#%^&*]{10,200})["']|(?<bare>(?=\S{0,200}\d)(?=\S{0,200}[A-Za-z])[\w\-/+=]{16,200})(?![\w.(]))/dgi,
  ),
]

/** E-mail addresses are searched for on request only. */
export const EMAIL_SHAPE: SecretShape = shape(
  'email',
  'e-mail address',
  ['@'],
  /\b[\w.+%-]{1,64}@(?:[\w-]{1,63}\.){1,8}[A-Za-z]{2,24}\b/dg,
)

/** Longest run that one `*` of a person's pattern stands for, in characters. */
const MOST_WILD_CHARS = 200

/**
 * A person's own pattern: its characters as they are, `*` for up to 200 characters that are not white space. Null
 * for a blank one, or one of stars alone.
 */
export function ownShape(line: string): SecretShape | null {
  const words = line.trim()
  if (words.replaceAll('*', '') === '') return null
  const parts = words.split(/\*+/)
  const escaped = parts.map((part) => literally(part))
  const [hint = ''] = parts.toSorted((a, b) => b.length - a.length)
  return shape('own', words, [hint], new RegExp(escaped.join(`\\S{0,${MOST_WILD_CHARS}}?`), 'dg'))
}

/** A key that this program keeps for a provider; too short ones would hit words. */
export function keyShape(key: string): SecretShape | null {
  if (key.length < 8) return null
  return shape('stored-key', 'key of this program', [key], new RegExp(literally(key), 'dg'))
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}
