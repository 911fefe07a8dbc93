import type { PreviewFrame } from '../../shared/compact/preview.ts'
import type { Run } from './run.ts'
import type { WizardEffect, WizardEvent } from './wizard-event.ts'

type Ready = Extract<Run, { kind: 'ready' }>
type RewriteEvent = Extract<
  WizardEvent,
  { kind: 'rewrite' | 'rewrite-frame' | 'rewrite-stop' | 'rewrite-ended' }
>

/** What a ready preview holds while no section of it is written anew. */
export const NOT_REWRITING = { rewriting: null, rewriteError: null } as const

interface Step {
  readonly run: Ready
  readonly effects: readonly WizardEffect[]
}

/**
 * One step of writing a section anew. Its card shows what arrives and holds its own text until the new one is
 * there: a stop or a failure brings that text back. Edits of the others go on meanwhile and are never lost.
 */
export function rewriteStep(run: Ready, event: RewriteEvent): Step {
  if (event.kind === 'rewrite') return begin(run, event.key)
  const { rewriting } = run
  if (rewriting === null) return { run, effects: [] }
  if (event.kind === 'rewrite-stop')
    return {
      run: { ...run, rewriting: null },
      effects: [{ kind: 'cancel-rewrite', rewriteId: rewriting.rewriteId }],
    }
  if (event.rewriteId !== rewriting.rewriteId) return { run, effects: [] }
  if (event.kind === 'rewrite-frame') return { run: onFrame(run, event.frame), effects: [] }
  const rewriteError = event.error === null ? null : { key: rewriting.key, error: event.error }
  return { run: { ...run, rewriting: null, rewriteError }, effects: [] }
}

function begin(run: Ready, key: Extract<RewriteEvent, { kind: 'rewrite' }>['key']): Step {
  if (run.rewriting !== null) return { run, effects: [] }
  const rewriteId = run.rewrites + 1
  return {
    run: {
      ...run,
      rewrites: rewriteId,
      rewriting: { rewriteId, key, text: null, progress: { pass: 1, passes: 1, retry: null } },
      rewriteError: null,
    },
    effects: [{ kind: 'rewrite', runId: run.runId, rewriteId, previewId: run.preview.previewId, key }],
  }
}

function onFrame(run: Ready, frame: PreviewFrame): Ready {
  const { rewriting } = run
  if (rewriting === null) return run
  const { progress } = rewriting
  switch (frame.kind) {
    case 'pass':
      return {
        ...run,
        rewriting: {
          ...rewriting,
          text: null,
          progress: { pass: frame.pass, passes: frame.passes, retry: null },
        },
      }
    case 'retry':
      return {
        ...run,
        rewriting: {
          ...rewriting,
          progress: { ...progress, retry: { afterMs: frame.afterMs, code: frame.code } },
        },
      }
    case 'section':
      return { ...run, rewriting: { ...rewriting, text: frame.text, progress: { ...progress, retry: null } } }
    case 'preview': {
      const { key } = rewriting
      const written = frame.preview.sections.find((section) => section.key === key)
      const local = new Map(run.preview.sections.map((section) => [section.key, section]))
      // An edit that main is still counting is newer than what this preview says of it.
      const sections = frame.preview.sections.map((section) =>
        run.isCounting && section.key !== key ? (local.get(section.key) ?? section) : section,
      )
      return {
        ...run,
        preview: { ...frame.preview, sections },
        originals: new Map([...run.originals, [key, written?.text ?? '']]),
        rewriting: null,
        rewriteError: null,
        edits: run.isCounting ? run.edits : run.edits + 1,
      }
    }
  }
}
