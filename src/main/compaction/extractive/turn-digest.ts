import type { Message } from '../../../shared/thread/message.ts'
import { codeTokens } from '../facts/code-tokens.ts'
import { isSlashCommand } from '../facts/extract-facts.ts'
import { answersRequest, argumentLeaves, messageText } from '../facts/message-text.ts'
import { callOutcome, callSubject, isCheck, subjectKey } from '../facts/outcomes.ts'
import { ownSentences, proseSentences, saidLength } from '../facts/sentences.ts'
import { toolKind } from '../facts/tool-kinds.ts'
import { callPaths, commandOf } from '../facts/tool-paths.ts'

/** One turn in a few words of its own. All texts are picked from the messages, never written. */
export interface TurnDigest {
  readonly request: string
  readonly changed: readonly string[]
  readonly deleted: readonly string[]
  /** Checks and how the last try of each ended. */
  readonly checks: readonly { readonly command: string; readonly state: 'ok' | 'failed' | 'fixed' }[]
  /** Tools of other kinds, in order of first use. */
  readonly tools: readonly string[]
  /** Sentences of the assistant's last text in the turn. */
  readonly closing: readonly string[]
  /** `worked`: the assistant spoke or got results, and the turn ends with a call. */
  readonly state: 'answered' | 'worked' | 'unanswered'
  /** Code-shaped tokens the person and the assistant used, each once. */
  readonly tokens: readonly string[]
}

/** Digests of the last `limit` turns, in order. What stands before the first request counts as a turn without one. */
export function digestTurns(messages: readonly Message[], limit: number): readonly TurnDigest[] {
  return groupTurns(messages).slice(-limit).map(digestTurn)
}

/** The first request that says something: greetings and commands to the program are passed over. Empty when there is none. */
export function firstRequest(messages: readonly Message[]): string {
  let first = ''
  for (const message of messages) {
    if (message.role !== 'user') continue
    const text = requestText(message)
    if (saidLength(text) >= 12 && !isSlashCommand(text)) return text
    if (first === '') first = text
  }
  return first
}

/** The newest request that says something ("yes" and "go on" do not); null when there is none. */
export function latestRequest(turns: readonly TurnDigest[]): TurnDigest | null {
  const substantial = turns.findLast(
    (turn) => saidLength(turn.request) >= 12 && !isSlashCommand(turn.request),
  )
  return substantial ?? turns.findLast((turn) => turn.request !== '') ?? null
}

function groupTurns(messages: readonly Message[]): readonly (readonly Message[])[] {
  const groups: Message[][] = []
  for (const message of messages) {
    if (message.role === 'user' && messageText(message).trim() === '') continue
    if (message.role === 'user' || groups.length === 0) groups.push([])
    groups.at(-1)?.push(message)
  }
  return groups
}

function digestTurn(messages: readonly Message[]): TurnDigest {
  const changed = new Set<string>()
  const deleted = new Set<string>()
  const tools = new Set<string>()
  const tokens = new Set<string>()
  const checks = new Map<string, { command: string; state: 'ok' | 'failed' | 'fixed' }>()
  let closing: readonly string[] = []
  let state: TurnDigest['state'] = 'unanswered'
  for (const message of messages) {
    const text = messageText(message)
    for (const token of codeTokens(text)) tokens.add(token)
    if (message.role === 'assistant') {
      if (text.trim() !== '') closing = proseSentences(text)
      if (answersRequest(message)) state = message.toolCalls.length === 0 ? 'answered' : 'worked'
    }
    for (const call of message.toolCalls) {
      if (toolKind(call.name) !== 'plan')
        for (const { text: leaf } of argumentLeaves(call.arguments))
          for (const token of codeTokens(leaf)) tokens.add(token)
      const outcome = callOutcome(call)
      if (outcome.kind === 'ok')
        for (const { path, use } of callPaths(call))
          if (use === 'modified') changed.add(path)
          else if (use === 'deleted') deleted.add(path)
      if (toolKind(call.name) === 'other') tools.add(call.name)
      const command = commandOf(call)
      if (command === null || !isCheck(command) || outcome.kind === 'missing') continue
      const subject = callSubject(call)
      const key = subjectKey(subject)
      const before = checks.get(key)
      const ended =
        outcome.kind === 'failed' ? 'failed' : before === undefined || before.state === 'ok' ? 'ok' : 'fixed'
      checks.delete(key)
      checks.set(key, { command: subject, state: ended })
    }
  }
  return {
    request: requestText(messages[0]),
    changed: [...changed],
    deleted: [...deleted],
    checks: [...checks.values()],
    tools: [...tools],
    closing,
    state,
    tokens: [...tokens],
  }
}

/** The person's own words on one line; a pasted log counts only when there is nothing else. */
function requestText(message: Message | undefined): string {
  if (message === undefined || message.role !== 'user') return ''
  const text = messageText(message)
  const sentences = ownSentences(text)
  const own = sentences.length > 0 ? sentences.join(' ') : text
  // Sentences in Chinese and Japanese follow each other without a space.
  return own
    .replace(/\s+/g, ' ')
    .replace(/(?<=[。！？；]) /g, '')
    .trim()
    .replace(LONG_START, '… ')
}

/** Paths and addresses before the first word: a quotation would end before it says anything. */
const LONG_START = /^(?:[\x21-\x7e]{60,} )+(?=\S)/
