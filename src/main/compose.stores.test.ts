import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { startScriptedProvider } from '../../e2e/provider/server.ts'
import type { ScriptedProviderOptions } from '../../e2e/provider/types.ts'
import type { Policy } from '../shared/compact/policy.ts'
import { databasePath } from './checkpoints/database.ts'
import { readCheckpoint } from './compaction/checkpoint/wrapper.ts'
import { PRESETS } from './compaction/policy/presets.ts'
import { composeCore } from './compose.ts'
import { context, previewOf } from './testing/start-core.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'
import { testHost } from './testing/test-host.ts'
import { answer, call, type NativeRecord, prompt, threadText } from './testing/thread-builder.ts'

const THREAD = 'work.json'

/** The whole program over one thread; `restart` begins it anew on the same disk, after `meanwhile`. */
async function start(
  messages: readonly NativeRecord[],
  setup: {
    readonly windowTokens?: number
    readonly policy?: Partial<Policy>
    readonly provider?: ScriptedProviderOptions
  } = {},
) {
  const dataDir = temporaryFolder()
  const root = join(temporaryFolder(), 'workspace')
  mkdirSync(root)
  const path = join(root, THREAD)
  writeFileSync(path, threadText(messages))
  const provider = await startScriptedProvider(setup.provider ?? {})
  onTestFinished(() => provider.close())
  const open = async () => {
    const opened = await composeCore({
      dataDir,
      resourcesDir: resolve(import.meta.dirname, '../../resources'),
      host: testHost({ chooseFolder: async () => root, getSecret: async () => 'key-1' }),
      emit: () => undefined,
    })
    onTestFinished(() => opened.close())
    return opened
  }
  let core = await open()
  await core.handlers['workspace.choose'](undefined, context)
  await core.handlers['provider.save'](
    {
      id: 'p',
      kind: 'openai-chat',
      name: 'Scripted',
      baseUrl: provider.url,
      model: 'scripted-1',
      windowTokens: setup.windowTokens ?? 64_000,
    },
    context,
  )
  const policy = { ...PRESETS['ratio-75'], summarizerId: 'built-in', ...setup.policy }
  await core.handlers['policy.save']({ scope: 'default', thread: null, policy }, context)
  return {
    provider,
    root,
    path,
    get handlers() {
      return core.handlers
    },
    /** Rows of a table as they are on disk. */
    rows: (table: string): readonly unknown[] => {
      const db = new Database(databasePath(dataDir), { readonly: true })
      try {
        return db.prepare(`select * from ${table}`).all()
      } finally {
        db.close()
      }
    },
    compact: async () => {
      const outcome = await core.handlers['context.compact']({ thread: THREAD, focus: '' }, context)
      if (outcome.kind !== 'completed') throw new Error(`not compacted: ${JSON.stringify(outcome)}`)
      return outcome.event
    },
    view: () => core.handlers['projection.page']({ thread: THREAD, from: 0, limit: 200 }, context),
    say: async (text: string) => {
      await core.handlers['turn.send']({ thread: THREAD, text }, context)
      await expect
        .poll(async () => (await core.handlers['turn.state']({ thread: THREAD }, context)).phase, {
          timeout: 20_000,
        })
        .toBe('idle')
    },
    restart: async (meanwhile: () => void = () => undefined) => {
      await core.close()
      meanwhile()
      core = await open()
    },
  }
}

function turns(count: number): readonly NativeRecord[] {
  return Array.from({ length: count }, (_, turn) => [
    prompt(`u${turn}`, `Task ${turn}: mend src/part-${turn}.ts. Never touch the lock file.`),
    answer(
      `a${turn}`,
      `Part ${turn} was mended. ${'The header is read first, then each record. '.repeat(30)}`,
    ),
  ]).flat()
}

const PROJECTION_TABLES = ['compaction_event', 'projection_override', 'mark', 'thread_context']

