import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Preview } from '../../shared/compact/preview.ts'
import type { ErrorValue } from '../../shared/ipc/errors.ts'
import { heldPreview } from './run.ts'
import { OPTIONS, previewOf } from './testing/values.ts'
import type { WizardEffect, WizardEvent, WizardState } from './wizard-event.ts'
import { advance, canApply, closingLosesWork, openWizard } from './wizard-state.ts'

const ERROR: ErrorValue = { code: 'rate-limit', message: 'Slow down.', details: null, params: {} }
const APPLIED = {
  kind: 'applied',
  thread: 'a-compact-1.json',
  name: 'a-compact-1.json',
  tokensBefore: 9,
  tokensAfter: 3,
} as const

function play(events: readonly WizardEvent[], from: WizardState = openWizard(true)) {
  let state = from
  const effects: WizardEffect[] = []
  for (const event of events) {
    const next = advance(state, event)
    state = next.state
    effects.push(...next.effects)
  }
  return { state, effects, kinds: effects.map((effect) => effect.kind) }
}

const start: WizardEvent = { kind: 'start', options: OPTIONS }
const section: WizardEvent = {
  kind: 'frame',
  runId: 1,
  frame: { kind: 'section', key: 'goal', text: '- Ship', isComplete: false },
}
function arrive(preview: Preview = previewOf('p1'), runId = 1): WizardEvent {
  return { kind: 'frame', runId, frame: { kind: 'preview', preview } }
}
const ready: readonly WizardEvent[] = [start, section, arrive()]
const apply: WizardEvent = { kind: 'apply', folder: null }

function runOf(state: WizardState) {
  return state.kind === 'open' ? state.run : null
}

describe('steps', () => {
  test('opens at the introduction, or at configure when the person asked to skip it', () => {
    expect(openWizard(false)).toMatchObject({ step: 'introduction' })
    expect(openWizard(true)).toMatchObject({ step: 'configure' })
  })

  test('S-162 Next leads from the introduction to configure and nowhere else', () => {
    const { state, effects } = play([{ kind: 'next' }, { kind: 'next' }], openWizard(false))
    expect(state).toMatchObject({ step: 'configure', run: null })
    expect(effects).toEqual([])
  })

  test('S-169 nothing is asked of a model before Start', () => {
    const events: WizardEvent[] = [
      start,
      { kind: 'restart' },
      apply,
      { kind: 'stop' },
      { kind: 'show-preview' },
    ]
    expect(play(events, openWizard(false)).effects).toEqual([])
  })

  test('Back from a finished preview keeps it, and the person can return to it', () => {
    const back = play([...ready, { kind: 'back' }])
    expect(back.state).toMatchObject({ step: 'configure', run: { kind: 'ready' } })
    expect(back.kinds).toEqual(['start'])
    expect(advance(back.state, { kind: 'show-preview' }).state).toMatchObject({ step: 'preview' })
  })

  test('Back while streaming stops the stream and keeps what was written', () => {
    const { state, kinds } = play([start, section, { kind: 'back' }])
    expect(kinds).toEqual(['start', 'cancel'])
    expect(state).toMatchObject({
      step: 'configure',
      run: { kind: 'stopped', sections: [{ text: '- Ship' }] },
    })
  })

  test('starting anew lets go of the preview before', () => {
    const { effects } = play([...ready, { kind: 'back' }, start])
    expect(effects.slice(1)).toEqual([
      { kind: 'discard', previewId: 'p1' },
      { kind: 'start', runId: 2, options: OPTIONS },
    ])
  })
})

