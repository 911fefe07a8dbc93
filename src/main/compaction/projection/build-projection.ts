import type { CompactionEvent } from '../../../shared/compact/event.ts'
import type { Policy } from '../../../shared/compact/policy.ts'
import type { Message } from '../../../shared/thread/message.ts'
import type { ThreadLayout } from '../../../shared/thread/turn.ts'
import { firstSentIndex } from '../boundary/open-turns.ts'
import { isRequest } from '../boundary/request.ts'
import { estimateMessageTokens } from '../tokens/estimate-message.ts'
import { ofFamily, type TokenFamily } from '../tokens/token-family.ts'
import { applyOverrides } from './apply-overrides.ts'
import type { ClearedResults } from './clear-results.ts'
import { idsOfFacts, locateCutoff, locateMessage, positionOf, settleCutoff } from './locate-cutoff.ts'
import { renewIdentity } from './new-identity.ts'
import type { Override } from './override.ts'
import type { Fact, ProjectedMessage, Projection, Provenance } from './projected-message.ts'
import { restoredMessages } from './restored-messages.ts'
import { summaryMessage } from './summary-message.ts'
import { UnreadMessage } from './unread-message.ts'

/** Everything a projection depends on. */
export interface ProjectionInput {
  /** Repaired facts in ascending order of their places; those `neededFacts` leaves out may be missing. */
  readonly facts: readonly Fact[]
  /** The active event; null = nothing is summarized. */
  readonly event: CompactionEvent | null
  /** In the order of decision. */
  readonly overrides: readonly Override[]
  readonly marks: {
    readonly pins: ReadonlySet<number>
    readonly excluded: ReadonlySet<number>
    readonly cleared: ClearedResults
  }
  readonly summaryForm: Policy['summaryForm']
  readonly layout: Pick<ThreadLayout, 'metaPromptIndex' | 'checkpointIndex'>
  /** Whose tokens are counted, as in the facts; absent = those of the usual family. */
  readonly family?: TokenFamily
}

/**
 * The message list of the next request (S-003, S-007): meta prompt, checkpoint, restored plan and files, pins
 * from before the cutoff, then the messages from the cutoff on (S-185). When a recent segment was summarized, what
 * stands before it comes before the checkpoint. Excluded messages are left out with their calls.
 *
 * The request of the turn in which the cutoff falls always stays word for word (S-034, B-33). A pure function of
 * its input: facts are never changed (S-005), and without the event the full list is back (S-009).
 */
export function buildProjection(input: ProjectionInput): Projection {
  return applyOverrides(listMessages(input), input.overrides, input.marks.cleared)
}

function listMessages(input: ProjectionInput): Projection {
  const { event } = input
  const facts = sentFacts(input)
  if (!event) return projectFacts(facts, input)
  const ids = idsOfFacts(facts)
  const cutoff = settleCutoff(locateCutoff(event, ids), facts)
  const head = event.segment
    ? Math.min(cutoff, locateMessage(event.segment.fromMessageId, event.segment.fromIndex, ids))
    : 0
  const keptFrom = positionOf(facts, cutoff)
  const headTo = positionOf(facts, head)
  const requests = openingRequests(facts, keptFrom, input.layout)
  const renewed = renewIdentity(facts, event)

  const before: ProjectedMessage[] = []
  const pinned: ProjectedMessage[] = []
  renewed.slice(0, keptFrom).forEach((fact, position) => {
    const isMeta = fact.index === input.layout.metaPromptIndex
    if (isMeta || position < headTo) before.push(...projectFacts([fact], input))
    else if (input.marks.pins.has(fact.index) || requests.has(fact.index))
      pinned.push(...projectFacts([fact], input))
  })
  const kept = projectFacts(renewed.slice(keptFrom), input)
  return [...before, ...eventMessages(event, input), ...pinned, ...kept]
}

/** Without what another tool's checkpoint stands for; pins stay. */
function sentFacts({ facts, layout, marks }: ProjectionInput): readonly Fact[] {
  const first = firstSentIndex(layout)
  if (first === 0 || (facts[0]?.index ?? first) >= first) return facts
  return facts.filter(
    ({ index }) => index >= first || index === layout.metaPromptIndex || marks.pins.has(index),
  )
}

function eventMessages(
  event: CompactionEvent,
  { summaryForm, family }: Pick<ProjectionInput, 'summaryForm' | 'family'>,
): Projection {
  return [
    made(summaryMessage(event, summaryForm), 'checkpoint', family),
    ...restoredMessages(event).map((message) => made(message, 'restored', family)),
  ]
}

function made(message: Message, provenance: Provenance, family: TokenFamily | undefined): ProjectedMessage {
  const tokens = estimateMessageTokens(message, family)
  return { index: null, provenance, message, tokens, ...ofFamily(family) }
}

/** Facts as they stand in the projection, before any decision about them, without those that are excluded. */
export function projectFacts(
  facts: readonly Fact[],
  input: Pick<ProjectionInput, 'marks' | 'layout'>,
): ProjectedMessage[] {
  const { excluded } = input.marks
  const sent = excluded.size === 0 ? facts : facts.filter(({ index }) => !excluded.has(index))
  return sent.map((fact) => projectFact(fact, input))
}

function projectFact(
  fact: Fact,
  { marks, layout }: Pick<ProjectionInput, 'marks' | 'layout'>,
): ProjectedMessage {
  const { index } = fact
  const provenance =
    index === layout.metaPromptIndex
      ? 'meta'
      : index === layout.checkpointIndex
        ? 'checkpoint'
        : marks.pins.has(index)
          ? 'pin'
          : 'fact'
  const { cost } = fact
  if (cost !== undefined) return new UnreadMessage(fact, cost, provenance)
  return { index, provenance, message: fact.message, tokens: fact.tokens, ...ofFamily(fact.family) }
}

/**
 * Places of the messages that ask for what the first kept message answers: the nearest request before the cutoff
 * and those directly before it. None when the kept part begins with a request of its own.
 */
function openingRequests(
  facts: readonly Fact[],
  keptFrom: number,
  layout: ProjectionInput['layout'],
): ReadonlySet<number> {
  const requests = new Set<number>()
  const first = facts[keptFrom]
  if (first && isRequest(first.message)) return requests
  for (let at = keptFrom - 1; at >= 0; at--) {
    const fact = facts[at]
    if (!fact) break
    const isAsking =
      isRequest(fact.message) &&
      fact.index !== layout.metaPromptIndex &&
      fact.index !== layout.checkpointIndex
    if (requests.size > 0 && !(isAsking && requests.has(fact.index + 1))) break
    if (isAsking) requests.add(fact.index)
  }
  return requests
}
