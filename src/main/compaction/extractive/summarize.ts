import type { CheckpointSection, NarrativeKey } from '../../../shared/compact/checkpoint.ts'
import type { Message } from '../../../shared/thread/message.ts'
import { leadsByHand } from '../checkpoint/by-hand.ts'
import { composeCheckpointBody } from '../checkpoint/compose.ts'
import { wrapCheckpoint } from '../checkpoint/wrapper.ts'
import type { Facts } from '../facts/facts.ts'
import { argumentText, messageText, outputText } from '../facts/message-text.ts'
import { clipAtSpace } from '../facts/outcomes.ts'
import { isOld } from '../facts/plan-age.ts'
import { isOpen } from '../facts/plan-items.ts'
import { floorChars } from '../facts/render-facts.ts'
import { takesBack } from '../facts/replacement.ts'
import { saidLength } from '../facts/sentences.ts'
import { type CheckKind, checkKindsOf, provenChecks } from '../retention/success-claims.ts'
import { type LineBudget, lineBudget } from './budget-lines.ts'
import { checkpointLanguage } from './checkpoint-language.ts'
import { readFocus } from './focus.ts'
import { labelsFor } from './labels.ts'
import {
  isReplaced,
  isSupported,
  type PickOptions,
  pickAgreements,
  pickDecisions,
  pickFindings,
  pickReplacements,
  pickUserDecisions,
} from './pick-sentences.ts'
import { narrativeLines } from './previous.ts'
import { revokedProposals } from './revoked.ts'
import { digestTurns, firstRequest, latestRequest } from './turn-digest.ts'
import { turnLine } from './turn-line.ts'

/** Older turns live on in the facts, the first request and the previous checkpoint. */
const MAX_TURNS = 80
const MIN_NARRATIVE_CHARS = 230
/** However many rules stand beside it: a checkpoint of rules alone says nothing of the work. */
const LEAST_SAID_CHARS = 600
/** What a small checkpoint gives to the decisions of the person and to the open plan, when there are any. */
const DECISION_CHARS = 200
const PLAN_CHARS = 140
/** A smaller narrative leaves the room of findings to the finished work. */
const FINDINGS_FROM_CHARS = 600
/** Part of the finished work's room that lines of the previous checkpoint may claim. */
const OLDER_DONE_SHARE = 0.4

/**
 * Characters of what the floors leave that the narrative may use: a little of a small checkpoint, where names
 * say more per character, half of a large one, where a longer list of names would say little.
 */
function narrativeChars(roomChars: number): number {
  return roomChars - Math.min(0.92 * roomChars, 2_400 + 0.2 * roomChars)
}

