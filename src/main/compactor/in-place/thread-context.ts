import type { CompactionEvent } from '../../../shared/compact/event.ts'
import type { Policy } from '../../../shared/compact/policy.ts'
import { appendToProjection } from '../../compaction/projection/append-to-projection.ts'
import { buildProjection, type ProjectionInput } from '../../compaction/projection/build-projection.ts'
import { neededFacts } from '../../compaction/projection/needed-facts.ts'
import type { Override } from '../../compaction/projection/override.ts'
import type { Fact, ProjectedMessage, Projection } from '../../compaction/projection/projected-message.ts'
import { UnreadMessage } from '../../compaction/projection/unread-message.ts'
import { NOTHING_SETTLED, type SettledMarks } from '../../compaction/reduce/cascade.ts'
import type { RunMemory } from '../../compaction/run-memory.ts'
import { runSteps, type Steps } from '../../compaction/steps.ts'
import type { HeadTokens } from '../../compaction/tokens/estimate-message.ts'
import {
  type AnchorScope,
  extendPressure,
  type Pressure,
  type PressureState,
  readPressure,
  startPressure,
} from '../../compaction/tokens/pressure.ts'
import { ofFamily, type TokenFamily } from '../../compaction/tokens/token-family.ts'
import type { FactSource, MarkSet, ThreadPorts } from './ports.ts'
import { laterFact, readFact } from './read-fact.ts'

/** Under a millisecond of reading, but for large messages. */
const FACTS_PER_STEP = 8

/** Of a thread that nothing summarizes yet, this many of its newest messages are held; the others when they are worked on. */
const HELD_FACTS = 1_000

/** What a context was built from; anything else than more facts makes it anew. */
interface Basis {
  readonly event: CompactionEvent | null
  readonly overrides: readonly Override[]
  readonly marks: MarkSet
  readonly policy: Policy
  /** Of the model that answers: every size is in its tokens. */
  readonly family: TokenFamily
}

/**
 * One thread's projection and size, kept while the thread is in use. A new message costs what it costs, whatever
 * stands before it; events, undo, decisions and marks build it anew.
 */
export class ThreadContext {
  readonly facts: FactSource
  readonly ports: ThreadPorts
  /** Last run; kept for the session. */
  memory: RunMemory | null = null
  /** Up to where the reductions have decided everything. */
  settled: SettledMarks = NOTHING_SETTLED
  #basis: Basis
  #projection: Projection = []
  #pressure: PressureState
  #count = 0
  /** Facts from here on may still change: the last message gets its results one by one. */
  #openFrom = 0
  #changedAt: number

  /** `read` = the facts it needs, where somebody has read them already in this family's tokens; see `openContext`. */
  constructor(
    facts: FactSource,
    ports: ThreadPorts,
    read: { readonly needed: readonly Fact[]; readonly family: TokenFamily } | null = null,
  ) {
    this.facts = facts
    this.ports = ports
    this.#basis = readBasis(facts, ports)
    this.#changedAt = 0
    this.#pressure = startPressure(this.#scope())
    if (read === null || read.family !== this.family) this.#rebuild()
    else this.#adopt(buildProjection(this.#input(read.needed)))
  }

  get event(): CompactionEvent | null {
    return this.#basis.event
  }

  get policy(): Policy {
    return this.#basis.policy
  }

  get overrides(): readonly Override[] {
    return this.#basis.overrides
  }

  get marks(): MarkSet {
    return this.#basis.marks
  }

  get projection(): Projection {
    return this.#projection
  }

  /** Whether a part of the list was not read yet; see `readSteps`. */
  get hasUnread(): boolean {
    return this.#projection.some((item) => item instanceof UnreadMessage)
  }

  /** Whose tokens the sizes are. */
  get family(): TokenFamily {
    return this.#basis.family
  }

  get headTokens(): HeadTokens {
    return this.facts.headTokens[this.family]
  }

  get fixedTokens(): number {
    return this.headTokens.system + this.headTokens.tools
  }

