import type { CompactOptions } from '../../shared/compact/plan.ts'
import type { ApplyOutcome, PreviewFrame } from '../../shared/compact/preview.ts'
import type { ErrorValue } from '../../shared/ipc/errors.ts'
import { NOT_REWRITING, rewriteStep } from './rewrite-section.ts'
import type { Run, StreamedSection } from './run.ts'
import { heldPreview } from './run.ts'
import { isNarrative } from './sections.ts'
import type { SectionText, Transition, WizardEffect, WizardEvent, WizardState } from './wizard-event.ts'

type Open = Extract<WizardState, { kind: 'open' }>
type Ready = Extract<Run, { kind: 'ready' }>

/** The state a wizard opens in. */
export function openWizard(skipIntroduction: boolean): WizardState {
  return { kind: 'open', step: skipIntroduction ? 'configure' : 'introduction', run: null, starts: 0 }
}

function stay(state: WizardState, effects: readonly WizardEffect[] = []): Transition {
  return { state, effects }
}

function withRun(state: Open, run: Run, effects: readonly WizardEffect[] = []): Transition {
  return { state: { ...state, run }, effects }
}

/** Lets go of whatever a run holds: a stream is cancelled, a preview is discarded. */
function release(run: Run | null): readonly WizardEffect[] {
  if (run?.kind === 'streaming') return [{ kind: 'cancel', runId: run.runId }]
  const held = heldPreview(run)
  return held === null ? [] : [...endRewrite(run), { kind: 'discard', previewId: held.preview.previewId }]
}

function endRewrite(run: Run | null): readonly WizardEffect[] {
  if (run?.kind !== 'ready' || run.rewriting === null) return []
  return [{ kind: 'cancel-rewrite', rewriteId: run.rewriting.rewriteId }]
}

function stopped(run: Extract<Run, { kind: 'streaming' }>): Run {
  return { kind: 'stopped', runId: run.runId, options: run.options, sections: run.sections }
}

function begin(state: Open, options: CompactOptions): Transition {
  const runId = state.starts + 1
  return {
    state: {
      kind: 'open',
      step: 'preview',
      starts: runId,
      run: {
        kind: 'streaming',
        runId,
        options,
        sections: [],
        progress: { pass: 1, passes: 1, retry: null },
      },
    },
    effects: [...release(state.run), { kind: 'start', runId, options }],
  }
}

function placeSection(
  sections: readonly StreamedSection[],
  next: StreamedSection,
): readonly StreamedSection[] {
  return sections.some((section) => section.key === next.key)
    ? sections.map((section) => (section.key === next.key ? next : section))
    : [...sections, next]
}

function onFrame(state: WizardState, runId: number, frame: PreviewFrame): Transition {
  const run = state.kind === 'open' ? state.run : null
  if (state.kind !== 'open' || run === null || run.kind !== 'streaming' || run.runId !== runId) {
    // A preview that nobody waits for any more must not stay in main.
    const held = state.kind === 'leaving' ? state.previewId : heldPreview(run)?.preview.previewId
    return frame.kind === 'preview' && frame.preview.previewId !== held
      ? stay(state, [{ kind: 'discard', previewId: frame.preview.previewId }])
      : stay(state)
  }
  switch (frame.kind) {
    case 'pass':
      return withRun(state, {
        ...run,
        // Each pass writes the checkpoint anew.
        sections: frame.pass === run.progress.pass ? run.sections : [],
        progress: { pass: frame.pass, passes: frame.passes, retry: null },
      })
    case 'retry':
      return withRun(state, {
        ...run,
        progress: { ...run.progress, retry: { afterMs: frame.afterMs, code: frame.code } },
      })
    case 'section':
      return withRun(state, {
        ...run,
        sections: placeSection(run.sections, frame),
        progress: { ...run.progress, retry: null },
      })
    case 'preview':
      return withRun(state, {
        kind: 'ready',
        runId,
        options: run.options,
        preview: frame.preview,
        originals: new Map(frame.preview.sections.map((section) => [section.key, section.text])),
        edits: 0,
        isCounting: false,
        editError: null,
        applyError: null,
        folder: null,
        rewrites: 0,
        ...NOT_REWRITING,
      })
  }
}

