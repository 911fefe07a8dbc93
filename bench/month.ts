/**
 * A simulated month: `npm run month [-- --turns=5000] [--seed=1] [--protocol=openai-chat]`. Thousands of turns with
 * tools through the whole program against the strict scripted provider, with faults mixed in, in a window of
 * 32,000 tokens. Prints figures; exits with 1 at any violation.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startScriptedProvider } from '../e2e/provider/server.ts'
import type { RecordedRequest, Step } from '../e2e/provider/types.ts'
import { PRESETS } from '../src/main/compaction/policy/presets.ts'
import { checkRequest } from '../src/main/compaction/request/check-request.ts'
import { composeCore } from '../src/main/compose.ts'
import type { Core } from '../src/main/ports.ts'
import { newThreadText } from '../src/main/threads/new-thread.ts'

const { values } = parseArgs({
  options: {
    turns: { type: 'string', default: '5000' },
    seed: { type: 'string', default: '1' },
    protocol: { type: 'string', default: 'openai-chat' },
  },
})
const TURNS = Number(values.turns)
const THREAD = 'month.json'
const WINDOW_TOKENS = 32_000
const kind =
  values.protocol === 'anthropic' || values.protocol === 'openai-responses' ? values.protocol : 'openai-chat'
const context = { signal: new AbortController().signal }

/** Mulberry32: the same seed gives the same month. */
function random(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
  }
}

const roll = random(Number(values.seed))
const faults: Record<string, number> = {}
const violations: string[] = []
let requestsThisTurn = 0
let requestCount = 0
let steps = 0

function fault(name: string, step: Step): Step {
  faults[name] = (faults[name] ?? 0) + 1
  return step
}

/** What the model does with one request. */
function script(request: RecordedRequest): Step {
  requestCount += 1
  requestsThisTurn += 1
  const problems =
    request.body === null ? [{ path: '', message: 'no JSON' }] : checkRequest(kind, request.body)
  for (const { path, message } of problems) violations.push(`request ${requestCount}: ${path}: ${message}`)
  const dice = roll()
  if (dice < 0.006)
    return fault('429', {
      kind: 'reply',
      status: 429,
      headers: { 'retry-after': '0' },
      body: { error: { message: 'Rate limit reached', type: 'requests' } },
    })
  if (dice < 0.01)
    return fault('500', { kind: 'reply', status: 500, body: { error: { message: 'internal' } } })
  if (dice < 0.016)
    return fault('cut', {
      kind: 'answer',
      text: 'This will break off. '.repeat(20),
      cut: { after: 'events', count: 4, how: 'end' },
    })
  if (dice < 0.02)
    return fault('overflow', {
      kind: 'reply',
      status: 400,
      body: {
        error: {
          message: "This model's maximum context length is 32000 tokens.",
          code: 'context_length_exceeded',
          type: 'invalid_request_error',
        },
      },
    })
  if (dice < 0.024) return fault('empty', { kind: 'answer', text: '' })
  steps += 1
  if (dice < 0.5 && requestsThisTurn < 6)
    return {
      kind: 'answer',
      text: dice < 0.2 ? 'Let me look.' : '',
      toolCall:
        dice < 0.35
          ? { name: 'read_file', arguments: { path: `src/part-${steps % 40}.ts` } }
          : dice < 0.42
            ? { name: 'grep', arguments: { pattern: `part${steps % 7}` } }
            : dice < 0.46
              ? {
                  name: 'update_plan',
                  arguments: { plan: [{ step: `Step ${steps}`, status: 'in_progress' }] },
                }
              : { name: 'read_file', arguments: { path: 'gone.ts' } },
    }
  return {
    kind: 'answer',
    text: `Done with this. ${'The part reads its header and then each record. '.repeat(4 + (steps % 20))}`,
  }
}

const folder = mkdtempSync(join(tmpdir(), 'palimpsest-month-'))
const root = join(folder, 'workspace')
mkdirSync(join(root, 'src'), { recursive: true })
for (let part = 0; part < 40; part += 1)
  writeFileSync(
    join(root, `src/part-${part}.ts`),
    `export const part${part % 7} = ${part}\n`.repeat(30 + part * 4),
  )
writeFileSync(join(root, THREAD), newThreadText('month'))
const provider = await startScriptedProvider({ script, windowTokens: WINDOW_TOKENS * 2 })
const host = {
  chooseFolder: async () => root,
  chooseFiles: async () => [],
  trashItem: async () => undefined,
  revealItem: async () => undefined,
  openExternal: async () => undefined,
  writeClipboard: async () => undefined,
  getSecret: async () => 'key',
  setSecret: async () => 'session-only' as const,
  secretState: async () => 'none' as const,
  applyTheme: async () => undefined,
}
const notices = new Map<string, string>()

async function start(): Promise<Core> {
  return composeCore({
    dataDir: join(folder, 'data'),
    resourcesDir: resolve(import.meta.dirname, '../resources'),
    host,
    emit: (event, payload) => {
      if (event !== 'turn.changed' || !('state' in payload)) return
      const notice = payload.state.notice
      if (notice === null || notice.outcome === null) return
      const known = notices.get(notice.id)
      if (known !== undefined && known !== notice.outcome.kind) violations.push(`two endings of ${notice.id}`)
      notices.set(notice.id, notice.outcome.kind)
    },
  })
}

