import type { ToolCall } from '../../../shared/thread/message.ts'
import { argumentLeaves, outputText } from './message-text.ts'
import { toolKind } from './tool-kinds.ts'
import { callPaths, commandOf } from './tool-paths.ts'

/** How a call ended. `missing` = never answered, which proves neither. */
export type CallOutcome =
  | { readonly kind: 'ok' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'missing' }

const EXIT_CODE =
  /\b(?:exit(?:ed)?(?: with)?(?: a)?(?: non-zero)?(?: exit)?[ _]?(?:code|status)|return ?code)\s*[:=]?\s*(-?\d+)/i
const FAILING_LINE =
  /^(?:\s*(?:\w+\.)*\w*(?:Error|Exception)\b.*:|error(?:\[\w+\])?:|fatal:|npm (?:ERR!|error)|Traceback \(most recent call last\)|FAIL(?:ED|URE)?\b|.*: command not found\b|.*: No such file or directory\b|.*: [Pp]ermission denied\b|.*\berror TS\d+:|.*\b[1-9]\d* (?:failed|failures?|errors?)\b)/m
const TELLING =
  /error|fail|exception|not found|no such|denied|cannot|can't|refused|invalid|unknown|timed? ?out/i
/** Failures stand at the start or at the end; the middle of a long output is other people's text. */
const LOOKED_AT_CHARS = 3_000
const MESSAGE_CHARS = 200

/** Calls never change, and every lane asks how each of them ended. */
const decided = new WeakMap<ToolCall, CallOutcome>()

/** Decides by the record's own error mark, then by an exit code, then (for shell tools) by the output's words. */
export function callOutcome(call: ToolCall): CallOutcome {
  const known = decided.get(call)
  if (known !== undefined) return known
  const outcome = decideOutcome(call)
  decided.set(call, outcome)
  return outcome
}

function decideOutcome(call: ToolCall): CallOutcome {
  if (call.output === null) return { kind: 'missing' }
  const text = outputText(call)
  const edges =
    text.length <= 2 * LOOKED_AT_CHARS
      ? text
      : `${text.slice(0, LOOKED_AT_CHARS)}\n${text.slice(-LOOKED_AT_CHARS)}`
  const exit = EXIT_CODE.exec(edges)
  // A wait that was broken off proves nothing.
  if (/^\s*sleep\b/.test(commandOf(call) ?? '')) return { kind: 'missing' }
  if (isEmptySearch(call, text, exit?.[1])) return { kind: 'ok' }
  if (call.output.isError) return { kind: 'failed', message: tellingLine(edges) }
  if (exit !== null) return exit[1] === '0' ? { kind: 'ok' } : { kind: 'failed', message: tellingLine(edges) }
  if (toolKind(call.name) === 'run' && FAILING_LINE.test(edges) && !isReading(call))
    return { kind: 'failed', message: tellingLine(edges) }
  if (/^\s*(?:Error\b|<error>|\{"error")/.test(text)) return { kind: 'failed', message: tellingLine(edges) }
  return { kind: 'ok' }
}

/**
 * A search that found nothing, or a comparison that found a difference, ends with code 1 and says nothing else:
 * an answer, not a failure.
 */
function isEmptySearch(call: ToolCall, text: string, exitCode: string | undefined): boolean {
  if (exitCode !== undefined && exitCode !== '1') return false
  if (TELLING.test(text.replace(EXIT_CODE, '').slice(0, LOOKED_AT_CHARS))) return false
  const command = commandOf(call)
  if (command === null) return toolKind(call.name) === 'search' && exitCode === '1'
  const unquoted = commandLine(command).replace(/'[^']*'|"[^"]*"/g, 'x')
  const last =
    unquoted
      .split(/&&|;|\|/)
      .at(-1)
      ?.trim() ?? ''
  return (
    exitCode === '1' && /^(?:[ef]?grep|rg|ag|git (?:grep|diff)|diff|cmp|test|\[|which|pgrep)\b/.test(last)
  )
}

/** Commands whose output is somebody else's text: an error word in it says nothing about the command. */
export function isReading(call: ToolCall): boolean {
  return /^\s*(?:cd [^&;]+(?:&&|;)\s*)?(?:cat|head|tail|sed -n|grep|rg|ag|git (?:log|show|diff|grep|blame)|find|less|nl|ls|echo|jq|awk)\b/.test(
    commandOf(call) ?? '',
  )
}

function tellingLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim())
  const line =
    lines.find((each) => TELLING.test(each) && !/^Traceback/.test(each) && !EXIT_CODE.test(each)) ??
    lines.find((each) => TELLING.test(each)) ??
    lines.find((each) => each !== '') ??
    ''
  return clipAtSpace(line.replace(/\s+/g, ' '), MESSAGE_CHARS)
}

