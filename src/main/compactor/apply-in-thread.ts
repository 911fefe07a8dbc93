import type { CompactOptions } from '../../shared/compact/plan.ts'
import { AppError } from '../../shared/ipc/errors.ts'
import { composeCheckpointBody } from '../compaction/checkpoint/compose.ts'
import { fingerprintOf, isSameFile } from '../threads/fingerprint.ts'
import { inSlices } from '../threads/in-slices.ts'
import { prepareChosen } from './chosen-reductions.ts'
import type { CopyOutcome } from './copy-outcome.ts'
import { draftEvent } from './in-place/draft-event.ts'
import type { ThreadContext } from './in-place/thread-context.ts'
import { BUILT_IN_ID } from './narrate-built-in.ts'
import type { PreviewSession } from './preview-session.ts'
import { restoreBeside } from './restore-beside.ts'

/**
 * Stores the previewed checkpoint as an event of the thread itself. The thread's file is only read: undo brings
 * the former request back. Until the event is stored nothing has changed.
 */
export async function applyInThread(
  session: PreviewSession,
  context: ThreadContext,
  options: CompactOptions,
  now: Date,
): Promise<CopyOutcome> {
  const { preview, material } = session
  const { source } = material
  // "No shrink" was measured for a copy; here the thread's own list is measured below.
  const blocks = preview.blocks.filter((block) => block !== 'no-shrink')
  if (blocks.length > 0) return { kind: 'blocked', blocks }
  if (!isSameFile(await fingerprintOf(source.file.path), source.file.fingerprint)) return { kind: 'stale' }
  context.sync()
  if (context.facts.count !== source.file.count) return { kind: 'stale' }
  // Another checkpoint holds since: this one was written from what was before it.
  if ((context.event?.id ?? null) !== source.eventId) return { kind: 'stale' }
  const createdMs = now.getTime()
  const isBuiltIn = material.summarizer === BUILT_IN_ID
  const draft = draftEvent(context, {
    id: material.previewId,
    kind: 'wizard',
    cutIndex: source.cut.index,
    segmentFrom: source.cut.head === null ? null : source.cut.summarized.from,
    strategy: 'partial',
    focus: session.instructions,
    restoration: await restoreBeside(context, source),
    createdMs,
    isEdited: preview.sections.some((section) => section.isEdited),
    summary: {
      text: composeCheckpointBody(material.sections),
      sections: material.sections,
      summarizer: material.summarizer,
      costUsd: material.costUsd,
      requestStyle: isBuiltIn
        ? { kind: 'built-in', reason: 'no-model' }
        : { kind: 'separate', reason: 'own-request' },
    },
  })
  const tokensBefore = context.pressure.tokens
  const reductions = options.reductions ?? []
  const first = await prepareChosen(context, context.projectWith(draft), reductions, createdMs)
  if (context.measure(first.projection).full >= context.pressure.full)
    return { kind: 'blocked', blocks: ['no-shrink'] }
  const { number } = draft
  const placed = {
    ...draft,
    filePath: await context.ports.appendHistory({ number, messages: source.aged }),
    tokensBefore,
  }
  // The pointer to the history file is part of the checkpoint's text, so it is measured with it.
  const { projection, overrides } = await prepareChosen(
    context,
    context.projectWith(placed),
    reductions,
    createdMs,
  )
  const event = { ...placed, tokensAfter: context.measure(projection).tokens }
  // Decided under the event, so that its undo takes them back as well; both in one step.
  context.ports.store.append(event, overrides)
  context.changed()
  return { kind: 'in-thread', checkpointId: event.id, tokensBefore, tokensAfter: event.tokensAfter }
}

/** Stores the chosen reductions alone: no event, no summary. Rejects with `nothing-to-compact`. */
export async function reduceOnly(
  context: ThreadContext,
  reductions: CompactOptions['reductions'],
  now: Date,
): Promise<{ readonly tokensBefore: number; readonly tokensAfter: number }> {
  context.sync()
  await inSlices(context.readSteps())
  const tokensBefore = context.pressure.full
  const { overrides } = await prepareChosen(context, context.projection, reductions ?? [], now.getTime())
  if (overrides.length === 0)
    throw new AppError('nothing-to-compact', 'These reductions find nothing to shorten in this thread.')
  context.ports.store.addOverrides(overrides)
  context.changed()
  return { tokensBefore, tokensAfter: context.pressure.full }
}