function onStreamEnd(
  state: Open,
  event: Extract<WizardEvent, { kind: 'stream-done' | 'stream-cancelled' | 'stream-failed' }>,
): Transition {
  const run = state.run
  if (run?.kind !== 'streaming' || run.runId !== event.runId) return stay(state)
  const { runId, options, sections } = run
  if (event.kind === 'stream-cancelled') return withRun(state, stopped(run))
  const error: ErrorValue =
    event.kind === 'stream-failed'
      ? event.error
      : { code: 'summary-cut', message: 'The stream ended without a preview.', details: null, params: {} }
  return withRun(state, { kind: 'failed', runId, options, sections, error })
}

function onEdit(state: Open, run: Ready, changes: readonly SectionText[]): Transition {
  const texts = new Map(run.preview.sections.map((section) => [section.key, section.text]))
  const isChange = changes.some((change) => texts.get(change.key) !== change.text)
  // After a failed count the same texts are sent again.
  if (!isChange && run.editError === null) return stay(state)
  for (const change of changes) texts.set(change.key, change.text)
  // What is being written anew is main's to say.
  const sections = [...texts]
    .filter(([key]) => key !== run.rewriting?.key)
    .map(([key, text]) => ({ key, text }))
  const edits = run.edits + 1
  const shown = run.preview.sections.map((section) => ({
    ...section,
    text: texts.get(section.key) ?? section.text,
    isEdited: (texts.get(section.key) ?? section.text) !== (run.originals.get(section.key) ?? ''),
  }))
  return withRun(
    state,
    { ...run, edits, isCounting: true, editError: null, preview: { ...run.preview, sections: shown } },
    [{ kind: 'edit', runId: run.runId, editId: edits, previewId: run.preview.previewId, sections }],
  )
}

/** Counted like an edit: the numbers on show are those before it until main answers. */
function onPin(state: Open, run: Ready, { index, isOn }: Extract<WizardEvent, { kind: 'pin' }>): Transition {
  const isPinned = run.preview.pinned.some((one) => one.index === index)
  if (isPinned === isOn && run.editError === null) return stay(state)
  const editId = run.edits + 1
  const { runId, preview } = run
  return withRun(state, { ...run, edits: editId, isCounting: true, editError: null }, [
    { kind: 'pin', runId, editId, previewId: preview.previewId, index, isOn },
  ])
}

function onApplySettled(state: Open, runId: number, outcome: ApplyOutcome): Transition {
  const run = state.run
  if (run?.kind !== 'applying' || run.runId !== runId) return stay(state)
  switch (outcome.kind) {
    case 'applied':
      return { state: { kind: 'applied', outcome }, effects: [{ kind: 'applied', outcome }] }
    case 'stale':
      return withRun(state, { ...run, kind: 'stale' })
    case 'blocked':
      return withRun(state, {
        ...run,
        kind: 'ready',
        preview: { ...run.preview, blocks: outcome.blocks },
        isCounting: false,
        editError: null,
        applyError: null,
        ...NOT_REWRITING,
      })
  }
}

function onLeaving(state: Extract<WizardState, { kind: 'leaving' }>, event: WizardEvent): Transition {
  if (event.kind !== 'apply-settled' && event.kind !== 'apply-failed') return stay(state)
  if (event.runId !== state.runId) return stay(state)
  if (event.kind === 'apply-settled' && event.outcome.kind === 'applied')
    return {
      state: { kind: 'applied', outcome: event.outcome },
      effects: [{ kind: 'applied', outcome: event.outcome }],
    }
  return {
    state: { kind: 'closed' },
    effects: [{ kind: 'discard', previewId: state.previewId }, { kind: 'closed' }],
  }
}

/**
 * One step of the wizard. Anything that cannot happen in a state changes nothing.
 *
 * Promises: a wizard ends once, in `applied` or `closed`; every preview that main made is applied or
 * discarded exactly once; a model is asked only by `start` from the configure step, and by `restart` and `rewrite`
 * from a settled preview; a copy is written only when the preview is ready, counted and not blocked.
 * Closing while a copy is being written waits for the writer, because a copy cannot be half taken back.
 */