describe('streaming', () => {
  test('a section that grows takes the place of its earlier text', () => {
    const more: WizardEvent = {
      kind: 'frame',
      runId: 1,
      frame: { kind: 'section', key: 'goal', text: '- Ship it', isComplete: true },
    }
    const run = runOf(play([start, section, more]).state)
    expect(run).toMatchObject({ sections: [{ key: 'goal', text: '- Ship it', isComplete: true }] })
  })

  test('a new pass begins with empty sections', () => {
    const pass: WizardEvent = { kind: 'frame', runId: 1, frame: { kind: 'pass', pass: 2, passes: 3 } }
    expect(runOf(play([start, section, pass]).state)).toMatchObject({
      sections: [],
      progress: { pass: 2, passes: 3 },
    })
  })

  test('a retry is shown until text arrives again', () => {
    const retry: WizardEvent = {
      kind: 'frame',
      runId: 1,
      frame: { kind: 'retry', afterMs: 2000, code: 'rate-limit' },
    }
    expect(runOf(play([start, retry]).state)).toMatchObject({ progress: { retry: { afterMs: 2000 } } })
    expect(runOf(play([start, retry, section]).state)).toMatchObject({ progress: { retry: null } })
  })

  test('Stop cancels once and keeps the partial text', () => {
    const { state, kinds } = play([start, section, { kind: 'stop' }, { kind: 'stop' }])
    expect(kinds).toEqual(['start', 'cancel'])
    expect(runOf(state)).toMatchObject({ kind: 'stopped', sections: [{ text: '- Ship' }] })
  })

  test('what arrives after Stop changes nothing, and a late preview is given back', () => {
    const { state, effects } = play([start, { kind: 'stop' }, section, arrive()])
    expect(runOf(state)).toMatchObject({ kind: 'stopped', sections: [] })
    expect(effects.at(-1)).toEqual({ kind: 'discard', previewId: 'p1' })
  })

  test('answers of an older run are ignored', () => {
    const { state } = play([start, { kind: 'stop' }, { kind: 'restart' }, section])
    expect(runOf(state)).toMatchObject({ kind: 'streaming', runId: 2, sections: [] })
  })

  test('a stream that ends without a preview has failed', () => {
    expect(runOf(play([start, { kind: 'stream-done', runId: 1 }]).state)).toMatchObject({
      kind: 'failed',
      error: { code: 'summary-cut' },
    })
  })

  test('the ending after a preview changes nothing', () => {
    const { state } = play([...ready, { kind: 'stream-done', runId: 1 }])
    expect(runOf(state)).toMatchObject({ kind: 'ready' })
  })

  test('Retry after a failure asks again with the same options', () => {
    const failed: WizardEvent = { kind: 'stream-failed', runId: 1, error: ERROR }
    const { state, effects } = play([start, section, failed, { kind: 'restart' }])
    expect(effects.at(-1)).toEqual({ kind: 'start', runId: 2, options: OPTIONS })
    expect(runOf(state)).toMatchObject({ kind: 'streaming' })
  })
})

describe('editing', () => {
  const edit: WizardEvent = { kind: 'edit', changes: [{ key: 'goal', text: '- Ship it today' }] }

  test('an edit is sent with every section and shown at once', () => {
    const { state, effects } = play([...ready, edit])
    expect(effects.at(-1)).toMatchObject({
      kind: 'edit',
      editId: 1,
      sections: [
        { key: 'goal', text: '- Ship it today' },
        { key: 'decisions', text: '- One journal' },
      ],
    })
    expect(runOf(state)).toMatchObject({ isCounting: true, preview: { sections: [{ isEdited: true }, {}] } })
  })

  test('an edit that changes nothing is not sent', () => {
    const same: WizardEvent = { kind: 'edit', changes: [{ key: 'goal', text: '- Ship it' }] }
    expect(play([...ready, same]).kinds).toEqual(['start'])
  })

  test('Apply waits until the newest edit is counted', () => {
    const later: WizardEvent = { kind: 'edit', changes: [{ key: 'goal', text: '- Later' }] }
    const first: WizardEvent = { kind: 'edited', runId: 1, editId: 1, preview: previewOf('p1') }
    const waiting = play([...ready, edit, later, first, apply])
    expect(waiting.kinds).not.toContain('apply')
    const second: WizardEvent = { kind: 'edited', runId: 1, editId: 2, preview: previewOf('p1') }
    expect(play([...ready, edit, later, first, second, apply]).kinds).toContain('apply')
  })

  test('an edit that could not be counted keeps its text and can be sent again', () => {
    const failed: WizardEvent = { kind: 'edit-failed', runId: 1, editId: 1, error: ERROR }
    const { state, kinds } = play([...ready, edit, failed, apply, { kind: 'edit', changes: [] }])
    expect(kinds).toEqual(['start', 'edit', 'edit'])
    expect(runOf(state)).toMatchObject({ preview: { sections: [{ text: '- Ship it today' }, {}] } })
  })
})

