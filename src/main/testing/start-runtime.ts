import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, expect, onTestFinished } from 'vitest'
import { startScriptedProvider } from '../../../e2e/provider/server.ts'
import type { Protocol, ScriptedProviderOptions } from '../../../e2e/provider/types.ts'
import type { Policy } from '../../shared/compact/policy.ts'
import type { AppEvents, EventName } from '../../shared/ipc/events.ts'
import type { CallContext } from '../../shared/ipc/handlers.ts'
import { PRESETS } from '../compaction/policy/presets.ts'
import type { JsonObject } from '../compaction/request/private-layout.ts'
import { composeCore } from '../compose.ts'
import { checkAll } from './check-runtime.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { testHost } from './test-host.ts'
import { answer, type NativeRecord, prompt, threadText } from './thread-builder.ts'

const resourcesDir = resolve(import.meta.dirname, '../../../resources')

/** What a handler is called with. */
export const context: CallContext = { signal: new AbortController().signal }

/** The one thread of the workspace. */
export const THREAD = 'work.json'

/** The provider's key: nothing may show it. */
const KEY = 'sk-test-RUNTIME-AAAABBBBCCCC'

const checks: (() => Promise<void>)[] = []

// Hooks run last in, first out: the folders are still there, and the programs still open.
afterEach(async () => {
  for (const check of checks.splice(0)) await check()
})

function messagesOf(path: string): readonly { readonly role: string }[] {
  return JSON.parse(readFileSync(path, 'utf8')).context.messages
}

/** What a test changes about the world. */
export interface RuntimeSetup {
  readonly kind?: Protocol
  readonly provider?: ScriptedProviderOptions
  readonly messages?: readonly NativeRecord[]
  readonly windowTokens?: number | null
  readonly policy?: Partial<Policy>
  readonly summaryStyle?: 'separate' | 'agent-shaped'
}

/**
 * The program over a workspace with one thread and a scripted provider; `restart` begins it anew
 * on the same disk. The invariants I1 to I11 are checked when the test is over, whatever it looked at.
 */
export async function startRuntime(setup: RuntimeSetup = {}) {
  const kind = setup.kind ?? 'openai-chat'
  const dataDir = temporaryFolder()
  const root = join(temporaryFolder(), 'workspace')
  mkdirSync(root)
  const path = join(root, THREAD)
  writeFileSync(path, threadText(setup.messages ?? []))
  const provider = await startScriptedProvider(setup.provider ?? {})
  onTestFinished(() => provider.close())
  const events: { name: EventName; payload: AppEvents[EventName] }[] = []
  const open = async () => {
    const core = await composeCore({
      dataDir,
      resourcesDir,
      host: testHost({ chooseFolder: async () => root, getSecret: async () => KEY }),
      emit: (name, payload) => events.push({ name, payload }),
    })
    onTestFinished(() => core.close())
    return core
  }
  let core = await open()
  await core.handlers['workspace.choose'](undefined, context)
  await core.handlers['provider.save'](
    {
      id: 'p',
      kind,
      name: 'Scripted',
      baseUrl: provider.url,
      model: 'scripted-1',
      windowTokens: setup.windowTokens === undefined ? 16_000 : setup.windowTokens,
      ...(setup.summaryStyle === undefined ? {} : { summaryStyle: setup.summaryStyle }),
    },
    context,
  )
  await core.handlers['policy.save'](
    {
      scope: 'default',
      thread: null,
      policy: { ...PRESETS['ratio-75'], summarizerId: 'built-in', ...setup.policy },
    },
    context,
  )
  const before = messagesOf(path)
  const sent: string[] = []
  const notices = () =>
    events.flatMap(({ name, payload }) => {
      const notice = name === 'turn.changed' ? (payload as AppEvents['turn.changed']).state.notice : null
      return notice === null ? [] : [notice]
    })
  checks.push(async () => {
    const state = await core.handlers['turn.state']({ thread: THREAD }, context)
    const report = await core.handlers['context.get']({ thread: THREAD }, context)
    const activity = await core.handlers['activity.list'](
      { thread: THREAD, before: null, limit: 500 },
      context,
    )
    const problems = checkAll({
      protocol: kind,
      bodies: provider.requests.flatMap(({ body, protocol }) =>
        body !== null && protocol === kind ? [body as JsonObject] : [],
      ),
      before,
      now: messagesOf(path),
      notices: notices(),
      report,
      sent,
      waiting: state.queue.map(({ text }) => text),
      outside: [JSON.stringify(events), JSON.stringify(activity), readFileSync(path, 'utf8')],
      secret: KEY,
    })
    expect(problems).toEqual([])
  })
  return {
    get handlers() {
      return core.handlers
    },
    provider,
    dataDir,
    path,
    root,
    events,
    file: () => messagesOf(path),
    async restart() {
      await core.close()
      core = await open()
    },
    idle: async () => {
      await expect
        .poll(async () => (await core.handlers['turn.state']({ thread: THREAD }, context)).phase, {
          timeout: 20_000,
        })
        .toBe('idle')
    },
    /** Every notice of a compaction that a window was told, in order. */
    notices,
    /** Sends and does not wait. */
    send: async (text: string) => {
      const outcome = await core.handlers['turn.send']({ thread: THREAD, text }, context)
      sent.push(text)
      return outcome
    },
    say: async (text: string) => {
      await core.handlers['turn.send']({ thread: THREAD, text }, context)
      sent.push(text)
      await expect
        .poll(
          async () => {
            const state = await core.handlers['turn.state']({ thread: THREAD }, context)
            return state.phase === 'idle' && state.queue.length === 0
          },
          { timeout: 20_000 },
        )
        .toBe(true)
    },
  }
}

/** What would be sent next, item by item. */
export async function ledger(app: Awaited<ReturnType<typeof startRuntime>>) {
  return app.handlers['projection.page']({ thread: THREAD, from: 0, limit: 200 }, context)
}

/** Turns of about 330 tokens. */
export function turns(count: number): readonly NativeRecord[] {
  return Array.from({ length: count }, (_, turn) => [
    prompt(`u${turn}`, `Task ${turn}: mend src/part-${turn}.ts. Never touch the lock file.`),
    answer(
      `a${turn}`,
      `Part ${turn} was mended. ${'The header is read first, then each record. '.repeat(30)}`,
    ),
  ]).flat()
}
