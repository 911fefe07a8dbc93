import type { CompactionOutcome } from '../../shared/compact/event.ts'
import { AppError, type ErrorCode, type ErrorValue, toErrorValue } from '../../shared/ipc/errors.ts'
import { IDLE_TURN } from '../../shared/ipc/idle-turn.ts'
import type { ApprovalRequest, SendOutcome, TurnNow, TurnState } from '../../shared/ipc/turn.ts'
import { redact } from '../providers/errors/redact.ts'
import { HeldQueue } from './held-queue.ts'
import { isPause } from './loop-watch.ts'
import type { GuardReport, TurnPorts } from './ports.ts'
import type { Decision } from './run-calls.ts'
import { runTurn } from './run-turn.ts'
import { RunningReply } from './running-reply.ts'
import { settleThread } from './settle-thread.ts'
import { SeenFiles } from './tools/seen-files.ts'
import { reduceTurn, type TurnEvent } from './turn-reducer.ts'
import { isStop, STOPPED, untilAborted } from './until-aborted.ts'

/** What a person's Continue says where a request may not end with the model's own words (B-16). */
const CONTINUE_TEXT = 'Continue.'

/** What runs in the thread now: one thing at a time (I8). */
interface Operation {
  readonly kind: 'turn' | 'compact'
  readonly controller: AbortController
  readonly skipCompaction: AbortController
  readonly done: Promise<void>
}

interface WaitingCompact {
  readonly focus: string
  readonly settle: (outcome: CompactionOutcome) => void
}

/**
 * Everything a thread does with a model. One for each thread, whatever windows show it: messages, stops and
 * compactions arrive here and take their turn.
 */
export class TurnRunner {
  private readonly ports: TurnPorts
  private readonly queue: HeldQueue
  private readonly running = new RunningReply()
  private readonly seen = new SeenFiles()
  private current: TurnState
  private operation: Operation | null = null
  private waitingCompact: WaitingCompact | null = null
  private question: { readonly id: string; readonly answer: (decision: Decision) => void } | null = null
  private isClosed = false

  constructor(ports: TurnPorts) {
    this.ports = ports
    this.queue = new HeldQueue(ports.queue)
    this.current = { ...IDLE_TURN, queue: this.queue.list(), isUnsaved: ports.facts.isUnsaved }
  }

  get state(): TurnState {
    return this.current
  }

  /** What it is doing, and the reply that is being written as far as it has come. */
  now(): TurnNow {
    return { ...this.current, reply: this.running.soFar() }
  }

  /** Takes in what a crash left open. For the opening of a thread; sends nothing. */
  async settle(): Promise<void> {
    if (this.operation !== null) return
    const found = await settleThread(this.ports)
    if (found.changedFrom !== null) {
      this.ports.emit.appended(found.changedFrom, this.ports.facts.count)
      await this.save()
    }
    if (found.failure !== null) this.change({ kind: 'found-open', failure: found.failure })
  }

  /**
   * Sends, or queues behind what runs or goes on by itself. Stored when it resolves. Rejects when nothing was
   * stored: the text is still the person's draft, and nowhere else (B-85, I9).
   */
  async send(text: string): Promise<SendOutcome> {
    if (this.isClosed) throw new AppError('cancelled', 'The program is closing.')
    const refusal = this.ports.refuseText(text)
    if (refusal !== null) throw refusal
    if (this.operation === null && this.queue.next() === null) {
      const { failure } = this.current
      await this.begin('turn', (operation) => this.accept(operation, text, null), { failure })
      return { kind: 'started' }
    }
    const waitsFor = this.current.phase === 'compacting' ? 'compaction' : 'turn'
    const queued = this.queue.add(text, waitsFor)
    this.tellQueue()
    void this.goOn()
    return { kind: 'queued', id: queued.id }
  }

  /**
   * Ends what runs and a `/compact` that waits for it, and holds what waits in the queue (ADR 11). Resolves when it
   * has ended. Twice is fine.
   */
  async stop(): Promise<void> {
    this.hold()
    this.waitingCompact?.settle({ kind: 'cancelled' })
    this.waitingCompact = null
    this.operation?.controller.abort()
    await this.operation?.done
  }

  /** Asks again for the last reply. What came of it stays in the thread and is not sent any more. */
  async retry(): Promise<void> {
    await this.again(async () => {
      const { facts } = this.ports
      const last = await facts.message(facts.count - 1)
      if (last.role === 'assistant') await this.ports.excludeMessage(facts.count - 1)
    })
  }

