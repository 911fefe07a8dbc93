import type { CheckpointSection } from '../../../shared/compact/checkpoint.ts'
import type { UnsupportedClaim } from '../../../shared/compact/retention.ts'
import type { Message } from '../../../shared/thread/message.ts'
import { codeTokens, urlsIn } from '../facts/code-tokens.ts'
import { parseFacts } from '../facts/parse-facts.ts'
import { AGE_MARKS } from '../facts/plan-age.ts'
import type { Steps } from '../steps.ts'
import { occurringSteps } from './occurrences.ts'
import { checkKindsOf, claimedChecks, provenChecks } from './success-claims.ts'

const MAX_CLAIMS = 200
/** Words of the template and of its status marks are nobody's claim. */
const OWN_WORDS = new Set(['in-progress', 'system-reminder'])
const NUMBER = /(?<![\w.:#/-])\d[\d.,:]*\d(?![\w/-])/g

/**
 * In small steps: claims of the checkpoint that the source never made: paths, identifiers, numbers, hashes and addresses that do
 * not occur in it, and successes that no result proves. `support` is all text the checkpoint may draw on.
 */
export function* unsupportedClaimSteps(input: {
  readonly checkpoint: string
  readonly support: string
  readonly source: readonly Message[]
  readonly kept: readonly Message[]
  readonly previous: readonly CheckpointSection[]
}): Steps<readonly UnsupportedClaim[]> {
  const body = withoutFrame(input.checkpoint)
  const claims = new Map<string, UnsupportedClaim>()
  function claim(kind: UnsupportedClaim['kind'], text: string): void {
    if (!claims.has(text) && claims.size < MAX_CLAIMS) claims.set(text, { kind, text })
  }
  const urls = urlsIn(body)
  const tokens = new Set(codeTokens(body.replace(/https?:\/\/\S+/g, ' ')))
  const numbers = new Set([...body.matchAll(NUMBER)].map(([text]) => text))
  const supported = yield* occurringSteps([...urls, ...tokens, ...numbers], input.support)
  for (const url of urls) if (!supported.has(url)) claim('url', url)
  for (const token of tokens) {
    if (OWN_WORDS.has(token) || supported.has(token)) continue
    if (/^[0-9a-f]{7,40}$/.test(token) && /\d/.test(token)) claim('hash', token)
    else claim(/[\\/]/.test(token) || /\.\w{1,5}$/.test(token) ? 'path' : 'identifier', token)
  }
  for (const number of numbers) if (!supported.has(number)) claim('number', number)
  for (const sentence of unprovenSuccesses(body, input)) claim('success', sentence)
  return [...claims.values()]
}

function unprovenSuccesses(
  body: string,
  input: {
    readonly source: readonly Message[]
    readonly kept: readonly Message[]
    readonly previous: readonly CheckpointSection[]
  },
): readonly string[] {
  const proven = new Set(provenChecks([...input.source, ...input.kept]))
  for (const check of parseFacts(input.previous).verified)
    for (const kind of checkKindsOf(check.command)) proven.add(kind)
  return body
    .split(/\n|(?<=[.!?。])\s+/)
    .map((line) => line.replace(/^\s*[-*]\s+/, '').trim())
    .filter((line) => !line.startsWith('[') && claimedChecks(line).some((kind) => !proven.has(kind)))
}

/** The checkpoint without wrapper and headings. */
function withoutFrame(checkpoint: string): string {
  return checkpoint
    .replace(/^\s*<system-reminder>[\s\S]*?# Context checkpoint/, '')
    .replace(/<\/system-reminder>\s*$/, '')
    .replace(/^#{1,6} .*$/gm, '')
    .replace(AGE_MARKS, '')
}
