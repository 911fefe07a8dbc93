import { toErrorValue } from '../../shared/ipc/errors.ts'
import type { ApprovalRequest } from '../../shared/ipc/turn.ts'
import { redact } from '../providers/errors/redact.ts'
import { mapLimited } from '../threads/map-limited.ts'
import type { NewCall } from '../threads/native/write-message.ts'
import { decideApproval, withAnswer } from './approvals/decide.ts'
import { NOT_ALLOWED_RESULT, NOT_RUN_RESULT, UNKNOWN_EFFECT_RESULT } from './cancelled-results.ts'
import type { TurnPorts } from './ports.ts'
import { parseArguments } from './reply-draft.ts'
import { shownArguments, shownText } from './shown-arguments.ts'
import { keepLongResult } from './tools/keep-long-result.ts'
import type { SeenFiles } from './tools/seen-files.ts'
import {
  type CallEffect,
  failedResult,
  type KeepOutput,
  type PreparedCall,
  ToolFault,
  type ToolResult,
} from './tools/tool.ts'
import type { ToolBox } from './tools/tool-box.ts'
import { isStop, untilAborted } from './until-aborted.ts'

const PARALLEL_READS = 6
/** Longest arguments shown with a question, in characters. */
const MAX_ARGUMENT_CHARS = 32_000

/** The answer to one question. */
export type Decision = 'once' | 'thread' | 'never'

/** What running the calls of one reply needs. */
export interface RunCallsInput {
  readonly ports: TurnPorts
  readonly box: ToolBox
  /** The reply in the thread. */
  readonly index: number
  readonly calls: readonly NewCall[]
  readonly seen: SeenFiles
  readonly signal: AbortSignal
  /** Shows the question and waits. Rejects on stop. */
  readonly ask: (request: ApprovalRequest) => Promise<Decision>
}

interface OpenCall {
  readonly position: number
  readonly call: NewCall
  readonly prepared: PreparedCall
}

/**
 * Runs every call of a reply and stores each result. Calls that only read run side by side; the others one
 * after the other, each after its question. Never rejects because of a tool: a failure is a failed result.
 * On stop every call without a result gets a cancelled one (S-050), then it rejects with `cancelled`.
 */
export async function runCalls(input: RunCallsInput): Promise<void> {
  const { calls } = input
  // Nothing begins any more after the end, also when it is a failure of ours and nobody pressed stop.
  const over = new AbortController()
  const signal = AbortSignal.any([input.signal, over.signal])
  const run = new CallRun({ ...input, signal })
  try {
    const readers: OpenCall[] = []
    const actors: OpenCall[] = []
    for (const [position, call] of calls.entries()) {
      const prepared = prepare(call, input.box)
      if (typeof prepared === 'string') await run.answer(position, failedResult(prepared))
      else (prepared.effect.kind === 'read' ? readers : actors).push({ position, call, prepared })
    }
    const reading = mapLimited(readers, PARALLEL_READS, (open) => run.runOne(open))
    const acting = run.runInOrder(actors)
    await untilAborted(Promise.all([reading, acting]), signal)
  } catch (error) {
    over.abort()
    await run.cancelRest(calls.length)
    throw error
  }
}

/** Why a call cannot run, or the call. */
function prepare(call: NewCall, box: ToolBox): PreparedCall | string {
  const tool = box.find(call.name)
  if (tool === null) return `There is no tool named ${call.name === '' ? '(empty)' : call.name}.`
  if (call.partialArguments !== null) {
    const parsed = parseArguments(call.partialArguments)
    return `The arguments are not valid JSON: ${parsed.kind === 'bad' ? parsed.reason : 'cut off'}`
  }
  try {
    return tool.prepare(call.arguments)
  } catch (error) {
    return explain(error)
  }
}

class CallRun {
  private readonly input: RunCallsInput
  private readonly answered = new Set<number>()
  private readonly begun = new Set<number>()
  /** The call whose question is open. */
  private asking: number | null = null

  constructor(input: RunCallsInput) {
    this.input = input
  }

  /** Stores a result, the first one only. */
  async answer(position: number, result: ToolResult): Promise<void> {
    if (this.answered.has(position)) return
    this.answered.add(position)
    const { ports, index } = this.input
    await ports.facts.answerCall(index, position, result)
    ports.emit.appended(index, ports.facts.count)
  }