describe('applying', () => {
  test('two clicks make one copy', () => {
    const { state, kinds } = play([
      ...ready,
      apply,
      apply,
      { kind: 'apply-settled', runId: 1, outcome: APPLIED },
      apply,
    ])
    expect(kinds.filter((kind) => kind === 'apply')).toHaveLength(1)
    expect(kinds.filter((kind) => kind === 'applied')).toHaveLength(1)
    expect(state.kind).toBe('applied')
  })

  test('an applied preview is not discarded', () => {
    const { kinds } = play([
      ...ready,
      apply,
      { kind: 'apply-settled', runId: 1, outcome: APPLIED },
      { kind: 'close' },
      { kind: 'dispose' },
    ])
    expect(kinds).not.toContain('discard')
  })

  test('a blocked preview cannot be applied', () => {
    const blocked = arrive(previewOf('p1', { blocks: ['no-shrink'] }))
    expect(play([start, blocked, apply]).kinds).toEqual(['start'])
  })

  test('a full disk keeps the preview, and another folder may be tried', () => {
    const full: WizardEvent = { kind: 'apply-failed', runId: 1, error: { ...ERROR, code: 'disk-full' } }
    const after = play([...ready, apply, full])
    expect(runOf(after.state)).toMatchObject({ kind: 'ready', applyError: { code: 'disk-full' } })
    const again = play([{ kind: 'apply', folder: '/media/usb' }], after.state)
    expect(again.effects).toMatchObject([{ kind: 'apply', folder: '/media/usb', previewId: 'p1' }])
  })

  test('a stale answer offers to start again and applies nothing', () => {
    const stale: WizardEvent = { kind: 'apply-settled', runId: 1, outcome: { kind: 'stale' } }
    const { state, kinds } = play([...ready, apply, stale, apply])
    expect(runOf(state)).toMatchObject({ kind: 'stale' })
    expect(kinds).toEqual(['start', 'apply'])
    expect(play([{ kind: 'restart' }], state).kinds).toEqual(['discard', 'start'])
  })

  test('a change of the source makes a finished preview stale, not one that is being written to disk', () => {
    expect(runOf(play([...ready, { kind: 'source-changed' }]).state)).toMatchObject({ kind: 'stale' })
    expect(runOf(play([...ready, apply, { kind: 'source-changed' }]).state)).toMatchObject({
      kind: 'applying',
    })
  })
})

