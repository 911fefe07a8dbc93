import type { CheckpointSection, NarrativeKey } from '../../../shared/compact/checkpoint.ts'
import type { Message } from '../../../shared/thread/message.ts'
import { composeCheckpointBody } from '../checkpoint/compose.ts'
import { wrapCheckpoint } from '../checkpoint/wrapper.ts'
import type { Facts } from '../facts/facts.ts'
import { argumentText, messageText, outputText } from '../facts/message-text.ts'
import { clipAtSpace } from '../facts/outcomes.ts'
import { isOpen } from '../facts/plan-items.ts'
import { floorChars } from '../facts/render-facts.ts'
import { type CheckKind, checkKindsOf, provenChecks } from '../retention/success-claims.ts'
import { lineBudget } from './budget-lines.ts'
import { readFocus } from './focus.ts'
import { labelsFor } from './labels.ts'
import { isSupported, type PickOptions, pickDecisions, pickFindings } from './pick-sentences.ts'
import { narrativeLines } from './previous.ts'
import { digestTurns, firstRequest } from './turn-digest.ts'
import { turnLine } from './turn-line.ts'

/** Room for the first and the latest request, whatever the budget. */
const GOAL_CHARS = 150
/** Older turns live on in the facts, the first request and the previous checkpoint. */
const MAX_TURNS = 80
const MIN_NARRATIVE_CHARS = 250
/**
 * Part of what the floors leave that the narrative may use: a fifth of a small checkpoint, where names say more
 * per character, up to half of a large one.
 */
function narrativeShare(roomChars: number): number {
  return Math.min(0.5, 0.08 + Math.max(0, roomChars - 3_200) / 20_000)
}

/** What the summarizer works from. */
export interface ExtractiveInput {
  readonly messages: readonly Message[]
  readonly previous: readonly CheckpointSection[]
  readonly facts: Facts
  /** For narrative and facts together. */
  readonly budgetChars: number
  readonly instructions: string
  /** The kept turns: what stands in them need not be said again. */
  readonly upcoming: readonly Message[]
}

/**
 * Fills the narrative sections from the thread's own sentences. Deterministic, no model, linear in the text.
 * Takes about a third of `budgetChars` less the floors of the facts lane, so that both fit together. Sections
 * of a previous checkpoint are folded in; its open matters are replaced by the state found now.
 */
export function summarizeExtractively(input: ExtractiveInput): readonly CheckpointSection[] {
  const room = input.budgetChars - checkpointChars([]) - floorChars(input.facts)
  const budget = Math.max(Math.min(MIN_NARRATIVE_CHARS, room), Math.floor(room * narrativeShare(room)))
  const labels = labelsFor([...input.messages, ...input.upcoming])
  const focus = readFocus(input.instructions)
  const proven = provenBy(input)
  const tail = requestText(input.upcoming)
  const weights = new Map(
    input.facts.references
      .filter((name) => !tail.includes(name.text))
      .map((name) => [name.text, name.weight]),
  )
  const options: PickOptions = { weights, focus, proven }
  const turns = digestTurns(input.messages, MAX_TURNS)
  const last = turns.at(-1)
  const shown = new Set<string>()

  const goal = lineBudget(Math.max(GOAL_CHARS, Math.floor(budget * 0.24)))
  const began = narrativeLines(input.previous, 'goal')[0] ?? firstRequest(input.messages)
  if (narrativeLines(input.previous, 'goal').length > 0)
    goal.add(clipAtSpace(began, Math.max(GOAL_CHARS / 2, Math.floor(budget * 0.12))))
  else if (began !== '')
    goal.add(`${labels.began}: "${quote(began, Math.max(GOAL_CHARS / 2, Math.floor(budget * 0.1)))}"`)
  if (last !== undefined && last.request !== '' && last.request !== began) {
    const state = last.isAnswered ? labels.answered : labels.unanswered
    goal.add(`${labels.latest} (${state}): "${quote(last.request, Math.max(40, goal.left() - 60))}"`)
  }

  const progress = lineBudget(Math.floor(budget * 0.14))
  for (const item of input.facts.plan)
    if (item.status === 'in-progress') progress.add(`- ${clipAtSpace(item.text, 160)}`)
  if (last !== undefined && !last.isAnswered) {
    const step = last.closing.filter((sentence) => isSupported(sentence, proven)).at(-1)
    if (step !== undefined)
      progress.add(`- ${labels.lastStep}: "${quote(step, Math.max(40, progress.left() - 30))}"`)
  }

  const blocked = lineBudget(Math.floor(budget * 0.08))
  const failing = input.facts.errors.slice(-3).map((error) => `\`${clipAtSpace(error.subject, 60)}\``)
  if (failing.length > 0) blocked.add(`- ${labels.seeErrors}: ${failing.join(', ')}`)
  for (const item of input.facts.plan)
    if (item.status === 'blocked') blocked.add(`- ${clipAtSpace(item.text, 120)}`)

  const decisions = lineBudget(Math.floor(budget * 0.14))
  for (const each of pickDecisions(input.messages, options).slice(0, 40)) {
    if (decisions.left() < 60) break
    decisions.add(`- ${each.role === 'user' ? labels.user : labels.assistant}: "${each.text}"`)
  }
  for (const line of narrativeLines(input.previous, 'decisions')) decisions.add(`- ${line}`)

  const next = lineBudget(Math.floor(budget * 0.08))
  const open = input.facts.plan.filter((item) => isOpen(item) && item.status !== 'unanswered')
  if (open.length > 0)
    next.add(`- ${labels.open}: ${clipAtSpace(open[0]?.text ?? '', Math.max(20, next.left() - 40))}`)
  else if (last !== undefined) {
    const offer = last.closing.find((sentence) =>
      /\b(?:next|would you like|shall I|I(?:['’]ll| will)|let me know)\b|接下来|下一步|次に/i.test(sentence),
    )
    if (offer !== undefined && isSupported(offer, proven))
      next.add(`- ${labels.assistant}: "${quote(offer, Math.max(40, next.left() - 30))}"`)
  }

  const context = lineBudget(Math.floor(budget * 0.22))
  for (const each of pickFindings(input.messages, options).slice(0, 80)) {
    if (context.left() < 60) break
    context.add(`- ${each.text}`)
  }
  for (const line of narrativeLines(input.previous, 'context')) context.add(`- ${line}`)

  const spent = [goal, progress, blocked, decisions, next, context].reduce(
    (sum, list) => sum + list.lines.join('\n').length,
    0,
  )
  const done = lineBudget(budget - spent)
  const lines: string[] = []
  const maxLine = Math.min(320, Math.max(110, Math.floor(budget * 0.16)))
  for (const turn of turns.toReversed()) {
    if (done.left() < 60) break
    const line = turnLine(turn, {
      labels,
      weights,
      proven,
      shown,
      maxChars: Math.min(maxLine, done.left() - 1),
    })
    if (line !== '' && done.add(line)) lines.push(line)
  }
  for (const line of narrativeLines(input.previous, 'done').toReversed())
    if (done.add(`- ${line}`)) lines.push(`- ${line}`)

  const texts: readonly (readonly [NarrativeKey, readonly string[]])[] = [
    ['goal', goal.lines],
    [
      'constraints',
      narrativeLines(input.previous, 'constraints')
        .map((line) => `- ${clipAtSpace(line, 200)}`)
        .slice(0, 4),
    ],
    ['done', lines.toReversed()],
    ['in-progress', progress.lines],
    ['blocked', blocked.lines],
    ['decisions', decisions.lines],
    ['next-steps', next.lines],
    ['context', context.lines],
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
