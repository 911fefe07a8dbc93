import { basename, dirname } from 'node:path'
import type { CheckpointSection, SectionKey } from '../../shared/compact/checkpoint.ts'
import type { CompactOptions, CompactPlan, WizardReduction } from '../../shared/compact/plan.ts'
import type { Preview, PreviewFrame } from '../../shared/compact/preview.ts'
import { AppError } from '../../shared/ipc/errors.ts'
import { checkpointBudget } from '../compaction/policy/budget.ts'
import { type RetentionSource, readRetentionSource } from '../compaction/retention/measure.ts'
import type { TokenFamily } from '../compaction/tokens/token-family.ts'
import { threadWindow } from '../providers/thread-window.ts'
import { nextCopyName } from '../threads/clone-name.ts'
import { inSlices } from '../threads/in-slices.ts'
import { nativeName } from '../threads/native-name.ts'
import { siblingNames } from '../threads/sibling-names.ts'
import type { ThreadFile } from '../threads/thread-file.ts'
import { applyInThread, reduceOnly } from './apply-in-thread.ts'
import { applyPreview } from './apply-preview.ts'
import { marksOfFile } from './carried-pins.ts'
import { reductionSavings } from './chosen-reductions.ts'
import { copyFolder } from './copy-folder.ts'
import type { CopyOutcome } from './copy-outcome.ts'
import { describePlan } from './describe-plan.ts'
import { draftPreview, type PreviewMaterial } from './draft-preview.ts'
import type { ThreadContext } from './in-place/thread-context.ts'
import { type ChosenBeside, inThreadSource } from './in-thread-source.ts'
import { localDate } from './local-date.ts'
import { BUILT_IN_ID, narrateBuiltIn } from './narrate-built-in.ts'
import { narrateByModel } from './narrate-by-model.ts'
import { pinInCopy, pinInThread } from './pin-original.ts'
import type { CompactorPorts } from './ports.ts'
import { PreviewSession } from './preview-session.ts'
import { type CompactionSource, readSource } from './source.ts'

/** Previews kept at once; the oldest is let go. A wizard has one. */
const MAX_SESSIONS = 8

/** Carries out what the wizard and the command line ask: plan, preview, edit, apply. Owns the live previews. */
export class Compactor {
  readonly #ports: CompactorPorts
  readonly #sessions = new Map<string, PreviewSession>()
  /** The run of each thread that is making a preview. */
  readonly #running = new Map<string, AbortController>()

  constructor(ports: CompactorPorts) {
    this.#ports = ports
  }