let core = await start()
await core.handlers['workspace.choose'](undefined, context)
await core.handlers['provider.save'](
  { id: 'p', kind, name: 'p', baseUrl: provider.url, model: 'scripted', windowTokens: WINDOW_TOKENS },
  context,
)
await core.handlers['policy.save'](
  { scope: 'default', thread: null, policy: { ...PRESETS['ratio-75'], summarizerId: 'built-in' } },
  context,
)

const FORBIDDEN = new Set(['bad-request', 'protocol', 'replay-invalid', 'internal', 'bad-input'])
const failures: Record<string, number> = {}
const times: number[] = []
const heaps: number[] = []
const said: string[] = []
let undone = 0

async function idle(): Promise<void> {
  for (;;) {
    const state = await core.handlers['turn.state']({ thread: THREAD }, context)
    if (state.phase === 'idle' && state.queue.length === 0) {
      if (state.failure !== null) {
        failures[state.failure.code] = (failures[state.failure.code] ?? 0) + 1
        if (FORBIDDEN.has(state.failure.code))
          violations.push(`turn ${said.length}: ${state.failure.code} ${state.failure.details ?? ''}`)
      }
      return
    }
    await new Promise((done) => setTimeout(done, 2))
  }
}

function checkFacts(): void {
  const messages = JSON.parse(readFileSync(join(root, THREAD), 'utf8')).context.messages as {
    role: string
    content: { text?: string }[]
  }[]
  const texts = messages
    .filter(({ role }) => role === 'user')
    .map(({ content }) => content.map(({ text }) => text ?? '').join(''))
  if (texts.join('\n') !== said.join('\n')) {
    const at = texts.findIndex((text, index) => text !== said[index])
    violations.push(`turn ${said.length}: messages differ from ${at}: ${texts[at]} instead of ${said[at]}`)
  }
}

const began = performance.now()
for (let turn = 0; turn < TURNS && violations.length === 0; turn += 1) {
  const text = `Turn ${turn}: mend src/part-${turn % 40}.ts. ${turn % 50 === 0 ? 'Never touch the lock file.' : ''}`
  requestsThisTurn = 0
  const startMs = performance.now()
  await core.handlers['turn.send']({ thread: THREAD, text }, context)
  said.push(text)
  if (roll() < 0.01) {
    await new Promise((done) => setTimeout(done, 5))
    await core.handlers['turn.stop']({ thread: THREAD }, context)
  }
  await idle()
  times.push(performance.now() - startMs)
  if (requestsThisTurn > 20) violations.push(`turn ${turn}: ${requestsThisTurn} requests`)
  if (turn % 97 === 96) await core.handlers['context.compact']({ thread: THREAD, focus: '' }, context)
  if (turn % 241 === 240) {
    const [newest] = await core.handlers['checkpoint.list']({ thread: THREAD }, context)
    if (newest?.state === 'active') {
      await core.handlers['checkpoint.undo']({ thread: THREAD, id: newest.id }, context)
      await core.handlers['checkpoint.restore']({ thread: THREAD, id: newest.id }, context)
      undone += 1
    }
  }
  if (turn % 311 === 310) {
    await core.close()
    core = await start()
  }
  if (turn % 50 === 49 || turn === TURNS - 1) checkFacts()
  if (turn % 500 === 499) {
    globalThis.gc?.()
    heaps.push(Math.round(process.memoryUsage().heapUsed / 1_048_576))
    provider.forget()
    console.log(
      `${turn + 1} turns, heap ${heaps.at(-1)} MB, ${Math.round((performance.now() - began) / 1000)} s`,
    )
  }
}

const sorted = times.toSorted((one, other) => one - other)
const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0)
const list = await core.handlers['checkpoint.list']({ thread: THREAD }, context)
const kinds = Object.groupBy(list, ({ kind: by }) => by)
console.log(
  JSON.stringify(
    {
      protocol: kind,
      turns: said.length,
      requests: requestCount,
      invalidRequests: violations.filter((line) => line.startsWith('request')).length,
      checkpoints: Object.fromEntries(Object.entries(kinds).map(([name, all]) => [name, all?.length ?? 0])),
      endings: Object.fromEntries(
        Object.entries(Object.groupBy([...notices.values()], (ending) => ending)).map(([name, all]) => [
          name,
          all?.length ?? 0,
        ]),
      ),
      faults,
      failuresShown: failures,
      undoneAndRestored: undone,
      turnMs: { p50: at(0.5), p95: at(0.95), max: at(0.999) },
      heapMb: heaps,
      fileMb: Math.round((statSync(join(root, THREAD)).size / 1_048_576) * 10) / 10,
      seconds: Math.round((performance.now() - began) / 1000),
      violations: violations.slice(0, 20),
    },
    null,
    2,
  ),
)
await core.close()
await provider.close()
rmSync(folder, { recursive: true, force: true })
process.exitCode = violations.length === 0 ? 0 : 1