describe('leaving', () => {
  test.each([
    ['before Start', [], []],
    ['mid-stream', [start, section], ['cancel']],
    ['when stopped', [start, { kind: 'stop' }], []],
    ['when ready', [...ready], ['discard']],
    ['when stale', [...ready, { kind: 'source-changed' }], ['discard']],
  ] as const)('S-171 closing %s ends once and lets go of what was held', (_, before, released) => {
    const from = play(before).state
    const { state, kinds } = play([{ kind: 'close' }, { kind: 'close' }, { kind: 'dispose' }], from)
    expect(state.kind).toBe('closed')
    expect(kinds).toEqual([...released, 'closed'])
  })

  test('closing while the copy is written waits for the writer', () => {
    const { state } = play([...ready, apply, { kind: 'close' }])
    expect(runOf(state)).toMatchObject({ kind: 'applying' })
  })

  test('a window that goes away while the copy is written learns of it, or discards the preview', () => {
    const gone = play([...ready, apply, { kind: 'dispose' }]).state
    expect(play([{ kind: 'apply-settled', runId: 1, outcome: APPLIED }], gone).kinds).toEqual(['applied'])
    expect(play([{ kind: 'apply-failed', runId: 1, error: ERROR }], gone).kinds).toEqual([
      'discard',
      'closed',
    ])
  })

  test('Escape asks only when something would be lost', () => {
    expect(closingLosesWork(openWizard(true))).toBe(false)
    expect(closingLosesWork(play([start]).state)).toBe(false)
    expect(closingLosesWork(play([start, section]).state)).toBe(true)
    expect(closingLosesWork(play(ready).state)).toBe(true)
    const byCode: WizardEvent = {
      kind: 'frame',
      runId: 1,
      frame: { kind: 'section', key: 'rules', text: '- Never', isComplete: true },
    }
    const failed: WizardEvent = { kind: 'stream-failed', runId: 1, error: ERROR }
    expect(closingLosesWork(play([start, byCode, failed]).state)).toBe(false)
    expect(closingLosesWork(play([start, byCode, section, failed]).state)).toBe(true)
  })
})

/** Anything, in any order: clicks, answers of this run and of others, late frames. */
function anyEvent(previews: { next: number }): fc.Arbitrary<WizardEvent> {
  const runId = fc.integer({ min: 1, max: 4 })
  const editId = fc.integer({ min: 1, max: 3 })
  return fc.oneof(
    fc.constantFrom<WizardEvent>(
      { kind: 'next' },
      { kind: 'back' },
      { kind: 'show-preview' },
      start,
      { kind: 'restart' },
      { kind: 'stop' },
      apply,
      { kind: 'source-changed' },
    ),
    fc.constantFrom<WizardEvent>({ kind: 'close' }, { kind: 'dispose' }),
    runId.map((id): WizardEvent => ({ ...section, kind: 'frame', runId: id }) as WizardEvent),
    // The id is made while the sequence runs: main never gives one id twice.
    fc
      .record({ runId, isBlocked: fc.boolean() })
      .map(({ runId: id, isBlocked }) => arriveFresh(previews, id, isBlocked)),
    runId.map((id): WizardEvent => ({ kind: 'stream-done', runId: id })),
    runId.map((id): WizardEvent => ({ kind: 'stream-cancelled', runId: id })),
    runId.map((id): WizardEvent => ({ kind: 'stream-failed', runId: id, error: ERROR })),
    fc
      .string({ maxLength: 3 })
      .map((text): WizardEvent => ({ kind: 'edit', changes: [{ key: 'goal', text }] })),
    fc.record({ runId, editId }).map((ids): WizardEvent => ({ kind: 'edit-failed', ...ids, error: ERROR })),
    runId.map((id): WizardEvent => ({ kind: 'apply-settled', runId: id, outcome: APPLIED })),
    runId.map((id): WizardEvent => ({ kind: 'apply-settled', runId: id, outcome: { kind: 'stale' } })),
    runId.map((id): WizardEvent => ({ kind: 'apply-failed', runId: id, error: ERROR })),
  )
}

function arriveFresh(previews: { next: number }, runId: number, isBlocked: boolean): WizardEvent {
  previews.next += 1
  return arrive(previewOf(`p${previews.next}`, { blocks: isBlocked ? ['no-shrink'] : [] }), runId)
}

