import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startScriptedProvider } from '../../e2e/provider/server.ts'
import { PRESETS } from '../../src/main/compaction/policy/presets.ts'
import { composeCore } from '../../src/main/compose.ts'
import type { Core } from '../../src/main/ports.ts'
import { newThreadText } from '../../src/main/threads/new-thread.ts'
import type { AppEvents, EventName } from '../../src/shared/ipc/events.ts'
import { seededRandom } from '../generate-thread.ts'
import { GrowingFile } from './growing-file.ts'
import { ModelScript } from './model-script.ts'
import { type MonthOptions, type MonthReport, tally } from './month-report.ts'

const THREAD = 'month.json'
const WINDOW_TOKENS = 32_000
/** The script stops calling tools after five requests; retries and replays come on top. */
const MAX_REQUESTS = 12
/** Growth per thousand messages that the thread itself may take: sketches, estimates, places. */
const HEAP_MB_PER_THOUSAND = 6
const HEAP_SLACK_MB = 40
/** The program made a mistake. */
const FORBIDDEN = new Set(['bad-request', 'protocol', 'replay-invalid', 'internal', 'bad-input'])
/** Everything in a month can be made to fit, unless the provider says of a small request that it does not. */
const STUCK = new Set(['compaction-failed', 'needs-new-thread'])
const context = { signal: new AbortController().signal }

/**
 * Turns with tools through the whole program against the strict scripted provider, with faults mixed in, stops,
 * restarts, `/compact`, undo and restore. After each turn the file may only have grown, by exactly what was said and
 * served. Ends at the first turn with a violation.
 */
export async function simulateMonth(options: MonthOptions): Promise<MonthReport> {
  const month = new Month(options)
  try {
    await month.begin()
    return await month.run()
  } finally {
    await month.end()
  }
}

type Provider = Awaited<ReturnType<typeof startScriptedProvider>>

class Month {
  private readonly options: MonthOptions
  private readonly root: string
  private readonly roll: () => number
  private readonly script: ModelScript
  private readonly endings = new Map<string, string>()
  private readonly violations: string[] = []
  private readonly failures: Record<string, number> = {}
  private readonly times: number[] = []
  private readonly heaps: { readonly mb: number; readonly messages: number }[] = []
  private readonly most = { requests: 0, compactions: 0 }
  private readonly counts = { asked: 0, stops: 0, restarts: 0, undone: 0 }
  private turn = 0
  private facts = 0
  private compactedAt = -1
  private provider: Provider | null = null
  private core: Core | null = null

  constructor(options: MonthOptions) {
    this.options = options
    this.root = join(options.folder, 'workspace')
    this.roll = seededRandom(options.seed)
    this.script = new ModelScript(options.protocol, seededRandom(options.seed + 1), options.faultRate)
  }

  async begin(): Promise<void> {
    mkdirSync(join(this.root, 'src'), { recursive: true })
    for (let part = 0; part < 40; part += 1)
      writeFileSync(
        join(this.root, `src/part-${part}.ts`),
        `export const part${part % 7} = ${part}\n`.repeat(30 + part * 4),
      )
    writeFileSync(join(this.root, THREAD), newThreadText('month'))
    this.provider = await startScriptedProvider({
      script: this.script.answer,
      windowTokens: WINDOW_TOKENS * 2,
      deltaChars: 120,
    })
    this.core = await this.open()
    const { handlers } = this.core
    await handlers['workspace.choose'](undefined, context)
    await handlers['provider.save'](
      {
        id: 'p',
        kind: this.options.protocol,
        name: 'p',
        baseUrl: this.provider.url,
        model: 'scripted',
        windowTokens: WINDOW_TOKENS,
      },
      context,
    )
    const policy = { ...PRESETS['ratio-75'], summarizerId: 'built-in' }
    await handlers['policy.save']({ scope: 'default', thread: null, policy }, context)
  }