/** Scripts without spaces, and their punctuation: a line may break between any two of their signs. */
const BREAKABLE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\u3000-\u303f\uff00-\uff65]/u

/** At most `maxChars` of a line, never ending inside a word of any alphabet: a cut path would be another path. */
export function clipAtSpace(line: string, maxChars: number): string {
  if (line.length <= maxChars) return line
  const cut = wellFormed(line.slice(0, maxChars))
  let end = cut.length
  if (!isBreak(line.charAt(end)) && !/\s/.test(line.charAt(end - 1)))
    while (end > 0 && !isBreak(cut.charAt(end - 1))) end--
  return `${cut.slice(0, end).trimEnd()}…`
}

function isBreak(char: string): boolean {
  return /\s/.test(char) || BREAKABLE.test(char)
}

function wellFormed(text: string): string {
  return /[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text
}

/** What a call was about, in one line: its command, its file, or its name with the first argument. */
export function callSubject(call: ToolCall): string {
  const command = commandOf(call)
  if (command !== null) return commandLine(command)
  const path = callPaths(call)[0]?.path
  if (path !== undefined) return path
  const first = argumentLeaves(call.arguments)[0]?.text ?? ''
  const line = (first.split('\n')[0] ?? '').trim()
  return clipAtSpace(`${call.name} ${line}`.trim(), 120)
}

/** The first line of a command without the walk to its folder; at most 120 characters. */
export function commandLine(command: string): string {
  const first = command.split('\n').find((line) => line.trim() !== '') ?? ''
  return clipAtSpace(
    first
      .trim()
      .replace(/^(?:cd\s+\S+\s*(?:&&|;)\s*)+/, '')
      .replace(/`/g, "'"),
    120,
  )
}

/** Commands whose last try counts, whatever its message or branch was. */
const GIT_STEP = /^git (?:commit|push|pull|merge|rebase|add)\b/

/** Two subjects are the same try when this is equal: pipes, redirections and spacing do not count. */
export function subjectKey(subject: string): string {
  const step = GIT_STEP.exec(subject)
  if (step !== null) return step[0]
  return (
    subject
      .replace(/^(?:cd\s+\S+\s*(?:&&|;)\s*)+/, '')
      .replace(/\s*\d?>+\s*&?\S+/g, '')
      .split(/\s\|/)[0]
      ?.replace(/\s+/g, ' ')
      .trim() ?? ''
  )
}

const CHECKS =
  /(?:^|&&|;|\|\||\n)\s*(?:\w+=\S+\s+)*(?:npx |pnpm exec |uv run |poetry run |python3? -m |bundle exec )?(?:(?:npm|pnpm|yarn|bun)(?: run)?(?: -\S+)* (?:test|build|lint|check|typecheck|type-check|verify|ci:\S+|test:\S+|build:\S+|lint:\S+)\b|vitest\b|jest\b|mocha\b|playwright test\b|pytest\b|unittest\b|tox\b|tsc\b|eslint\b|biome (?:check|ci|lint)\b|ruff\b|mypy\b|pyright\b|cargo (?:test|build|check|clippy)\b|go (?:test|build|vet)\b|make\b|cmake --build|gradle\w*\b|\.\/gradlew\b|mvn\b|dotnet (?:test|build)\b|rspec\b|rake\b|phpunit\b|swift (?:test|build)\b|deno (?:test|check|lint)\b|node --test\b)/

/** True for commands that prove something: tests, builds, linters, type checks. */
export function isCheck(command: string): boolean {
  return CHECKS.test(command)
}

const GOOD_LINE =
  /\b(?:pass(?:ed|es)?|success(?:ful(?:ly)?)?|succeeded|ok|0 errors|no (?:errors|issues|problems)|built in|compiled)\b|✓/i

/** The line of a check's output that says it went well; empty when none does. */
export function outcomeLine(text: string): string {
  const lines = text.slice(-LOOKED_AT_CHARS).split('\n')
  for (let at = lines.length - 1; at >= 0; at--) {
    const line = (lines[at] ?? '').trim()
    if (GOOD_LINE.test(line)) return clipAtSpace(line.replace(/\s+/g, ' '), 100)
  }
  return ''
}