  /** What the configure step shows; sends nothing (S-169). */
  async plan(
    thread: string,
    file: ThreadFile,
    defaultSummarizer: string,
    signal?: AbortSignal,
  ): Promise<CompactPlan> {
    await inSlices(file.indexSteps(), signal)
    const folder = copyFolder(file, null, this.#ports)
    const copyName = await copyNameFor(file, folder)
    const context = await this.#openContext(thread)
    const { windowTokens, family } = answererOf(file, context)
    const isBeside = folder === dirname(file.path)
    const names = {
      thread,
      copyName,
      copyFolder: isBeside ? null : basename(folder) || folder,
      defaultSummarizer,
    }
    context?.sync()
    const plan = await describePlan(
      file,
      names,
      { windowTokens, family },
      context?.marks ?? marksOfFile(file),
      this.#ports,
    )
    if (context === null) return plan
    await inSlices(context.readSteps(), signal)
    const savings = reductionSavings(context, this.#ports.now().getTime())
    const { tokens: usedTokens, basis } = context.pressure
    return {
      ...plan,
      inThread: { savings, usedTokens, basis, checkpoint: context.event?.number ?? null },
    }
  }

  /**
   * Makes a preview and keeps it until it is applied or discarded. The thread is only read (S-166). One run at a
   * time per thread: a second start ends the first, whose answer nobody would read (I8). Rejects with
   * `nothing-to-compact`, a provider code, or an AbortError when `signal` fires or another start takes over.
   */
  async start(
    thread: string,
    file: ThreadFile,
    options: CompactOptions,
    emit: (frame: PreviewFrame) => void,
    signal: AbortSignal,
  ): Promise<Preview> {
    const run = new AbortController()
    this.#running.get(thread)?.abort()
    this.#running.set(thread, run)
    try {
      return await this.#preview(thread, file, options, emit, AbortSignal.any([signal, run.signal]))
    } finally {
      if (this.#running.get(thread) === run) this.#running.delete(thread)
    }
  }

  /** Ends every run and lets go of every preview; for the end of the program. */
  close(): void {
    for (const run of this.#running.values()) run.abort()
    this.#sessions.clear()
  }

  async #preview(
    thread: string,
    file: ThreadFile,
    options: CompactOptions,
    emit: (frame: PreviewFrame) => void,
    signal: AbortSignal,
  ): Promise<Preview> {
    const isInThread = options.result === 'thread'
    const context = isInThread ? await this.#context(thread) : await this.#openContext(thread)
    const range = { keepTurns: options.keepTurns, fromIndex: options.fromIndex ?? null }
    const sizing = { marks: context?.marks ?? marksOfFile(file), family: answererOf(file, context).family }
    const read = await readSource(file, range, sizing, this.#ports, signal)
    const source =
      isInThread && context !== null ? await inThreadSource(read, context, this.#beside(options)) : read
    signal.throwIfAborted()
    const narration = await this.#narrate(source, options, emit, signal)
    const copyName = await copyNameFor(file, copyFolder(file, null, this.#ports))
    const measured = await measuredSource(source, signal)
    const material: PreviewMaterial = {
      previewId: this.#ports.newId(),
      source,
      measured,
      generated: narration.sections,
      sections: narration.sections,
      checkpointId: source.checkpointId ?? this.#ports.newId(),
      summarizer: narration.summarizer,
      costUsd: narration.costUsd,
      copyName,
    }
    const drafted = await inSlices(draftPreview(material), signal)
    // Behind the last wait: a run that was stopped leaves no preview behind.
    signal.throwIfAborted()
    const session = new PreviewSession(thread, options, material, drafted)
    this.#keep(session)
    emit({ kind: 'preview', preview: session.preview })
    return session.preview
  }

  /**
   * Has one section of a preview written anew by who wrote it, from the same messages; frames tell of that section
   * alone. The others stay, edits too; a failure or a stop leaves the preview as it was. A section by code is the
   * same each time. Rejects like `start`, and with `preview-gone`.
   */
  async rewrite(
    previewId: string,
    key: SectionKey,
    emit: (frame: PreviewFrame) => void,
    signal: AbortSignal,
  ): Promise<Preview> {
    const { material, options } = this.session(previewId)
    const known = material.generated.find((section) => section.key === key)
    const narration =
      known?.lane === 'facts'
        ? { sections: [known], costUsd: 0 }
        : await this.#narrate(material.source, options, onlySection(key, emit), signal, key)
    const written = narration.sections.find((section) => section.key === key)
    signal.throwIfAborted()
    const session = this.session(previewId)
    const section = written ?? { key, lane: 'narrative', text: '' }
    const preview = session.rewrite(section, narration.costUsd)
    emit({ kind: 'preview', preview })
    return preview
  }

  edit(previewId: string, changes: readonly { readonly key: SectionKey; readonly text: string }[]): Preview {
    return this.session(previewId).edit(changes)
  }

  /**
   * Keeps a message of the summarized part word for word beside the checkpoint, or no longer, and measures again. For
   * a checkpoint in the thread its marks have been set before; for a copy nothing but the preview knows. Rejects with
   * `preview-gone` and `bad-input`.
   */
  async pin(previewId: string, index: number, isOn: boolean): Promise<Preview> {
    const { material, options, thread } = this.session(previewId)
    const source =
      options.result === 'thread'
        ? pinInThread(material.source, await this.#context(thread), this.#beside(options))
        : pinInCopy(material.source, index, isOn)
    const measured = await measuredSource(source)
    return this.session(previewId).repin(source, measured)
  }

  /** Writes the copy once, however often it is asked (two clicks make one file). A failure may be tried again. */
  async apply(previewId: string, folder: string | null): Promise<CopyOutcome> {
    const session = this.session(previewId)
    const applying = session.applying ?? this.#write(session, folder)
    session.applying = applying
    try {
      const outcome = await applying
      if (outcome.kind !== 'written' && outcome.kind !== 'in-thread') session.applying = null
      return outcome
    } catch (error) {
      session.applying = null
      throw error
    }
  }

  /** Reductions of this thread without a summary: decisions, no event. */
  async reduce(
    thread: string,
    reductions: readonly WizardReduction[],
  ): Promise<{ readonly tokensBefore: number; readonly tokensAfter: number }> {
    return reduceOnly(await this.#context(thread), reductions, this.#ports.now())
  }

  async #write(session: PreviewSession, folder: string | null): Promise<CopyOutcome> {
    const now = this.#ports.now()
    if (session.options.result !== 'thread') {
      const { file } = session.material.source
      return applyPreview(session, copyFolder(file, folder, this.#ports), now)
    }
    return applyInThread(session, await this.#context(session.thread), session.options, now)
  }

  #beside({ reductions = [] }: CompactOptions): ChosenBeside {
    return { reductions, nowMs: this.#ports.now().getTime() }
  }

  async #context(thread: string): Promise<ThreadContext> {
    const context = await this.#openContext(thread)
    if (context) return context
    throw new AppError('not-found', 'This thread cannot hold a checkpoint. Make a copy instead.')
  }

  async #openContext(thread: string): Promise<ThreadContext | null> {
    return (await this.#ports.openContext?.(thread)) ?? null
  }

  discard(previewId: string): void {
    this.#sessions.delete(previewId)
  }

  /** The live preview; rejects with `preview-gone`. */
  session(previewId: string): PreviewSession {
    const session = this.#sessions.get(previewId)
    if (session === undefined)
      throw new AppError('preview-gone', 'This preview is no longer there. Start again.')
    return session
  }

  async #narrate(
    source: CompactionSource,
    options: CompactOptions,
    emit: (frame: PreviewFrame) => void,
    signal: AbortSignal,
    only?: SectionKey,
  ): Promise<{ sections: readonly CheckpointSection[]; summarizer: string; costUsd: number | null }> {
    const budgetChars = checkpointBudget(options.detail, options.budgetChars)
    if (options.summarizerId === BUILT_IN_ID) {
      emit({ kind: 'pass', pass: 1, passes: 1 })
      const { instructions } = options
      const { sections } = await inSlices(narrateBuiltIn(source, { budgetChars, instructions }), signal)
      for (const { key, text } of sections) emit({ kind: 'section', key, text, isComplete: true })
      return { sections, summarizer: BUILT_IN_ID, costUsd: 0 }
    }
    const summarizer = await this.#ports.openSummarizer(options.summarizerId, (afterMs, code) =>
      emit({ kind: 'retry', afterMs, code }),
    )
    const now = this.#ports.now()
    const { timeZone } = this.#ports
    const { sections, usage } = await narrateByModel(
      source,
      summarizer,
      {
        ...options,
        budgetChars,
        localDate: localDate(now, timeZone),
        timeZone,
        direction: source.cut.head === null ? 'prefix' : 'segment',
        ...(only === undefined ? {} : { only }),
      },
      emit,
      signal,
    )
    return { sections, summarizer: summarizer.label, costUsd: costOf(usage) }
  }

  #keep(session: PreviewSession): void {
    this.#sessions.set(session.preview.previewId, session)
    const oldest = this.#sessions.keys().next().value
    if (this.#sessions.size > MAX_SESSIONS && oldest !== undefined) this.#sessions.delete(oldest)
  }
}

/** The model that the next request is for: who answers in the thread, without anybody the one that the file names. */
function answererOf(
  file: ThreadFile,
  context: ThreadContext | null,
): { readonly windowTokens: number | null; readonly family: TokenFamily } {
  if (context === null) return { windowTokens: threadWindow(file.head), family: file.family }
  const { window, family } = context.ports.model()
  return { windowTokens: window.tokens, family }
}

/** The source as the report sees it: what stays besides is found there too. */
function measuredSource(source: CompactionSource, signal?: AbortSignal): Promise<RetentionSource> {
  const { aged, previous, headMessages, pinned } = source
  const kept = [...headMessages, ...pinned.map(({ message }) => message), ...source.kept]
  return inSlices(readRetentionSource({ source: aged, previous, kept, firstTurn: 1 }), signal)
}

/** Lets through what concerns one section, and how far its passes are. */
function onlySection(key: SectionKey, emit: (frame: PreviewFrame) => void): (frame: PreviewFrame) => void {
  return (frame) => {
    if (frame.kind !== 'section' || frame.key === key) emit(frame)
  }
}

async function copyNameFor(file: ThreadFile, folder: string): Promise<string> {
  return nextCopyName(nativeName(file), await siblingNames(folder))
}

function costOf(usage: readonly { readonly cost: number | null }[]): number | null {
  const costs = usage.map(({ cost }) => cost).filter((cost) => cost !== null)
  return costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0)
}