test('every item of the next request can be read whole: prompt, checkpoint, messages, what is left unsent', async () => {
  const app = await start(turns(40))
  await app.compact()
  await app.handlers['mark.set']({ thread: THREAD, index: 79, kind: 'exclude', isOn: true }, context)
  const { items, total } = await app.view()
  const textAt = (at: number) =>
    app.handlers['projection.text']({ thread: THREAD, at, offset: 0, limit: 200_000 }, context)
  for (const [at, { text, isCut = false }] of items.entries()) {
    const whole = await textAt(at)
    expect(whole.text.startsWith(text)).toBe(true)
    expect(whole.totalChars > text.length).toBe(isCut)
  }
  const checkpoint = items.findIndex(({ kind }) => kind === 'checkpoint')
  expect((await textAt(checkpoint)).text).toContain('Never touch the lock file.')
  expect((await textAt(total - 1)).text).toContain('Part 39 was mended.')
  await expect(textAt(total)).rejects.toMatchObject({ code: 'not-found' })
})

test('S-001 facts, projection and view are stored apart: each of them changes alone', async () => {
  const app = await start(turns(40))
  const hash = () => createHash('sha256').update(readFileSync(app.path)).digest('hex')
  const projection = () => JSON.stringify(PROJECTION_TABLES.map(app.rows))
  const view = () => JSON.stringify([app.rows('tab'), app.rows('draft')])
  const facts = hash()
  const shown = view()
  // The projection changes: neither facts nor view do.
  const event = await app.compact()
  await app.handlers['mark.set']({ thread: THREAD, index: 2, kind: 'pin', isOn: true }, context)
  await app.handlers['checkpoint.undo']({ thread: THREAD, id: event.id }, context)
  await app.handlers['checkpoint.restore']({ thread: THREAD, id: event.id }, context)
  expect([hash(), view()]).toEqual([facts, shown])
  // The view changes: neither facts nor projection do.
  const sent = projection()
  await app.handlers['tabs.save'](
    { tabs: [{ thread: THREAD, isPinned: true, position: { index: 9, offsetPx: 4 } }], active: 0 },
    context,
  )
  await app.handlers['draft.save']({ thread: THREAD, text: 'half a thought' }, context)
  expect([hash(), projection()]).toEqual([facts, sent])
  expect(view()).not.toBe(shown)
  // Facts grow: the stored projection and the view do not.
  const tabs = view()
  await app.say('Go on.')
  expect(hash()).not.toBe(facts)
  expect([projection(), view()]).toEqual([sent, tabs])
})

