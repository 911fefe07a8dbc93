import { isFragment } from '../facts/name-noise.ts'
import { clipAtSpace } from '../facts/outcomes.ts'
import { saidLength } from '../facts/sentences.ts'
import type { CheckKind } from '../retention/success-claims.ts'
import type { Labels } from './labels.ts'
import { isFiller, isSupported } from './pick-sentences.ts'
import type { TurnDigest } from './turn-digest.ts'

/** What a line may say and how long it may be. */
export interface TurnLineOptions {
  readonly labels: Labels
  readonly weights: ReadonlyMap<string, number>
  readonly proven: ReadonlySet<CheckKind>
  /** Proposals of the assistant that the person turned down. */
  readonly revoked: ReadonlySet<string>
  /** Names that other lines said already; the line adds its own. */
  readonly shown: Set<string>
  readonly maxChars: number
}

/** Shorter lines have no room for the names of the turn. */
const NAMES_FROM_CHARS = 200
const MAX_NAMES = 4

/** One turn on one line: the request, what was changed and run, the names that mattered. Empty when it did nothing. */
export function turnLine(turn: TurnDigest, options: TurnLineOptions): string {
  const { labels, maxChars } = options
  const acts: string[] = []
  if (turn.changed.length > 0) acts.push(`${labels.edited} ${baseNames(turn.changed)}`)
  if (turn.deleted.length > 0) acts.push(`${labels.deleted} ${baseNames(turn.deleted)}`)
  for (const check of turn.checks.slice(-2)) {
    const state = check.state === 'ok' ? '' : ` (${check.state === 'failed' ? labels.failed : labels.fixed})`
    acts.push(`${labels.ran} \`${clipAtSpace(check.command, 60)}\`${state}`)
  }
  if (acts.length === 0 && turn.tools.length > 0)
    acts.push(`${labels.used} ${turn.tools.slice(0, 3).join(', ')}`)
  const closing = turn.closing.find(
    (sentence) =>
      saidLength(sentence) > 20 &&
      !isFiller(sentence) &&
      !options.revoked.has(sentence) &&
      isSupported(sentence, options.proven),
  )
  // Greetings and slash commands that did nothing tell nothing.
  if (acts.length === 0 && (closing === undefined || saidLength(turn.request) < 12)) return ''
  const request = clipAtSpace(turn.request.replace(/"/g, "'"), Math.max(60, Math.floor(maxChars * 0.45)))
  let line = turn.request === '' ? '-' : `- "${request}"`
  for (const act of acts)
    if (line.length + act.length + 2 <= maxChars) line += `${line === '-' ? ' ' : '; '}${act}`
  if (
    acts.length === 0 &&
    closing !== undefined &&
    maxChars - line.length > (turn.tokens.length > 0 ? 90 : 50)
  )
    line += ` → ${clipAtSpace(closing, maxChars - line.length - 4)}`
  return maxChars >= NAMES_FROM_CHARS ? withNames(line, turn, options) : line
}

function withNames(line: string, turn: TurnDigest, options: TurnLineOptions): string {
  const names = turn.tokens
    .filter(
      (token) =>
        options.weights.has(token) &&
        !isFragment(token) &&
        !options.shown.has(token) &&
        !line.includes(token),
    )
    .sort((a, b) => (options.weights.get(b) ?? 0) - (options.weights.get(a) ?? 0))
  let text = line
  let count = 0
  for (const name of names) {
    const addition = count === 0 ? ` (${name}` : `, ${name}`
    if (count === MAX_NAMES || text.length + addition.length + 1 > options.maxChars) break
    text += addition
    options.shown.add(name)
    count++
  }
  return count === 0 ? text : `${text})`
}

function baseNames(paths: readonly string[]): string {
  const names = paths.slice(0, 4).map((path) => path.split(/[\\/]/).at(-1) ?? path)
  return [...new Set(names)].join(', ') + (paths.length > 4 ? ' …' : '')
}