/** The assistant says or asks how it goes on. */
const NEXT =
  /\b(?:next|would you like|shall I|should I|do you want|I(?:['’]ll| will)|let me know|remaining|still (?:to|need)|to do|TODO)\b|接下来|下一步|剩下|是否|次に|als Nächstes/i

/** What the summarizer works from. */
export interface ExtractiveInput {
  readonly messages: readonly Message[]
  readonly previous: readonly CheckpointSection[]
  readonly facts: Facts
  /** For narrative and facts together. */
  readonly budgetChars: number
  readonly instructions: string
  /** Room that the facts do not need; the narrative may have it. */
  readonly spareChars?: number
  /** The kept turns: what stands in them need not be said again. */
  readonly upcoming: readonly Message[]
}

/**
 * Fills the narrative sections from the thread's own sentences. Deterministic, no model, linear in the text.
 * Takes a share of `budgetChars` less the floors of the facts lane, so that both fit together. Sections
 * of a previous checkpoint are folded in; its open matters are replaced by the state found now.
 */
export function summarizeExtractively(input: ExtractiveInput): readonly CheckpointSection[] {
  const free = input.budgetChars - checkpointChars([]) - floorChars(input.facts)
  const room = Math.max(free, Math.min(LEAST_SAID_CHARS, Math.floor(input.budgetChars / 8)))
  const replacements = pickReplacements(input.messages)
  const settledNow = pickUserDecisions(input.messages, replacements)
  const unfinished = input.facts.plan.filter((item) => isOpen(item) && item.status !== 'unanswered')
  const pending = unfinished.filter((item) => !isOld(item))
  const decisionChars = Math.min(DECISION_CHARS, settledNow.join('').length + 14 * settledNow.length)
  const planChars = Math.min(PLAN_CHARS, pending.map((item) => item.text).join('; ').length)
  const least = MIN_NARRATIVE_CHARS + decisionChars + planChars
  const share = Math.max(Math.min(least, room), Math.floor(narrativeChars(room)))
  const budget = share + (input.spareChars ?? 0)
  const labels = labelsFor(checkpointLanguage([...input.messages, ...input.upcoming], input.previous))
  const focus = readFocus(input.instructions)
  const proven = provenBy(input)
  const tail = requestText(input.upcoming)
  const weights = new Map(
    input.facts.references
      .filter((name) => !tail.includes(name.text))
      .map((name) => [name.text, name.weight]),
  )
  const revoked = revokedProposals([...input.messages, ...input.upcoming])
  const options: PickOptions = { weights, focus, proven, revoked }
  const turns = digestTurns(input.messages, MAX_TURNS)
  const last = turns.at(-1)
  const shown = new Set<string>()

  let left = budget
  /** A list with a share of the budget, but room for one sentence, and never more than is left. */
  function open(share: number, minChars: number): LineBudget {
    return lineBudget(Math.min(left, Math.max(minChars, Math.floor(budget * share))))
  }
  function close(list: LineBudget): readonly string[] {
    left -= list.lines.join('\n').length
    return list.lines
  }

  const goalList = open(0.3, 150)
  const carried = narrativeLines(input.previous, 'goal')
  // A goal that begins with a person's words says by them how it began.
  const goalBefore = input.previous.find(({ key, text }) => key === 'goal' && text.trim() !== '')
  const isByPerson = goalBefore !== undefined && leadsByHand(goalBefore)
  const began = isByPerson ? '' : (carried[0] ?? firstRequest(input.messages))
  const latest = latestRequest(turns)
  const beganChars = latest === null ? goalList.left() - 30 : Math.max(60, Math.floor(goalList.left() * 0.35))
  if (carried.length > 0) goalList.add(clipAtSpace(began, beganChars + 20))
  else if (began !== '') goalList.add(`${labels.began}: "${quote(began, beganChars)}"`)
  if (latest !== null && latest.request !== began) {
    const state = labels[latest.state]
    const lead = `${labels.latest} (${state}): "`
    goalList.add(`${lead}${quote(latest.request, goalList.left() - lead.length - 3)}"`)
  }
  const goal = close(goalList)

  const progressList = open(0.12, 120)
  for (const item of pending)
    if (item.status === 'in-progress') progressList.add(`- ${clipAtSpace(item.text, 160)}`)
  const step = last?.closing.findLast((sentence) => isSupported(sentence, proven) && !/[?？]$/.test(sentence))
  if (last !== undefined && last.state !== 'answered' && step !== undefined)
    progressList.add(`- ${labels.lastStep}: "${quote(step, Math.max(40, progressList.left() - 20))}"`)
  const progress = close(progressList)

  const blockedList = open(0.08, 90)
  for (const item of pending)
    if (item.status === 'blocked') blockedList.add(`- ${clipAtSpace(item.text, 120)}`)
  const blocked = close(blockedList)

  const nextList = open(0.1, Math.max(120, planChars))
  const following = pending.filter((item) => item.status === 'pending')
  const planned = (following.length > 0 ? following : pending).slice(0, 3).map((item) => item.text)
  if (planned.length > 0)
    nextList.add(`- ${labels.open}: ${clipAtSpace(planned.join('; '), Math.max(20, nextList.left() - 30))}`)
  const offer = last?.closing.findLast((sentence) => NEXT.test(sentence) && isSupported(sentence, proven))
  if (offer !== undefined && saidLength(offer) >= 20) {
    const label = /[?？]$/.test(offer) ? labels.asked : labels.said
    nextList.add(`- ${label}: "${quote(offer, Math.max(40, nextList.left() - 20))}"`)
  }
  // What a list of long ago holds is no next step; where nothing newer is stated, it is told as of then.
  const stale = nextList.lines.length > 0 ? [] : unfinished.slice(0, 3).map((item) => item.text)
  if (stale.length > 0)
    nextList.add(`- ${labels.openThen}: ${clipAtSpace(stale.join('; '), Math.max(20, nextList.left() - 40))}`)
  const nextSteps = close(nextList)

  const decisionList = open(0.15, Math.max(150, decisionChars))
  for (const text of settledNow.slice(0, 40)) {
    if (isSupported(text, proven)) decisionList.add(`- ${labels.user}: "${text}"`)
  }
  for (const each of pickDecisions(input.messages, options).slice(0, 40)) {
    if (decisionList.left() < 50) break
    if (isReplaced(each.text, each.index, replacements)) continue
    decisionList.add(`- ${labels.assistant}: "${each.text}"`)
  }
  for (const proposal of pickAgreements(input.messages)) decisionList.add(`- ${labels.agreed}: "${proposal}"`)
  for (const line of narrativeLines(input.previous, 'decisions'))
    if (!replacements.some(({ replacement }) => takesBack(replacement, line))) decisionList.add(`- ${line}`)
  const decisions = close(decisionList)

  // One finding torn out of a long thread says less than what was done.
  const contextList = budget < FINDINGS_FROM_CHARS ? lineBudget(0) : open(0.25, 190)
  for (const each of pickFindings(input.messages, options).slice(0, 80)) {
    if (contextList.left() < 50) break
    contextList.add(`- ${each.text}`)
  }
  for (const line of narrativeLines(input.previous, 'context')) contextList.add(`- ${line}`)
  const findings = close(contextList)

  const done = lineBudget(left)
  const lines: string[] = []
  const maxLine = Math.min(320, Math.max(130, Math.floor(budget * 0.16)))
  const before = narrativeLines(input.previous, 'done').map((line) => `- ${line}`)
  // What an earlier checkpoint told keeps a part of the room, so that work does not vanish with the second one.
  const reserve = Math.min(done.left() * OLDER_DONE_SHARE, before.join('\n').length + 1)
  for (const turn of turns.toReversed()) {
    if (done.left() - reserve < 60) break
    const line = turnLine(turn, {
      labels,
      weights,
      proven,
      revoked,
      shown,
      maxChars: Math.min(maxLine, Math.floor(done.left() - reserve) - 1),
    })
    if (line !== '' && done.add(line)) lines.push(line)
  }
  const older = before.toReversed()
  for (const line of older) if (done.add(line)) lines.push(line)

  // What stands behind a request as its outcome is not told a second time; its room goes to older work.
  const told = [...goal, ...decisions, ...lines].join('\n')
  const context = findings.filter((line) => !told.includes(line.slice(2)))
  const spared = lineBudget(done.left() + findings.join('\n').length - context.join('\n').length)
  for (const line of older) if (!lines.includes(line) && spared.add(line)) lines.push(line)

  const texts: readonly (readonly [NarrativeKey, readonly string[]])[] = [
    ['goal', goal],
    [
      'constraints',
      narrativeLines(input.previous, 'constraints')
        .map((line) => `- ${clipAtSpace(line, 200)}`)
        .slice(0, 4),
    ],
    ['done', lines.toReversed()],
    ['in-progress', progress],
    ['blocked', blocked],
    ['decisions', decisions],
    ['next-steps', nextSteps],
    ['context', context],
  ]
  return texts.map(([key, each]) => ({ key, lane: 'narrative', text: each.join('\n') }))
}

function provenBy(input: ExtractiveInput): ReadonlySet<CheckKind> {
  const proven = new Set(provenChecks(input.messages))
  for (const check of input.facts.verified) for (const kind of checkKindsOf(check.command)) proven.add(kind)
  return proven
}

/** Length of the message these sections make, wrapper and headings included. */
export function checkpointChars(sections: readonly CheckpointSection[]): number {
  return wrapCheckpoint(composeCheckpointBody(sections)).length
}

/** A quotation on one line without marks that would end it early. */
function quote(text: string, maxChars: number): string {
  return clipAtSpace(text.replace(/\s+/g, ' ').replace(/"/g, "'").trim(), Math.max(20, maxChars))
}

/** Everything a request holds of these messages, as text to look names up in. */
export function requestText(messages: readonly Message[]): string {
  return messages
    .flatMap((message) => [
      messageText(message),
      ...message.toolCalls.flatMap((call) => [argumentText(call), outputText(call)]),
    ])
    .join('\n')
}