  /** Goes on from where the last reply ended. */
  async continue(): Promise<void> {
    await this.again(async () => {
      const { facts } = this.ports
      const last = await facts.message(facts.count - 1)
      // After results or a message of the person the model goes on by itself.
      if (last.role === 'assistant' && last.toolCalls.length === 0) await this.append(CONTINUE_TEXT, null)
    })
  }

  /** `/compact`. Waits for a running turn; a second one beside the first does nothing (B-61). */
  async compact(focus: string): Promise<CompactionOutcome> {
    if (this.waitingCompact !== null || this.operation?.kind === 'compact')
      return { kind: 'skipped', reason: 'already-running' }
    if (this.isClosed) return { kind: 'cancelled' }
    const outcome = new Promise<CompactionOutcome>((settle) => {
      this.waitingCompact = { focus, settle }
    })
    void this.goOn()
    return outcome
  }

  /** The person's answer to a question. An answer to another question, or a second one, does nothing. */
  answer(id: string, decision: Decision): void {
    if (this.question?.id === id) this.question.answer(decision)
  }

  /** The thread file could be written again, or not any more. */
  noteSaved(isUnsaved: boolean, code: ErrorCode | null): void {
    this.change({ kind: 'saved', isUnsaved, code })
  }

  /** "Not now": the question goes away until the next check finds it open again. */
  dismissAsk(): void {
    this.change({ kind: 'asks-to-compact', isOn: false })
  }

  unqueue(id: string): void {
    this.queue.remove(id)
    this.tellQueue()
  }

  /** Sends a message of the queue first, held or not, and without the compaction that runs: that one is ended. */
  async sendNow(id: string): Promise<void> {
    if (!this.queue.list().some((queued) => queued.id === id)) return
    this.queue.release(id)
    this.tellQueue()
    if (this.operation?.kind === 'compact') this.operation.controller.abort()
    // Only the one that runs now: those that come later in this turn have nothing to do with it.
    else if (this.current.phase === 'compacting') this.operation?.skipCompaction.abort()
    void this.goOn()
  }

  /** Ends what runs; nothing is begun any more. What waits stays in the queue. */
  async close(): Promise<void> {
    this.isClosed = true
    await this.stop()
  }

  /** A turn without a new message. */
  private async again(first: () => Promise<void>): Promise<void> {
    if (this.operation !== null) throw new AppError('bad-input', 'Something is still running in this thread.')
    if (this.ports.facts.count === 0) throw new AppError('bad-input', 'There is nothing to answer yet.')
    await this.begin('turn', async (operation) => {
      await untilAborted(this.ports.ensureModel(), operation.controller.signal)
      await first()
      return () => this.loop(operation)
    })
  }

  private async accept(operation: Operation, text: string, queueId: string | null) {
    await untilAborted(this.ports.ensureModel(), operation.controller.signal)
    // Taken out of the queue while the model was looked up: it may be a draft again.
    if (queueId !== null && !this.queue.list().some(({ id }) => id === queueId)) return async () => undefined
    await this.append(text, queueId)
    return () => this.loop(operation)
  }

  private async append(text: string, queueId: string | null): Promise<void> {
    const { facts, emit, now } = this.ports
    const { index } = await facts.appendMessage(
      {
        role: 'user',
        content: [{ kind: 'text', text }],
        runtime: { atMs: now(), origin: null, ending: 'complete', privateItems: [], approvals: [] },
      },
      queueId,
    )
    if (queueId !== null) this.tellQueue()
    emit.appended(index, facts.count)
  }

  private loop(operation: Operation): Promise<void> {
    return runTurn({
      ports: this.ports,
      reply: this.running,
      seen: this.seen,
      signal: operation.controller.signal,
      skipCompaction: operation.skipCompaction.signal,
      change: (event) => this.change(event),
      report: (report) => this.report(report),
      ask: (request) => this.ask(request, operation.controller.signal),
    })
  }

  /**
   * Takes the thread, runs `prepare` and resolves with it; the work it answers goes on in the background.
   * When `prepare` rejects so does this, and nothing has run. `before` = what the thread shows then: the caller
   * tells of the refusal, and it is told once.
   */
  private async begin(
    kind: Operation['kind'],
    prepare: (operation: Operation) => Promise<() => Promise<void>>,
    before?: Pick<TurnState, 'failure'>,
  ): Promise<void> {
    const { promise: done, resolve: end } = Promise.withResolvers<void>()
    const operation: Operation = {
      kind,
      controller: new AbortController(),
      skipCompaction: new AbortController(),
      done,
    }
    this.operation = operation
    this.change({ kind: 'started', operation: kind, atMs: this.ports.now() })
    try {
      const work = await prepare(operation)
      void this.finish(work, end)
    } catch (error) {
      await this.finish(() => Promise.reject(error), end, before)
      throw error
    }
  }