  async runOne({ position, call, prepared }: OpenCall): Promise<void> {
    const { ports, seen, signal } = this.input
    if (signal.aborted) return
    this.begun.add(position)
    const startedMs = ports.now()
    const keepOutput = await this.keeperOf(position)
    const result = await settle(prepared, {
      root: ports.root(),
      protectedPaths: ports.protectedPaths(),
      seen,
      signal,
      keepOutput,
    })
    // Came after the stop: the call is cancelled already.
    if (signal.aborted || result === null) return
    await this.answer(position, result)
    ports.record({
      atMs: ports.now(),
      kind: 'tool',
      result: result.isError ? 'failed' : 'completed',
      tokens: null,
      costUsd: null,
      durationMs: ports.now() - startedMs,
      details: { tool: call.name },
    })
  }

  private async keeperOf(position: number): Promise<KeepOutput> {
    const { ports, index } = this.input
    const { id } = await ports.facts.message(index)
    return (write) => ports.keepOutput({ messageId: id, index, call: position }, write)
  }

  async runInOrder(calls: readonly OpenCall[]): Promise<void> {
    for (const open of calls) {
      if (this.input.signal.aborted) return
      const effect = await this.effectOf(open)
      if (typeof effect === 'string') {
        await this.answer(open.position, failedResult(effect))
        continue
      }
      const isAllowed = await this.approve(open, effect)
      if (this.input.signal.aborted) return
      if (isAllowed) await this.runOne(open)
      else await this.answer(open.position, failedResult('The person refused this call. It did not run.'))
    }
  }

  /** What it would do, at its real place; a text = why it can never run, whatever the person says. */
  private async effectOf({ prepared }: OpenCall): Promise<CallEffect | string> {
    const { ports, seen } = this.input
    try {
      const context = { root: ports.root(), protectedPaths: ports.protectedPaths(), seen }
      return (await prepared.check?.(context)) ?? prepared.effect
    } catch (error) {
      return explain(error)
    }
  }

  /** Every call that has no result yet gets an explicit cancelled one. Never reads as success (S-052). */
  async cancelRest(count: number): Promise<void> {
    for (let position = 0; position < count; position += 1) {
      await this.answer(position, failedResult(this.cancelledResult(position)))
    }
  }

  private cancelledResult(position: number): string {
    if (this.begun.has(position)) return UNKNOWN_EFFECT_RESULT
    return this.asking === position ? NOT_ALLOWED_RESULT : NOT_RUN_RESULT
  }

  /** The question and the answer are facts, whatever comes of them (S-002). */
  private async approve({ position, call, prepared }: OpenCall, effect: CallEffect): Promise<boolean> {
    const { ports, index, ask } = this.input
    const ruling = decideApproval(effect, ports.grants.get())
    if (ruling !== 'ask' || effect.kind === 'read') return ruling === 'run'
    const asked = { call: position, askedMs: ports.now() }
    await ports.facts.recordApproval(index, { ...asked, decision: null, decidedMs: null })
    ports.emit.appended(index, ports.facts.count)
    this.asking = position
    const decision = await ask({
      id: ports.newId(),
      index,
      call: position,
      tool: call.name,
      subject: shownText(prepared.subject),
      arguments: shownArguments(call.arguments, MAX_ARGUMENT_CHARS),
      covers: effect.kind,
    })
    this.asking = null
    await ports.facts.recordApproval(index, { ...asked, decision, decidedMs: ports.now() })
    ports.emit.appended(index, ports.facts.count)
    ports.record({
      atMs: ports.now(),
      kind: 'approval',
      result: decision,
      tokens: null,
      costUsd: null,
      durationMs: ports.now() - asked.askedMs,
      details: { tool: call.name },
    })
    const grants = withAnswer(ports.grants.get(), effect, decision)
    if (grants !== ports.grants.get()) await ports.grants.save(grants)
    return decision !== 'never'
  }
}

/** A tool's result; a failure of any kind becomes a failed one. Null = it was stopped. */
async function settle(
  prepared: PreparedCall,
  context: Parameters<PreparedCall['run']>[0],
): Promise<ToolResult | null> {
  try {
    return await keepLongResult(await prepared.run(context), context.keepOutput)
  } catch (error) {
    return context.signal.aborted && (isStop(error) || error === context.signal.reason)
      ? null
      : failedResult(explain(error))
  }
}

function explain(error: unknown): string {
  if (error instanceof ToolFault) return redact(error.message, [])
  const { message, details } = toErrorValue(error)
  return redact(details === null ? message : `${message} ${details}`, []).slice(0, 2_000)
}