  async run(): Promise<MonthReport> {
    const began = performance.now()
    const file = new GrowingFile(join(this.root, THREAD))
    const { turns, every, onProgress } = this.options
    while (this.turn < turns && this.violations.length === 0) {
      await this.oneTurn(file)
      this.turn += 1
      if (this.turn % every.compact === 0) await this.compact()
      if (this.turn % every.undo === 0) await this.undoAndRestore()
      if (this.turn % every.restart === 0) await this.restart(file)
      if (this.turn % every.memory === 0) {
        this.measure(file)
        const seconds = Math.round((performance.now() - began) / 1000)
        onProgress?.(
          `${this.turn} turns, ${this.script.requests} requests, ${this.counts.asked - this.script.requests} refused, ${this.endings.size} compactions, heap ${this.heaps.at(-1)?.mb} MB, ${seconds} s`,
        )
      }
    }
    this.note(file.checkWhole())
    this.countAsked()
    const refused = this.counts.asked - this.script.requests
    if (refused > 0) this.violations.push(`${refused} requests refused by the provider's rules`)
    this.checkMemory()
    return this.report(file, refused, began)
  }

  async end(): Promise<void> {
    await this.core?.close()
    await this.provider?.close()
  }

  private async open(): Promise<Core> {
    return composeCore({
      dataDir: join(this.options.folder, 'data'),
      resourcesDir: resolve(import.meta.dirname, '../../resources'),
      host: {
        chooseFolder: async () => this.root,
        chooseFiles: async () => [],
        trashItem: async () => undefined,
        revealItem: async () => undefined,
        openExternal: async () => undefined,
        writeClipboard: async () => undefined,
        getSecret: async () => 'key',
        setSecret: async () => 'session-only',
        secretState: async () => 'none',
        applyTheme: async () => undefined,
      },
      emit: (name, payload) => this.hear(name, payload),
    })
  }

  private get handlers(): Core['handlers'] {
    if (this.core === null) throw new Error('the month has not begun')
    return this.core.handlers
  }

  private hear(name: EventName, payload: AppEvents[EventName]): void {
    if (name === 'thread.appended' && 'total' in payload) this.facts = payload.total
    if (name !== 'turn.changed' || !('state' in payload)) return
    const { notice } = payload.state
    if (notice === null || notice.outcome === null) return
    const known = this.endings.get(notice.id)
    // A loop would compact again without anything new to work with.
    if (known === undefined && notice.kind === 'automatic') {
      if (this.facts === this.compactedAt)
        this.violations.push(`two automatic runs at ${this.facts} messages`)
      this.compactedAt = this.facts
    }
    if (known !== undefined && known !== notice.outcome.kind)
      this.violations.push(`two endings of ${notice.id}`)
    this.endings.set(notice.id, notice.outcome.kind)
  }

  private async oneTurn(file: GrowingFile): Promise<void> {
    const rule = this.turn % 50 === 0 ? ' Never touch the lock file.' : ''
    const text = `Turn ${this.turn}: mend src/part-${this.turn % 40}.ts.${rule}`
    const endings = this.endings.size
    this.script.beginTurn()
    const startMs = performance.now()
    await this.handlers['turn.send']({ thread: THREAD, text }, context)
    const isStopped = this.roll() < 0.015
    if (isStopped) {
      await sleep(this.roll() * 60)
      await this.handlers['turn.stop']({ thread: THREAD }, context)
      this.counts.stops += 1
    }
    await this.idle()
    this.times.push(performance.now() - startMs)
    const { turn } = this.script
    this.most.requests = Math.max(this.most.requests, turn.requests)
    this.most.compactions = Math.max(this.most.compactions, this.endings.size - endings)
    this.note(file.check(text, turn, isStopped))
    this.note(this.script.problems)
    if (turn.requests > MAX_REQUESTS) this.note([`${turn.requests} requests`])
    // One check before each request, and one forced run after a refusal.
    if (this.endings.size - endings > turn.requests + 1)
      this.note([`${this.endings.size - endings} compactions for ${turn.requests} requests`])
  }

  private note(problems: readonly string[]): void {
    for (const problem of problems) this.violations.push(`turn ${this.turn}: ${problem}`)
  }

