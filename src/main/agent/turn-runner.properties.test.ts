import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CompactionOutcome } from '../../shared/compact/event.ts'
import { AppError } from '../../shared/ipc/errors.ts'
import { type ModelStep, reply, startRunner } from './testing/start-runner.ts'

type Act = 'send' | 'stop' | 'compact' | 'send-now' | 'retry' | 'continue' | 'answer' | 'wait'

const act = fc.constantFrom<Act>(
  'send',
  'send',
  'send',
  'stop',
  'compact',
  'send-now',
  'retry',
  'continue',
  'answer',
  'wait',
)
const step = fc.constantFrom<'reply' | 'fails' | 'overflow' | 'reads' | 'writes' | 'slow'>(
  'reply',
  'fails',
  'overflow',
  'reads',
  'writes',
  'slow',
)

const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

function toStep(kind: 'reply' | 'fails' | 'overflow' | 'reads' | 'writes' | 'slow'): ModelStep {
  switch (kind) {
    case 'reply':
      return reply('fine')
    case 'fails':
      return (onDelta) => {
        onDelta({ kind: 'text', text: 'part' })
        return Promise.reject(new AppError('overload', 'x'))
      }
    case 'overflow':
      return () => Promise.reject(new AppError('overflow', 'x'))
    case 'reads':
      return reply('', [
        { name: 'update_plan', args: { plan: [] } },
        { name: 'none', args: '{' },
      ])
    case 'writes':
      return reply('', [
        { name: 'write_file', args: { path: '.palimpsest/x', content: '' } },
        { name: 'update_plan', args: { plan: [] } },
      ])
    case 'slow':
      return async (onDelta, signal) => {
        onDelta({ kind: 'text', text: 'slo' })
        for (let at = 0; at < 5; at += 1) await pause()
        return await reply('slow')(onDelta, signal)
      }
  }
}

test('I8 I9 whatever a person does while it works: each accepted message exists once, one thing runs at a time, every call is answered', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(act, { minLength: 1, maxLength: 14 }),
      fc.array(step, { maxLength: 12 }),
      async (acts, kinds) => {
        let running = 0
        let most = 0
        const script = [...kinds.map(toStep)]
        // Work that was stopped no longer counts, whenever it hears of it.
        const during = async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
          let isCounted = !signal.aborted
          const leave = (): void => {
            if (isCounted) running -= 1
            isCounted = false
          }
          if (isCounted) running += 1
          most = Math.max(most, running)
          signal.addEventListener('abort', leave)
          try {
            return await work()
          } finally {
            leave()
          }
        }
        const run = startRunner({
          root: '/',
          steps: Array.from(
            { length: 80 },
            (_, at): ModelStep =>
              (onDelta, signal) =>
                during(signal, async () => (script[at] ?? reply('end'))(onDelta, signal)),
          ),
          guard: {
            compactNow: (_, { signal }) =>
              during<CompactionOutcome>(signal, async () => {
                for (let at = 0; at < 4 && !signal.aborted; at += 1) await pause()
                return { kind: 'skipped', reason: 'no-gain' }
              }),
          },
        })
        const accepted: string[] = []
        const open: Promise<unknown>[] = []
        for (const [at, what] of acts.entries()) {
          const { runner } = run
          if (what === 'send') {
            const text = `text ${at}`
            open.push(
              runner.send(text).then(
                () => accepted.push(text),
                () => undefined,
              ),
            )
          } else if (what === 'stop') open.push(runner.stop())
          else if (what === 'compact') open.push(runner.compact(''))
          else if (what === 'send-now') open.push(runner.sendNow(runner.state.queue.at(-1)?.id ?? ''))
          else if (what === 'retry') open.push(runner.retry().catch(() => undefined))
          else if (what === 'continue') open.push(runner.continue().catch(() => undefined))
          else if (what === 'answer') runner.answer(runner.state.approval?.id ?? '', 'once')
          else await pause()
        }
        // Whoever still asks is answered, until everything has ended.
        const untilMs = performance.now() + 10_000
        while (performance.now() < untilMs) {
          const { phase, queue, approval } = run.runner.state
          if (phase === 'idle' && queue.length === 0) break
          const held = queue.find(({ waitsFor }) => waitsFor === 'person')
          if (held !== undefined) await run.runner.sendNow(held.id)
          if (approval !== null) run.runner.answer(approval.id, 'once')
          await pause()
        }
        await Promise.all(open)
        expect(run.runner.state).toMatchObject({ phase: 'idle', queue: [], approval: null })
        const said = run.thread.messages.flatMap(({ role, content }) =>
          role === 'user' ? content.flatMap((part) => (part.kind === 'text' ? [part.text] : [])) : [],
        )
        expect(said.filter((text) => text.startsWith('text')).toSorted()).toEqual(accepted.toSorted())
        for (const { toolCalls } of run.thread.messages)
          for (const { output } of toolCalls) expect(output).not.toBeNull()
        expect(most).toBeLessThanOrEqual(1)
      },
    ),
    { numRuns: 300 },
  )
}, 60_000)