  get pressure(): Pressure {
    return this.pressureOf(this.#pressure)
  }

  pressureOf(state: PressureState): Pressure {
    return readPressure(state, { fixedTokens: this.fixedTokens, hasFloor: this.policy.hasFloor })
  }

  /** Size of another list for this thread, which no usage backs. */
  measure(projection: Projection): Pressure {
    return this.pressureOf(
      extendPressure(startPressure({ index: this.facts.count, afterMs: null }), projection),
    )
  }

  /** Takes in what came since. Messages whose results were missing are read again. */
  sync(): void {
    const policy = this.ports.policy()
    const { family } = this.ports.model()
    if (policy !== this.#basis.policy || family !== this.#basis.family) {
      this.#basis = { ...this.#basis, policy, family }
      this.settled = NOTHING_SETTLED
      this.#rebuild()
      return
    }
    if (this.facts.count === this.#count && this.#openFrom === this.#count) return
    const from = Math.min(this.#openFrom, this.#count)
    const fresh = this.#readFacts(from, this.facts.count)
    const extended = appendToProjection(this.#projection, this.#input(fresh))
    if (extended === null || fresh.length === 0) {
      this.#rebuild()
      return
    }
    this.#adopt(extended)
  }

  /** Something but the facts changed: event, undo, decision or mark. Usage from before counts no more (B-27). */
  changed(): void {
    this.#basis = readBasis(this.facts, this.ports)
    this.settled = NOTHING_SETTLED
    this.#changedAt = this.facts.count
    this.#rebuild()
  }

  /**
   * Reductions have decided and their decisions are stored: `projection` is the list with them. Equal to building it
   * anew, without reading and estimating everything again.
   */
  decided(projection: Projection, overrides: readonly Override[]): void {
    this.#basis = { ...this.#basis, overrides: [...this.#basis.overrides, ...overrides] }
    this.#changedAt = this.facts.count
    this.#projection = []
    this.#pressure = startPressure(this.#scope())
    this.#adopt(projection)
  }

  /** The list as it would be with another event; nothing is kept. */
  projectWith(event: CompactionEvent): Projection {
    const facts = this.#neededWith(event)
    return buildProjection({ ...this.#input(facts), event })
  }

  /** Facts `from` to `to` as they may be sent: every call with a result (S-050). */
  readRepaired(from: number, to: number): readonly Fact[] {
    return this.#readFacts(from, to)
  }

  #rebuild(): void {
    this.#adopt(buildProjection(this.#input(this.#neededWith(this.#basis.event))))
  }

  #adopt(projection: Projection): void {
    // Sums are only extended while the list before the new part is the same object by object.
    const same = commonLength(this.#projection, projection)
    const isExtension = same === this.#projection.length && this.#pressure.itemCount === same
    const base = isExtension ? this.#pressure : startPressure(this.#scope())
    this.#pressure = extendPressure(base, isExtension ? projection.slice(same) : projection)
    this.#projection = projection
    this.#count = this.facts.count
    this.#openFrom = this.#firstOpen()
  }

  #firstOpen(): number {
    const last = this.facts.count - 1
    if (last < 0) return this.facts.count
    const isOpen = this.facts.readMessage(last).toolCalls.some((call) => call.output === null)
    return isOpen ? last : this.facts.count
  }

  #scope(): AnchorScope {
    const changes = [this.ports.store.changedMs(), this.facts.checkpointMs].filter((ms) => ms !== null)
    return { index: this.#changedAt, afterMs: changes.length === 0 ? null : Math.max(...changes) }
  }

  #input(facts: readonly Fact[]): ProjectionInput {
    const { event, overrides, marks, policy, family } = this.#basis
    const { layout } = this.facts
    return { facts, event, overrides, marks, summaryForm: policy.summaryForm, layout, ...ofFamily(family) }
  }

  /**
   * Reads what of the list is not in memory yet, in small steps: before work that looks at all of it. Then every look
   * is free, until the list is made anew.
   */
  *readSteps(): Steps<void> {
    const list = this.#projection
    if (!this.hasUnread) return
    const read: ProjectedMessage[] = []
    for (const item of list) {
      read.push(item instanceof UnreadMessage ? item.read() : item)
      if (read.length % FACTS_PER_STEP === 0) yield
    }
    // The same messages with the same sizes: sums and settled decisions stay as they are.
    if (this.#projection === list) this.#projection = read
  }

  #neededWith(event: CompactionEvent | null): readonly Fact[] {
    return runSteps(neededSteps(this.facts, event, this.#basis))
  }

  #readFacts(from: number, to: number): Fact[] {
    const read: Fact[] = []
    for (let index = Math.max(0, from); index < Math.min(to, this.facts.count); index += 1)
      read.push(readFact(this.facts, index, this.family))
    return read
  }
}

function readBasis(facts: FactSource, ports: ThreadPorts): Basis {
  const { store } = ports
  return {
    event: store.active(),
    overrides: store.overrides(),
    marks: store.marks(facts),
    policy: ports.policy(),
    family: ports.model().family,
  }
}

function neededOf(facts: FactSource, event: CompactionEvent | null, { pins }: MarkSet) {
  const { count, layout, ids } = facts
  return neededFacts(event, { total: count, layout, pins, ids })
}

/** Facts before this place are left in the file: only where nothing stands for them is the list that long. */
function heldFromOf({ count }: FactSource, event: CompactionEvent | null): number {
  return event === null ? Math.max(0, count - HELD_FACTS) : 0
}

/** The facts a projection is made of. */
function* neededSteps(
  facts: FactSource,
  event: CompactionEvent | null,
  { marks, family }: Pick<Basis, 'marks' | 'family'>,
): Steps<readonly Fact[]> {
  const heldFrom = heldFromOf(facts, event)
  const needed: Fact[] = []
  for (const { from, to } of neededOf(facts, event, marks))
    for (let index = Math.max(0, from); index < Math.min(to, facts.count); index += 1) {
      needed.push(index < heldFrom ? laterFact(facts, index, family) : readFact(facts, index, family))
      if (index >= heldFrom && needed.length % FACTS_PER_STEP === 0) yield
    }
  return needed
}

/**
 * A context of a thread that nobody talks to yet, in steps: the messages of a long one take seconds to read, and pages
 * and other threads get their turn between them.
 */
export function* openContext(facts: FactSource, ports: ThreadPorts): Steps<ThreadContext> {
  const basis = readBasis(facts, ports)
  const { event } = basis
  // What is left in the file is known by its costs alone.
  if (heldFromOf(facts, event) > 0 && facts.costSteps !== undefined) yield* facts.costSteps()
  const needed = yield* neededSteps(facts, event, basis)
  return new ThreadContext(facts, ports, { needed, family: basis.family })
}

function commonLength(one: Projection, other: Projection): number {
  // Extensions share their objects, so the last common one tells about all before it.
  const last = one.length - 1
  return last >= 0 && one[last] === other[last] ? one.length : 0
}