  private async idle(): Promise<void> {
    for (;;) {
      const state = await this.handlers['turn.state']({ thread: THREAD }, context)
      if (state.phase === 'idle' && state.queue.length === 0) {
        const { failure } = state
        if (state.isUnsaved) this.note(['not saved'])
        if (failure === null) return
        this.failures[failure.code] = (this.failures[failure.code] ?? 0) + 1
        const isStuck = STUCK.has(failure.code) && !this.script.turn.hasOverflow
        if (isStuck || FORBIDDEN.has(failure.code))
          this.note([
            `${failure.code} ${failure.message} ${failure.details ?? ''} ${JSON.stringify(failure.params)}`,
          ])
        return
      }
      await sleep(1)
    }
  }

  private async compact(): Promise<void> {
    await this.handlers['context.compact']({ thread: THREAD, focus: '' }, context)
  }

  /** What the model would see is the same after the way back and forth. */
  private async undoAndRestore(): Promise<void> {
    const [newest] = await this.handlers['checkpoint.list']({ thread: THREAD }, context)
    if (newest?.state !== 'active') return
    const before = await this.view()
    await this.handlers['checkpoint.undo']({ thread: THREAD, id: newest.id }, context)
    await this.handlers['checkpoint.restore']({ thread: THREAD, id: newest.id }, context)
    if ((await this.view()) !== before) this.note(['undo and restore do not lead back to the same request'])
    this.counts.undone += 1
  }

  private async restart(file: GrowingFile): Promise<void> {
    const before = await this.view()
    await this.core?.close()
    this.core = await this.open()
    if ((await this.view()) !== before) this.note(['another request after a restart'])
    this.note(file.checkWhole())
    this.counts.restarts += 1
  }

  private async view(): Promise<string> {
    return JSON.stringify(
      await this.handlers['projection.page']({ thread: THREAD, from: 0, limit: 200 }, context),
    )
  }

  private countAsked(): void {
    this.counts.asked += this.provider?.requests.filter(({ call }) => call >= 0).length ?? 0
    this.provider?.forget()
  }

  private measure(file: GrowingFile): void {
    // What the provider recorded is the test's own memory.
    this.countAsked()
    globalThis.gc?.()
    this.heaps.push({ mb: Math.round(process.memoryUsage().heapUsed / 1_048_576), messages: file.count })
  }

  /** Without `--expose-gc` there is garbage in the numbers, and nothing is judged. */
  private checkMemory(): void {
    const [first] = this.heaps
    const last = this.heaps.at(-1)
    if (globalThis.gc === undefined || first === undefined || last === undefined) return
    const allowed = HEAP_SLACK_MB + (HEAP_MB_PER_THOUSAND * (last.messages - first.messages)) / 1000
    if (last.mb - first.mb > allowed) this.violations.push(`the heap grew from ${first.mb} to ${last.mb} MB`)
  }

  private async report(file: GrowingFile, refusedRequests: number, began: number): Promise<MonthReport> {
    const list = await this.handlers['checkpoint.list']({ thread: THREAD }, context)
    const sorted = this.times.toSorted((one, other) => one - other)
    const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)
    return {
      protocol: this.options.protocol,
      turns: this.turn,
      requests: this.script.requests,
      refusedRequests,
      checkpoints: tally(list.map(({ kind }) => kind)),
      endings: tally([...this.endings.values()]),
      faults: this.script.faults,
      failuresShown: this.failures,
      stops: this.counts.stops,
      restarts: this.counts.restarts,
      undoneAndRestored: this.counts.undone,
      messages: file.count,
      turnMs: { p50: at(0.5), p95: at(0.95), max: at(1) },
      mostRequestsInATurn: this.most.requests,
      mostCompactionsInATurn: this.most.compactions,
      heapMb: this.heaps.map(({ mb }) => mb),
      fileMb: Math.round((file.sizeBytes / 1_048_576) * 10) / 10,
      seconds: Math.round((performance.now() - began) / 1000),
      violations: this.violations,
    }
  }
}