describe('any order of events', () => {
  test('ends once; every preview is applied or discarded once; a model is asked only from the right place', () => {
    const previews = { next: 0 }
    fc.assert(
      fc.property(fc.array(anyEvent(previews), { maxLength: 60 }), fc.boolean(), (events, skip) => {
        let state = openWizard(skip)
        const made = new Set<string>()
        const gone = new Map<string, number>()
        let endings = 0
        let applying: string | null = null
        const settle: readonly WizardEvent[] = [{ kind: 'dispose' }]
        for (const event of [...events, ...settle]) {
          if (event.kind === 'frame' && event.frame.kind === 'preview')
            made.add(event.frame.preview.previewId)
          const before = state
          const next = advance(state, event)
          state = next.state
          for (const effect of next.effects) {
            if (effect.kind === 'start') {
              expect(before.kind === 'open' && before.step !== 'introduction').toBe(true)
              expect(event.kind === 'start' || event.kind === 'restart').toBe(true)
            }
            if (effect.kind === 'apply') {
              expect(before.kind === 'open' && canApply(before.run)).toBe(true)
              applying = effect.previewId
            }
            if (effect.kind === 'discard') gone.set(effect.previewId, (gone.get(effect.previewId) ?? 0) + 1)
            if (effect.kind === 'applied' && applying !== null)
              gone.set(applying, (gone.get(applying) ?? 0) + 1)
            if (effect.kind === 'applied' || effect.kind === 'closed') endings += 1
          }
        }
        // The writer always answers.
        if (state.kind === 'leaving') {
          const last = advance(state, { kind: 'apply-failed', runId: state.runId, error: ERROR })
          state = last.state
          for (const effect of last.effects) {
            if (effect.kind === 'discard') gone.set(effect.previewId, (gone.get(effect.previewId) ?? 0) + 1)
            if (effect.kind === 'closed') endings += 1
          }
        }
        expect(endings).toBe(1)
        expect(['applied', 'closed']).toContain(state.kind)
        expect([...made].map((id) => [id, gone.get(id)])).toEqual([...made].map((id) => [id, 1]))
      }),
      { numRuns: 2000 },
    )
  })
})

describe('one section written anew', () => {
  const begin: WizardEvent = { kind: 'rewrite', key: 'goal' }
  const fresh = previewOf('p1', {
    sections: previewOf('p1').sections.map((one) => (one.key === 'goal' ? { ...one, text: '- New' } : one)),
  })
  const arrived: WizardEvent = {
    kind: 'rewrite-frame',
    runId: 1,
    rewriteId: 1,
    frame: { kind: 'preview', preview: fresh },
  }

  test('Apply waits for it, a second one too, and closing ends it', () => {
    const { state, kinds } = play([...ready, begin, { kind: 'rewrite', key: 'decisions' }, apply])
    expect(kinds.filter((kind) => kind === 'rewrite')).toHaveLength(1)
    expect(kinds).not.toContain('apply')
    expect(canApply(runOf(state))).toBe(false)
    expect(play([{ kind: 'close' }], state).kinds).toEqual(['cancel-rewrite', 'discard', 'closed'])
  })

  test('an edit made meanwhile is sent without the section, and is not lost when that arrives first', () => {
    const edit: WizardEvent = { kind: 'edit', changes: [{ key: 'decisions', text: '- By hand' }] }
    const { state, effects } = play([...ready, begin, edit, arrived])
    const sent = effects.find((effect) => effect.kind === 'edit')
    expect(sent).toMatchObject({ sections: [{ key: 'decisions', text: '- By hand' }] })
    const texts = runOf(state)?.kind === 'ready' ? heldPreview(runOf(state))?.preview.sections : []
    expect(texts?.map(({ text }) => text)).toEqual(['- New', '- By hand'])
    expect(runOf(state)).toMatchObject({ isCounting: true, rewriting: null })
  })

  test('what arrives after a stop, or for an older one, changes nothing', () => {
    const { state } = play([...ready, begin, { kind: 'rewrite-stop' }, arrived])
    expect(runOf(state)).toMatchObject({ rewriting: null, rewriteError: null })
    expect(heldPreview(runOf(state))?.preview.sections[0]?.text).toBe('- Ship it')
    const failed: WizardEvent = { kind: 'rewrite-ended', runId: 1, rewriteId: 1, error: ERROR }
    const again = play([begin, failed, arrived], state).state
    expect(runOf(again)).toMatchObject({ rewriting: { rewriteId: 2 }, rewriteError: null })
  })
})
