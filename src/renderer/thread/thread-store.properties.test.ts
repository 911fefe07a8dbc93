import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AppError } from '../../shared/ipc/errors.ts'
import type { OpenedThread } from '../../shared/ipc/thread.ts'
import type { Row } from '../../shared/thread/row.ts'
import { createClient } from '../bridge/client.ts'
import { createFakeBridge } from '../testing/fake-bridge.ts'
import { openFake, openingOf } from '../testing/fake-requests.ts'
import { sampleRows } from '../testing/sample-rows.ts'
import { createThreadStore, PAGE_ROWS } from './thread-store.ts'

const THREAD = 'long.json'
const MANY = sampleRows({ turns: 120 })

/** What happens to a thread and its view, in any order. */
type Step =
  | { readonly kind: 'open' }
  | { readonly kind: 'append'; readonly count: number }
  /** The last row gets a result: the same row, with more in it. */
  | { readonly kind: 'answer' }
  | { readonly kind: 'measure' }
  | { readonly kind: 'need'; readonly at: number }
  | { readonly kind: 'retry' }
  /** Waits until something that was asked is answered. */
  | { readonly kind: 'wait' }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom<Step>({ kind: 'open' }, { kind: 'answer' }, { kind: 'measure' }, { kind: 'retry' }),
  fc.record({ kind: fc.constant('append' as const), count: fc.integer({ min: 1, max: 60 }) }),
  fc.record({ kind: fc.constant('need' as const), at: fc.integer({ min: 0, max: 200 }) }),
  fc.constant<Step>({ kind: 'wait' }),
)

test('whatever order openings, news, measures, pages and failures come in, the rows end as a fresh load has them', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(step, { maxLength: 14 }),
      fc.array(fc.boolean(), { maxLength: 12 }),
      async (scheduler, steps, fails) => {
        let rows: readonly Row[] = MANY.slice(0, 70)
        let isMeasured = false
        let asked = 0
        let isCalm = false
        /** A request reaches main at some time, and its answer the window at some later one. */
        async function answer<T>(make: () => T): Promise<T> {
          const isRefused = !isCalm && fails[asked] === true
          asked += 1
          await scheduler.schedule(Promise.resolve())
          const made = isRefused ? null : make()
          await scheduler.schedule(Promise.resolve())
          if (made === null) throw new AppError('io-failed', 'No.')
          return made
        }
        const opened = (): OpenedThread => {
          const fake = openFake(THREAD, rows)
          return isMeasured ? fake : { ...fake, tokens: null }
        }
        const client = createClient(
          createFakeBridge({
            requests: {
              'thread.open': () => answer(() => openingOf(opened())),
              'thread.page': ({ from, limit }) =>
                answer(() => ({ from, total: rows.length, rows: rows.slice(from, from + limit) })),
            },
          }),
        )
        const store = createThreadStore(client, THREAD)
        const told = (from: number) => void store.append(from, rows.length)
        void store.open()
        for (const one of steps) {
          if (one.kind === 'open') void store.open()
          else if (one.kind === 'append') {
            const from = rows.length
            rows = [...rows, ...MANY.slice(from, from + one.count)]
            told(from)
          } else if (one.kind === 'answer') {
            rows = rows.map((row, at) => (at === rows.length - 1 ? { ...row, tokens: row.tokens + 9 } : row))
            told(rows.length - 1)
          } else if (one.kind === 'measure') {
            isMeasured = true
            const { tokens } = opened()
            store.setMeasured({ messages: rows.length, tokens, notes: [] })
          } else if (one.kind === 'need') store.need(one.at, one.at + 12)
          else if (one.kind === 'retry') store.retryPages()
          else if (scheduler.count() > 0) await scheduler.waitOne()
        }
        isCalm = true
        await scheduler.waitIdle()
        if (store.getState().phase.kind === 'failed') void store.open()
        store.retryPages()
        await scheduler.waitIdle()
        const first = Math.max(0, rows.length - PAGE_ROWS - 10)
        store.need(first, rows.length - 1)
        await scheduler.waitIdle()

        const { phase, rows: shown, failedPages } = store.getState()
        if (phase.kind !== 'ready') throw new Error('it opens')
        const { page: _, ...facts } = opened()
        expect(phase.opened).toMatchObject(facts)
        expect(failedPages.size).toBe(0)
        for (const [index, row] of shown) expect(row).toEqual(rows[index])
        for (let index = first; index < rows.length; index += 1) expect(shown.has(index)).toBe(true)
      },
    ),
    { numRuns: 400 },
  )
})