  /** Runs the work to its one ending and frees the thread, whatever happens. */
  private async finish(
    work: () => Promise<void>,
    end: () => void,
    before?: Pick<TurnState, 'failure'>,
  ): Promise<void> {
    let failure: ErrorValue | null = null
    try {
      await work()
    } catch (error) {
      if (!isStop(error)) failure = safeError(error)
      // The person's own ending: the view offers to go on from here. It is no error and recorded as none.
      else if (this.operation?.kind === 'turn') failure = STOPPED
    }
    // What waits was written for a reply that has not come; sent now it would be answered out of place, or fail too.
    try {
      if (failure !== null && failure !== STOPPED && this.operation?.kind === 'turn') this.hold()
      await this.save()
      if (failure !== null && failure !== STOPPED && !isPause(failure.code))
        this.ports.record({
          atMs: this.ports.now(),
          kind: 'error',
          result: 'failed',
          tokens: null,
          costUsd: null,
          durationMs: null,
          details: { code: failure.code },
        })
    } finally {
      this.question = null
      this.operation = null
      this.change({ kind: 'ended', failure: before === undefined ? failure : before.failure })
      // Whoever waits for the end, as the closing of the program does, would wait for ever.
      end()
    }
    void this.goOn()
  }

  /** Begins what waits, when nothing runs: a compaction first, then the queue, one message after the other. */
  private async goOn(): Promise<void> {
    if (this.operation !== null || this.isClosed) return
    const waiting = this.waitingCompact
    this.waitingCompact = null
    if (waiting !== null) {
      await this.begin('compact', async (operation) => () => this.runCompact(operation, waiting))
      return
    }
    const next = this.queue.next()
    if (next !== null) await this.beginQueued(next.id, next.text)
  }

  /** Without a model it is held, and so are those behind it. */
  private async beginQueued(id: string, text: string): Promise<void> {
    try {
      await this.ports.ensureModel()
    } catch (error) {
      this.hold()
      this.change({ kind: 'started', operation: 'turn', atMs: this.ports.now() })
      this.change({ kind: 'ended', failure: safeError(error) })
      return
    }
    // Held or taken out meanwhile, or something else began.
    if (this.operation !== null || this.isClosed || this.queue.next()?.id !== id) return
    await this.begin('turn', (operation) => this.accept(operation, text, id)).catch(() => undefined)
  }

  private async runCompact(operation: Operation, { focus, settle }: WaitingCompact): Promise<void> {
    const { signal } = operation.controller
    try {
      const report = (told: GuardReport): void => this.report(told)
      settle(await untilAborted(this.ports.guard.compactNow(focus, { signal, report }), signal))
    } catch (error) {
      const { code } = toErrorValue(error)
      settle(isStop(error) ? { kind: 'cancelled' } : { kind: 'failed', stage: 'plan', code, retryAtMs: null })
      throw error
    }
  }

  private async ask(request: ApprovalRequest, signal: AbortSignal): Promise<Decision> {
    const { promise, resolve } = Promise.withResolvers<Decision>()
    this.question = { id: request.id, answer: resolve }
    this.change({ kind: 'asked', approval: request })
    const decision = await untilAborted(promise, signal)
    this.question = null
    this.change({ kind: 'answered', id: request.id })
    return decision
  }

  private hold(): void {
    if (this.queue.next() === null) return
    this.queue.hold()
    this.tellQueue()
  }

  private tellQueue(): void {
    this.change({ kind: 'queued', queue: this.queue.list() })
  }

  private report(report: GuardReport): void {
    if (report.kind === 'notice') this.change({ kind: 'noticed', notice: report.notice })
    else this.change({ kind: 'asks-to-compact', isOn: report.isOn })
  }

  private async save(): Promise<void> {
    await this.ports.facts.finishTurn()
    const { isUnsaved, unsavedCode = null } = this.ports.facts
    this.change({ kind: 'saved', isUnsaved, code: unsavedCode })
  }

  private change(event: TurnEvent): void {
    const next = reduceTurn(this.current, event)
    if (next === this.current) return
    this.current = next
    this.ports.emit.changed(next)
  }
}

/** An error as it is shown: keys are taken out here too, whoever made it (B-90). */
function safeError(error: unknown): ErrorValue {
  const value = toErrorValue(error)
  return { ...value, details: value.details === null ? null : redact(value.details, []) }
}
