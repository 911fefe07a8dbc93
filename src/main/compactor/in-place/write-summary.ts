import type { CheckpointSection } from '../../../shared/compact/checkpoint.ts'
import type { CompactionEvent } from '../../../shared/compact/event.ts'
import type { SummaryTemplate } from '../../../shared/compact/policy.ts'
import { AppError } from '../../../shared/ipc/errors.ts'
import type { Usage } from '../../../shared/thread/message.ts'
import { composeCheckpointBody } from '../../compaction/checkpoint/compose.ts'
import { templateOf } from '../../compaction/checkpoint/template.ts'
import { validateCheckpoint } from '../../compaction/checkpoint/validate.ts'
import { wrapCheckpoint } from '../../compaction/checkpoint/wrapper.ts'
import type { Summarizer } from '../../providers/summarizer.ts'
import { inSlices } from '../../threads/in-slices.ts'
import { BUILT_IN_ID, narrateBuiltIn } from '../narrate-built-in.ts'
import { narrateByModel } from '../narrate-by-model.ts'
import type { NarrationSource } from '../narration-source.ts'
import { hasRoomBehindChat, narrateBehindChat } from './narrate-behind-chat.ts'
import type { ChosenSummarizer } from './ports.ts'

/** What a summary is asked for. */
export interface SummaryJob {
  readonly template: SummaryTemplate
  readonly direction: 'prefix' | 'segment'
  readonly budgetChars: number
  /** Typed behind `/compact`; empty = nothing. */
  readonly focus: string
  readonly localDate: string
  readonly timeZone: string
  /** Size of the chat request as it is, in tokens. */
  readonly contextTokens: number
}

/** A summary that was checked. */
export interface WrittenSummary {
  readonly sections: readonly CheckpointSection[]
  /** Headings and sections, without a wrapper. */
  readonly text: string
  readonly summarizer: string
  readonly costUsd: number | null
  readonly tokens: number | null
  readonly requestStyle: CompactionEvent['requestStyle']
}

interface ModelChoice {
  readonly kind: 'model'
  readonly summarizer: Summarizer
  readonly reason?: 'other-model' | 'no-request-yet' | 'segment' | 'no-room'
}

/** Told while it is written. */
export type OnPass = (pass: number, passes: number) => void

/**
 * Has both lanes written and checks them by the template. Rejects with the summarizer's code, with
 * `summary-invalid` for a text that is no checkpoint, and with an AbortError.
 */
export async function writeSummary(
  source: NarrationSource,
  job: SummaryJob,
  chosen: ChosenSummarizer,
  onPass: OnPass,
  signal: AbortSignal,
): Promise<WrittenSummary> {
  const written =
    chosen.kind === 'built-in'
      ? await writeBuiltIn(source, job, onPass, signal)
      : chosen.kind === 'chat'
        ? await writeBehindChat(source, job, chosen, onPass, signal)
        : await writeByModel(source, job, chosen, onPass, signal)
  signal.throwIfAborted()
  const template = templateOf(job.template)
  const text = composeCheckpointBody(written.sections, template)
  const [problem] = validateCheckpoint(wrapCheckpoint(text), template)
  if (problem !== undefined)
    throw new AppError('summary-invalid', 'The summary cannot stand in for the conversation.', {
      params: { reason: problem.kind },
    })
  return { ...written, text }
}

async function writeBuiltIn(
  source: NarrationSource,
  job: SummaryJob,
  onPass: OnPass,
  signal: AbortSignal,
): Promise<Omit<WrittenSummary, 'text'>> {
  onPass(1, 1)
  const template = templateOf(job.template)
  const options = { budgetChars: job.budgetChars, instructions: job.focus, template }
  const { sections } = await inSlices(narrateBuiltIn(source, options), signal)
  return {
    sections,
    summarizer: BUILT_IN_ID,
    costUsd: 0,
    tokens: 0,
    requestStyle: { kind: 'built-in', reason: 'no-model' },
  }
}

/** Behind the chat where that is possible, else in a request of its own, with the reason (C-16). */
async function writeBehindChat(
  source: NarrationSource,
  job: SummaryJob,
  { summarizer, chat }: Extract<ChosenSummarizer, { kind: 'chat' }>,
  onPass: OnPass,
  signal: AbortSignal,
): Promise<Omit<WrittenSummary, 'text'>> {
  const separately = (reason: 'segment' | 'no-room') =>
    writeByModel(source, job, { kind: 'model', summarizer, reason }, onPass, signal)
  if (job.direction === 'segment') return separately('segment')
  if (!hasRoomBehindChat(chat.windowTokens, job.contextTokens)) return separately('no-room')
  onPass(1, 1)
  try {
    const narrated = narrateBehindChat(source, chat, job, signal)
    const { sections, usage } = await Promise.race([narrated, rejectOnAbort(signal)])
    return {
      sections,
      summarizer: summarizer.label,
      ...accountFor(usage === null ? [] : [usage]),
      requestStyle: { kind: 'suffix', reason: 'same-model' },
    }
  } catch (error) {
    // The estimate was too low; in passes of its own it still fits.
    if (error instanceof AppError && error.code === 'overflow') return separately('no-room')
    throw error
  }
}

async function writeByModel(
  source: NarrationSource,
  job: SummaryJob,
  { summarizer, reason }: ModelChoice,
  onPass: OnPass,
  signal: AbortSignal,
): Promise<Omit<WrittenSummary, 'text'>> {
  const narrated = narrateByModel(
    source,
    summarizer,
    {
      budgetChars: job.budgetChars,
      instructions: job.focus,
      detail: 'standard',
      language: 'same',
      localDate: job.localDate,
      timeZone: job.timeZone,
      template: templateOf(job.template),
      direction: job.direction,
    },
    (frame) => {
      if (frame.kind === 'pass') onPass(frame.pass, frame.passes)
    },
    signal,
  )
  // A stop ends the wait at once, whatever the other side does with it (B-63).
  const { sections, usage } = await Promise.race([narrated, rejectOnAbort(signal)])
  return {
    sections,
    summarizer: summarizer.label,
    ...accountFor(usage),
    requestStyle: { kind: 'separate', reason: reason ?? 'own-request' },
  }
}

function accountFor(usage: readonly Usage[]): Pick<WrittenSummary, 'costUsd' | 'tokens'> {
  const costs = usage.flatMap(({ cost }) => (cost === null ? [] : [cost]))
  return {
    costUsd:
      costs.length === usage.length && usage.length > 0 ? costs.reduce((sum, cost) => sum + cost, 0) : null,
    tokens: usage.reduce((sum, one) => sum + one.input + one.cacheRead + one.cacheWrite + one.output, 0),
  }
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const stop = () => reject(new AppError('cancelled', 'Stopped.'))
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}
