import { AppError } from '../../shared/ipc/errors.ts'
import type { ApprovalRequest } from '../../shared/ipc/turn.ts'
import type { NewCall } from '../threads/native/write-message.ts'
import { askModel } from './ask-model.ts'
import { BROKEN_OFF_RESULT } from './cancelled-results.ts'
import { LoopWatch } from './loop-watch.ts'
import type { GuardAnswer, GuardInput, GuardReport, TurnPorts } from './ports.ts'
import { replyMessage } from './reply-draft.ts'
import { type Decision, runCalls } from './run-calls.ts'
import type { RunningReply } from './running-reply.ts'
import type { SeenFiles } from './tools/seen-files.ts'
import { type ToolBox, toolBox } from './tools/tool-box.ts'
import type { TurnEvent } from './turn-reducer.ts'
import { isStop, untilAborted } from './until-aborted.ts'

/** What the loop needs beside the ports. */
export interface TurnInput {
  readonly ports: TurnPorts
  readonly reply: RunningReply
  readonly seen: SeenFiles
  readonly signal: AbortSignal
  readonly skipCompaction: AbortSignal
  readonly change: (event: TurnEvent) => void
  readonly report: (report: GuardReport) => void
  readonly ask: (request: ApprovalRequest) => Promise<Decision>
}

/** Refusals a smaller request may pass; each kind is tried again once per request of the person. */
const RECOVERIES: { readonly [code: string]: string } = {
  overflow: 'size',
  'overflow-tier': 'size',
  suspect: 'size',
  'overflow-output': 'size',
  payload: 'media',
}

/**
 * The loop: check the context, ask the model, store the reply, run its calls, again, until a reply has no
 * calls. Rejects with what ended it early, also when it has to pause; everything that came before is stored by then.
 */
export async function runTurn(input: TurnInput): Promise<void> {
  const { ports, signal, change } = input
  const recovered = new Set<string>()
  const watch = new LoopWatch()
  for (;;) {
    change({ kind: 'checking' })
    const box = toolBox(await untilAborted(ports.moreTools(signal), signal))
    const guardInput: GuardInput = {
      tools: box.schemas,
      signal,
      skipCompaction: input.skipCompaction,
      report: input.report,
    }
    const request = await untilAborted(ports.guard.beforeCall(guardInput), signal)
    const calls = await takeStep(input, box, guardInput, request, recovered)
    if (calls.length === 0) return
    // Their results are stored: the person can have it go on from here.
    const pause = watch.take(calls)
    if (pause !== null) throw pause
  }
}

/** One call of the model. Answers the calls of its reply, which have run; none = the loop is over. */
async function takeStep(
  input: TurnInput,
  box: ToolBox,
  guardInput: GuardInput,
  first: GuardAnswer,
  recovered: Set<string>,
): Promise<readonly NewCall[]> {
  const { ports, signal, change } = input
  let request = first
  for (;;) {
    if (request.kind === 'refused') throw request.error
    change({ kind: 'requested', replyIndex: ports.facts.count })
    const asked = await askModel(ports, request, ports.facts.count, input.reply, signal, () =>
      change({ kind: 'streaming' }),
    )
    if (asked.kind === 'answered') {
      const { answer, durationMs } = asked
      const message = replyMessage(answer, request.model.origin, ports.now(), durationMs)
      if (answer.ending === 'content-filter') {
        // What a withheld reply asked for is not done either.
        await keepPartial(ports, message)
        ports.guard.afterReply(ports.facts.count - 1)
        throw new AppError('content-filter', 'The provider withheld the rest of this reply.')
      }
      const { index } = await ports.facts.appendMessage(message, null)
      ports.emit.appended(index, ports.facts.count)
      // Also when the stop came meanwhile: the calls are stored now and must be answered.
      if (message.toolCalls.length > 0) {
        change({ kind: 'tools-started' })
        await runCalls({
          ports,
          box,
          index,
          calls: message.toolCalls,
          seen: input.seen,
          signal,
          ask: input.ask,
        })
      }
      ports.guard.afterReply(index)
      if (saysNothing(message))
        throw new AppError('reply-empty', 'The model ended its reply without an answer.')
      return message.toolCalls
    }
    const { error, draft, durationMs } = asked
    const recovery = error instanceof AppError ? RECOVERIES[error.code] : undefined
    const isFirst = recovery !== undefined && !recovered.has(recovery)
    if (isFirst && draft.isEmpty && !signal.aborted && error instanceof AppError) {
      recovered.add(recovery)
      change({ kind: 'checking' })
      request = await untilAborted(ports.guard.afterOverflow(error, guardInput), signal)
      continue
    }
    if (!draft.isEmpty) {
      const ending = signal.aborted || isStop(error) ? 'interrupted' : 'failed'
      await keepPartial(ports, draft.partial(ending, request.model.origin, ports.now(), durationMs))
    }
    throw error
  }
}

/** Only reasoning, or nothing at all: a turn that ended so would end without a word to the person. */
function saysNothing({ content, toolCalls }: ReturnType<typeof replyMessage>): boolean {
  return toolCalls.length === 0 && content.every((part) => part.kind === 'text' && part.text.trim() === '')
}

/** What came stays in the thread. Its calls never ran and say so. */
async function keepPartial(ports: TurnPorts, message: ReturnType<typeof replyMessage>): Promise<void> {
  const { index } = await ports.facts.appendMessage(message, null)
  for (const call of message.toolCalls.keys())
    await ports.facts.answerCall(index, call, {
      content: [{ kind: 'text', text: BROKEN_OFF_RESULT }],
      isError: true,
    })
  ports.emit.appended(index, ports.facts.count)
}