export function advance(state: WizardState, event: WizardEvent): Transition {
  if (event.kind === 'frame') return onFrame(state, event.runId, event.frame)
  if (state.kind === 'leaving') return onLeaving(state, event)
  if (state.kind !== 'open') return stay(state)
  const { run } = state
  switch (event.kind) {
    case 'next':
      return state.step === 'introduction' ? stay({ ...state, step: 'configure' }) : stay(state)
    case 'back':
      if (state.step === 'configure') return stay({ ...state, step: 'introduction' })
      if (state.step === 'introduction' || run?.kind === 'applying') return stay(state)
      return stay(
        { ...state, step: 'configure', run: run?.kind === 'streaming' ? stopped(run) : run },
        run?.kind === 'streaming' ? release(run) : [],
      )
    case 'show-preview':
      return state.step === 'configure' && run !== null ? stay({ ...state, step: 'preview' }) : stay(state)
    case 'start':
      return state.step === 'configure' ? begin(state, event.options) : stay(state)
    case 'restart':
      return state.step === 'preview' && run !== null && run.kind !== 'streaming' && run.kind !== 'applying'
        ? begin(state, run.options)
        : stay(state)
    case 'stop':
      return run?.kind === 'streaming' ? withRun(state, stopped(run), release(run)) : stay(state)
    case 'stream-done':
    case 'stream-cancelled':
    case 'stream-failed':
      return onStreamEnd(state, event)
    case 'edit':
      return run?.kind === 'ready' ? onEdit(state, run, event.changes) : stay(state)
    case 'pin':
      return run?.kind === 'ready' ? onPin(state, run, event) : stay(state)
    case 'edited':
      return run?.kind === 'ready' &&
        run.runId === event.runId &&
        run.edits === event.editId &&
        run.isCounting
        ? withRun(state, { ...run, preview: event.preview, isCounting: false, editError: null })
        : stay(state)
    case 'edit-failed':
      return run?.kind === 'ready' &&
        run.runId === event.runId &&
        run.edits === event.editId &&
        run.isCounting
        ? withRun(state, { ...run, isCounting: false, editError: event.error })
        : stay(state)
    case 'apply':
      return state.step === 'preview' && run?.kind === 'ready' && canApply(run)
        ? withRun(
            state,
            {
              kind: 'applying',
              runId: run.runId,
              options: run.options,
              preview: run.preview,
              originals: run.originals,
              edits: run.edits,
              rewrites: run.rewrites,
              folder: event.folder,
            },
            [
              {
                kind: 'apply',
                runId: run.runId,
                previewId: run.preview.previewId,
                folder: event.folder,
              },
            ],
          )
        : stay(state)
    case 'apply-settled':
      return onApplySettled(state, event.runId, event.outcome)
    case 'apply-failed':
      return run?.kind === 'applying' && run.runId === event.runId
        ? withRun(state, {
            ...run,
            kind: 'ready',
            isCounting: false,
            editError: null,
            applyError: event.error,
            ...NOT_REWRITING,
          })
        : stay(state)
    case 'source-changed':
      return run?.kind === 'ready'
        ? withRun(
            state,
            {
              kind: 'stale',
              runId: run.runId,
              options: run.options,
              preview: run.preview,
              originals: run.originals,
              edits: run.edits,
              rewrites: run.rewrites,
            },
            endRewrite(run),
          )
        : stay(state)
    case 'rewrite':
    case 'rewrite-frame':
    case 'rewrite-stop':
    case 'rewrite-ended': {
      if (run?.kind !== 'ready' || ('runId' in event && event.runId !== run.runId)) return stay(state)
      const { run: next, effects } = rewriteStep(run, event)
      return withRun(state, next, effects)
    }
    case 'close':
      if (run?.kind === 'applying') return stay(state)
      return { state: { kind: 'closed' }, effects: [...release(run), { kind: 'closed' }] }
    case 'dispose':
      if (run?.kind === 'applying')
        return stay({ kind: 'leaving', runId: run.runId, previewId: run.preview.previewId })
      return { state: { kind: 'closed' }, effects: [...release(run), { kind: 'closed' }] }
  }
}

/** Whether Apply may be pressed: the numbers are counted, and nothing is broken. */
export function canApply(run: Run | null): boolean {
  return (
    run?.kind === 'ready' &&
    !run.isCounting &&
    run.rewriting === null &&
    run.editError === null &&
    run.preview.blocks.length === 0
  )
}

/** Whether closing would lose something a person waited for. Escape asks only then. */
export function closingLosesWork(state: WizardState): boolean {
  if (state.kind !== 'open' || state.run === null) return false
  const { run } = state
  switch (run.kind) {
    case 'ready':
    case 'applying':
    case 'stale':
      return true
    case 'streaming':
    case 'stopped':
    case 'failed':
      // Sections by code are there at once and come again with the next run.
      return run.sections.some(({ key, text }) => text.trim() !== '' && isNarrative(key))
  }
}
