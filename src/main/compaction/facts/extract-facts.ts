import type { Message } from '../../../shared/thread/message.ts'
import { runSteps, type Steps } from '../steps.ts'
import { type Activation, activationSteps, rankReferences } from './activation.ts'
import type { ErrorFact, Facts, PathFact, PlanItem, RuleFact, VerifiedFact } from './facts.ts'
import { answersRequest, messageText, outputText } from './message-text.ts'
import { callOutcome, callSubject, clipAtSpace, isCheck, outcomeLine, subjectKey } from './outcomes.ts'
import { agePlan } from './plan-age.ts'
import { applyPlan, planOf } from './plan-items.ts'
import { type Closing, closingsIn } from './plan-words.ts'
import { rulesIn, settleRules } from './rules.ts'
import { settlePlan } from './settle-plan.ts'
import { callPaths, commandOf } from './tool-paths.ts'

/** References kept of one stretch; a checkpoint never shows more. */
const MAX_REFERENCES = 2_000
const REQUEST_CHARS = 300
const NO_ACTIVATION: Activation = { weights: new Map(), argumentNames: new Set() }

export interface ExtractOptions {
  readonly firstIndex: number
  readonly firstTurn: number
  /** The turns that stay: names that stood beside theirs weigh more. */
  readonly kept?: readonly Message[]
  /** Leaves the names in use out: who only measures does not need them. */
  readonly isWithoutReferences?: boolean
}

/**
 * Takes the facts out of messages by code. `firstIndex` is the place of `messages[0]` in its thread,
 * `firstTurn` the number of the first turn in it. Linear in the text; never fails.
 */
export function extractFacts(messages: readonly Message[], options: ExtractOptions): Facts {
  return runSteps(extractFactSteps(messages, options))
}

/** `extractFacts` message by message. */
export function* extractFactSteps(messages: readonly Message[], options: ExtractOptions): Steps<Facts> {
  const rules: RuleFact[] = []
  const paths = new Map<string, PathFact>()
  const errors = new Map<string, ErrorFact>()
  const succeeded = new Set<string>()
  const verified = new Map<string, VerifiedFact>()
  let plan: readonly PlanItem[] = []
  let replacesPlan = false
  const closings: Closing[] = []
  let requests = 0
  let requestsBeforePlan = 0
  let turn = options.firstTurn - 1
  let request: { text: string; messageIndex: number } | null = null
  for (const [offset, message] of messages.entries()) {
    yield
    const messageIndex = options.firstIndex + offset
    const text = messageText(message)
    if (message.role === 'user') {
      if (text.trim() === '') continue
      turn++
      requests++
      rules.push(...rulesIn(text, messageIndex, Math.max(turn, options.firstTurn)))
      if (!isSlashCommand(text)) request = { text, messageIndex }
    } else if (answersRequest(message)) request = null
    const said = closingsIn(message)
    closings.push(...said)
    const settled = settlePlan(plan, said)
    if (settled !== plan) requestsBeforePlan = requests
    plan = settled
    for (const call of message.toolCalls) {
      const planCall = planOf(call, messageIndex)
      if (planCall !== null) {
        plan = applyPlan(plan, planCall)
        replacesPlan ||= planCall.isWholeList
        requestsBeforePlan = requests
      }
      const outcome = callOutcome(call)
      const subject = callSubject(call)
      const key = subjectKey(subject)
      if (outcome.kind === 'failed') {
        errors.delete(key)
        errors.set(key, { subject, message: outcome.message, messageIndex })
        succeeded.delete(key)
        verified.delete(key)
      } else if (outcome.kind === 'ok') {
        errors.delete(key)
        succeeded.add(key)
        const command = commandOf(call)
        if (command !== null && isCheck(command)) {
          verified.delete(key)
          verified.set(key, { command: subject, outcome: outcomeLine(outputText(call)), messageIndex })
        }
      }
      // A write that failed changed nothing.
      if (outcome.kind !== 'failed')
        for (const { path, use } of callPaths(call)) notePath(paths, { path, use, messageIndex })
    }
  }
  const { weights, argumentNames } =
    options.isWithoutReferences === true
      ? NO_ACTIVATION
      : yield* activationSteps(messages, options.kept ?? [])
  return {
    messageCount: messages.length,
    rules: settleRules(rules),
    plan: withRequest(agePlan(plan, requests - requestsBeforePlan), request),
    replacesPlan,
    closings,
    requests,
    paths: [...paths.values()].reverse(),
    errors: [...errors.values()],
    succeeded: [...succeeded],
    verified: [...verified.values()],
    references: rankReferences(weights, MAX_REFERENCES, argumentNames),
  }
}

/** `/exit`, `/undo`: said to the program, not to the model. */
export function isSlashCommand(text: string): boolean {
  return /^\s*\/[\w-]+(?:\s+\S+)?\s*$/.test(text)
}

/** Latest touch last; a changed file stays changed when it is read again. */
function notePath(paths: Map<string, PathFact>, fact: PathFact): void {
  const before = paths.get(fact.path)
  paths.delete(fact.path)
  const use = fact.use === 'read' && before !== undefined ? before.use : fact.use
  paths.set(fact.path, { ...fact, use })
}

function withRequest(
  plan: readonly PlanItem[],
  request: { readonly text: string; readonly messageIndex: number } | null,
): readonly PlanItem[] {
  if (request === null) return plan
  const text = clipAtSpace(request.text.replace(/\s+/g, ' ').trim(), REQUEST_CHARS)
  const { messageIndex } = request
  return [...plan, { id: null, text, status: 'unanswered', messageIndex, requestsSince: 0 }]
}