test('S-001 only the store of each history writes it: tables in checkpoints, thread files in threads', () => {
  const main = import.meta.dirname
  const files = readdirSync(main, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.includes('testing'),
  )
  const having = (pattern: RegExp) =>
    files
      .filter((name) => pattern.test(readFileSync(join(main, name), 'utf8')))
      .map((name) => name.split('/')[0])
  expect(new Set(having(/\bdb\s*\.(?:prepare|exec|pragma)\(/))).toEqual(
    // The library holds no history: an index that is made anew from the threads.
    new Set(['checkpoints', 'library']),
  )
  expect(new Set(having(/import \{[^}]*\bsaveThread\b/))).toEqual(new Set(['threads']))
})

test('S-008 the stored state joins the summary to the same first message after the file was changed in front of it', async () => {
  const app = await start(turns(40))
  await app.compact()
  const firstKept = async () => {
    const { items } = await app.view()
    const at = items.findIndex(({ kind }) => kind === 'checkpoint')
    return items.slice(at).find(({ kind, isSent }) => isSent && (kind === 'user' || kind === 'assistant'))
  }
  const before = await firstKept()
  const stored = app.rows('compaction_event')
  expect(before?.index).toBeGreaterThanOrEqual(40)
  await app.restart(() => {
    const file = JSON.parse(readFileSync(app.path, 'utf8'))
    file.context.messages.unshift(prompt('x1', 'Put in front.'), answer('x2', 'So it is.'))
    writeFileSync(app.path, `${JSON.stringify(file, null, 2)}\n`)
  })
  const after = await firstKept()
  expect(after).toEqual({ ...before, index: (before?.index ?? 0) + 2 })
  expect(app.rows('compaction_event')).toEqual(stored)
  await app.say('Go on.')
  const request = app.provider.requests.at(-1)
  expect(request?.text).toContain('# Context checkpoint')
  expect(request?.text).not.toContain('Put in front.')
  expect(request?.text).toContain(before?.text.slice(0, 30))
})

test('C-13 C-14 compacted in place: the event alone, with its history file; as a copy: a file that names its source', async () => {
  const app = await start(turns(40))
  const bytes = readFileSync(app.path)
  const event = await app.compact()
  // In place: facts stay in the thread, the history file is an export that the event points to.
  expect(readFileSync(app.path).equals(bytes)).toBe(true)
  expect(readdirSync(app.root).toSorted()).toEqual(['.palimpsest', THREAD])
  expect(event.filePath).toBe('.palimpsest/history/work.md')
  expect(app.rows('compaction_event')).toMatchObject([{ file_path: event.filePath }])
  const opened = await app.handlers['thread.open']({ thread: THREAD }, context)
  expect(opened.messages).toBe(80)
  // A copy: another file with a link back; no event, and the thread goes on as it was.
  const preview = await previewOf(app.handlers, THREAD, { keepTurns: 3 })
  const applied = await app.handlers['compact.apply']({ previewId: preview.previewId, folder: null }, context)
  expect(applied).toMatchObject({ thread: 'work-compact-1.json' })
  expect(app.rows('compaction_event')).toHaveLength(1)
  expect(readFileSync(app.path).equals(bytes)).toBe(true)
  expect(await app.handlers['thread.original']({ thread: 'work-compact-1.json' }, context)).toBe(THREAD)
  // One core wrote both: the same form, with the same rules of the person in it.
  const copy = JSON.parse(readFileSync(join(app.root, 'work-compact-1.json'), 'utf8'))
  const inCopy = readCheckpoint(copy.context.messages[0].content[0].text)?.body ?? ''
  const headings = (text: string) => text.match(/^#+ .*$/gm) ?? []
  expect(headings(inCopy).length).toBeGreaterThan(2)
  expect(headings(event.summaryMessage.text)).toEqual(headings(inCopy))
  for (const text of [inCopy, event.summaryMessage.text]) expect(text).toContain('Never touch the lock file.')
})

test('S-121 S-122 S-159 a shortened output lies complete in a file named by its message, and the model reads it back', async () => {
  const full = (turn: number) => `line of run ${turn}: all is well\n`.repeat(180)
  const runs = Array.from({ length: 40 }, (_, turn) => [
    prompt(`u${turn}`, `Run ${turn}.`),
    answer(`a${turn}`, `Run ${turn} went well.`, [
      call(`c${turn}`, 'run_command', { command: `make part-${turn}` }, full(turn)),
    ]),
  ]).flat()
  let asked = ''
  const app = await start(runs, {
    windowTokens: 64_000,
    policy: {
      reductions: {
        ...PRESETS['ratio-75'].reductions,
        snip: { isOn: true, maxChars: 2_000, budgetTokens: 2_000, preserveLastMessages: 12, isStrict: false },
      },
    },
    provider: {
      script: (request) => {
        const [path] = request.text.match(/\.palimpsest\/tool-output\/work\/a3-[\w.-]+\.txt/) ?? []
        if (path === undefined || asked !== '') return { kind: 'answer', text: 'Read.' }
        asked = path
        return { kind: 'answer', text: '', toolCall: { name: 'read_file', arguments: { path } } }
      },
    },
  })
  const facts = readFileSync(app.path, 'utf8')
  await app.say('What did run 3 say?')
  expect(asked).toBe('.palimpsest/tool-output/work/a3-7-0.txt')
  expect(readFileSync(join(app.root, asked), 'utf8')).toBe(full(3))
  const [first, second] = app.provider.requests
  expect(first?.text).not.toContain(full(3))
  expect(second?.text.split('line of run 3: all is well').length).toBeGreaterThan(180)
  // The fact itself was never shortened.
  expect(readFileSync(app.path, 'utf8').startsWith(facts.slice(0, facts.lastIndexOf('\n    ]')))).toBe(true)
  const written = readdirSync(join(app.root, '.palimpsest/tool-output/work'))
  expect(written.every((name) => /^a\d+-\d+-0\.txt$/.test(name))).toBe(true)
  expect(existsSync(join(app.root, '.palimpsest/history'))).toBe(false)
})
