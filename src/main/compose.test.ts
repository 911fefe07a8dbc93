import { cpSync, mkdirSync, readdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { CompactOptions } from '../shared/compact/plan.ts'
import type { PreviewFrame } from '../shared/compact/preview.ts'
import type { AppEvents, EventName } from '../shared/ipc/events.ts'
import { composeCore } from './compose.ts'
import type { HostPort } from './ports.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'
import { testHost } from './testing/test-host.ts'
import { plainTurns, threadText } from './testing/thread-builder.ts'

const resourcesDir = resolve(import.meta.dirname, '../../resources')
const context = { signal: new AbortController().signal }
const OPTIONS = {
  keepTurns: 3,
  instructions: '',
  summarizerId: 'built-in',
  detail: 'standard',
  language: 'same',
  budgetChars: null,
} as const

async function startCore(host: Partial<HostPort> = {}, dataDir = temporaryFolder()) {
  const events: { name: EventName; payload: AppEvents[EventName] }[] = []
  const core = await composeCore({
    dataDir,
    resourcesDir,
    host: testHost(host),
    emit: (name, payload) => events.push({ name, payload }),
  })
  onTestFinished(() => core.close())
  return { core, handlers: core.handlers, events, dataDir }
}

async function previewOf(
  handlers: Awaited<ReturnType<typeof startCore>>['handlers'],
  thread: string,
  options: Partial<CompactOptions> = {},
) {
  const frames: PreviewFrame[] = []
  await handlers['compact.start'](
    { thread, options: { ...OPTIONS, ...options } },
    (frame) => frames.push(frame),
    context,
  )
  const last = frames.at(-1)
  if (last?.kind !== 'preview') throw new Error('no preview')
  return last.preview
}

/** Every file below a folder with its text. */
function texts(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'))
}

describe('a fresh install', () => {
  test('opens with the sample workspace and a long thread that can be compacted', async () => {
    const { handlers } = await startCore()
    expect(await handlers['workspace.get'](undefined, context)).toMatchObject({ isSample: true })
    const names = (await handlers['workspace.list']({ folder: '' }, context)).map(({ name }) => name)
    expect(names).toContain('feature-design.json')
    const opened = await handlers['thread.open']({ thread: 'feature-design.json' }, context)
    expect(opened.compaction.kind).toBe('available')
    expect(opened.page.rows.at(-1)?.index).toBe(opened.messages - 1)
    expect(opened.page.rows.length).toBeLessThanOrEqual(30)
  })

  test('S-160 says why a short thread cannot be compacted', async () => {
    const { handlers } = await startCore()
    const opened = await handlers['thread.open']({ thread: 'hello.json' }, context)
    expect(opened.compaction).toMatchObject({ kind: 'unavailable', reason: 'too-few-turns' })
  })

  test('keeps what a person changed in the sample', async () => {
    const { handlers, dataDir } = await startCore()
    await handlers['workspace.rename']({ path: 'hello.json', name: 'mine.json' }, context)
    const again = await startCore({}, dataDir)
    const names = (await again.handlers['workspace.list']({ folder: '' }, context)).map(({ name }) => name)
    expect(names).toContain('mine.json')
  })
})

describe('the main job over the routes', () => {
  test('S-172 plan, preview, edit, apply: the copy opens and the source keeps its bytes', async () => {
    const { handlers, dataDir, events } = await startCore()
    const thread = 'feature-design.json'
    const path = join(dataDir, 'sample-workspace', thread)
    const before = readFileSync(path)
    const plan = await handlers['compact.plan']({ thread }, context)
    expect(plan).toMatchObject({ keepDefault: 3, copyName: 'feature-design-compact-1.json' })
    const preview = await previewOf(handlers, thread)
    await handlers['compact.edit'](
      { previewId: preview.previewId, sections: [{ key: 'goal', text: 'A goal mended by hand' }] },
      context,
    )
    const seen = await handlers['compact.projection'](
      { previewId: preview.previewId, from: 0, limit: 200 },
      context,
    )
    const outcome = await handlers['compact.apply']({ previewId: preview.previewId, folder: null }, context)
    expect(outcome).toMatchObject({ kind: 'applied', thread: 'feature-design-compact-1.json' })
    expect(readFileSync(path)).toEqual(before)
    const copy = await handlers['thread.open']({ thread: 'feature-design-compact-1.json' }, context)
    expect(copy.turns).toBe(3)
    await vi.waitFor(
      () =>
        expect(events).toContainEqual({
          name: 'thread.measured',
          payload: expect.objectContaining({ thread: copy.thread, tokens: seen.tokens }),
        }),
      { timeout: 20_000 },
    )
    const first = await handlers['thread.page']({ thread: copy.thread, from: 0, limit: 3 }, context)
    expect(JSON.stringify(first.rows)).toContain('A goal mended by hand')
  })

  test('instructions typed for a thread come back next time and never reach its file', async () => {
    const { handlers, dataDir } = await startCore()
    const thread = 'feature-design.json'
    await handlers['compact.saveInstructions']({ thread, instructions: 'Keep every port number.' }, context)
    expect((await handlers['compact.plan']({ thread }, context)).instructions).toBe('Keep every port number.')
    expect(readFileSync(join(dataDir, 'sample-workspace', thread), 'utf8')).not.toContain('Keep every port')
  })

  test('another folder for the copy is taken only when it was chosen in the dialog', async () => {
    const chosen = temporaryFolder()
    const { handlers } = await startCore({ chooseFolder: async () => chosen })
    const preview = await previewOf(handlers, 'feature-design.json')
    const input = { previewId: preview.previewId, folder: chosen }
    await expect(handlers['compact.apply'](input, context)).rejects.toMatchObject({ code: 'path-outside' })
    await handlers['compact.chooseFolder'](undefined, context)
    const outcome = await handlers['compact.apply'](input, context)
    if (outcome.kind !== 'applied') throw new Error(outcome.kind)
    await expect(handlers['thread.open']({ thread: outcome.thread }, context)).resolves.toMatchObject({
      turns: 3,
    })
  })

  test('a copy is taken back to the trash, also outside the workspace, unless it was changed', async () => {
    const folder = temporaryFolder()
    const outside = join(folder, 'outside.json')
    writeFileSync(outside, readFileSync(join(resourcesDir, 'sample-workspace/feature-design.json')))
    const thrown: string[] = []
    const { handlers } = await startCore({
      chooseFiles: async () => [outside],
      trashItem: async (path) => void thrown.push(path),
    })
    const [thread = ''] = await handlers['workspace.openFile'](undefined, context)
    const applied = async () => {
      const preview = await previewOf(handlers, thread)
      const outcome = await handlers['compact.apply']({ previewId: preview.previewId, folder: null }, context)
      if (outcome.kind !== 'applied') throw new Error(outcome.kind)
      return outcome.thread
    }
    const first = await applied()
    await handlers['compact.takeBack']({ thread: first }, context)
    expect(thrown).toEqual([first])
    const second = await applied()
    writeFileSync(second, threadText(plainTurns(2)))
    await expect(handlers['compact.takeBack']({ thread: second }, context)).rejects.toMatchObject({
      code: 'file-changed',
    })
    await expect(handlers['compact.takeBack']({ thread }, context)).rejects.toMatchObject({
      code: 'file-changed',
    })
    expect(thrown).toEqual([first])
  })

  test('a renamed original is found again from its copy', async () => {
    const { handlers } = await startCore()
    const preview = await previewOf(handlers, 'feature-design.json')
    const outcome = await handlers['compact.apply']({ previewId: preview.previewId, folder: null }, context)
    if (outcome.kind !== 'applied') throw new Error(outcome.kind)
    await handlers['workspace.rename']({ path: 'feature-design.json', name: 'another name.json' }, context)
    expect(await handlers['thread.original']({ thread: outcome.thread }, context)).toBe('another name.json')
  })

  test('the original of a copy of a copy is the one before, and the first of all where that is asked for', async () => {
    const { handlers } = await startCore()
    const compactOf = async (thread: string, keepTurns: number) => {
      const preview = await previewOf(handlers, thread, { keepTurns })
      const outcome = await handlers['compact.apply']({ previewId: preview.previewId, folder: null }, context)
      if (outcome.kind !== 'applied') throw new Error(outcome.kind)
      return outcome.thread
    }
    const first = await compactOf('feature-design.json', 3)
    const second = await compactOf(first, 1)
    const original = (thread: string, isFirst: boolean) =>
      handlers['thread.original']({ thread, isFirst }, context)
    expect(await original(second, false)).toBe(first)
    expect(await original(second, true)).toBe('feature-design.json')
    expect(await original(first, true)).toBe('feature-design.json')
  })

  test('a second opening of the same thread shows what another program wrote', async () => {
    const { handlers, dataDir } = await startCore()
    const path = join(dataDir, 'sample-workspace', 'grown.json')
    writeFileSync(path, threadText(plainTurns(2)))
    expect((await handlers['thread.open']({ thread: 'grown.json' }, context)).turns).toBe(2)
    writeFileSync(path, threadText(plainTurns(4)))
    expect((await handlers['thread.open']({ thread: 'grown.json' }, context)).turns).toBe(4)
  })
})

describe('walls', () => {
  test.each(['../secret.json', '/etc/passwd', 'notes/../../x.json', 'a\u0000b', 'C:\\x.json'])(
    'a thread id that leads outside is refused: %j',
    async (thread) => {
      const { handlers } = await startCore()
      await expect(handlers['thread.open']({ thread }, context)).rejects.toMatchObject({
        code: expect.stringMatching(/^(path-outside|file-not-found|name-invalid|bad-input)$/),
      })
    },
  )

  test('an absolute path opens once the person chose it', async () => {
    const outside = join(temporaryFolder(), 'outside.json')
    writeFileSync(outside, threadText(plainTurns(2)))
    const { handlers } = await startCore({ chooseFiles: async () => [outside] })
    await expect(handlers['thread.open']({ thread: outside }, context)).rejects.toMatchObject({
      code: 'path-outside',
    })
    const [thread = ''] = await handlers['workspace.openFile'](undefined, context)
    expect((await handlers['thread.open']({ thread }, context)).turns).toBe(2)
  })

  test('B-89 a key goes to the host and into no file and no answer', async () => {
    const key = 'sk-planted-0123456789abcdef'
    const kept = new Map<string, string>()
    const { handlers, dataDir } = await startCore({
      setSecret: async (id, value) => {
        kept.set(id, value)
        return 'session-only'
      },
      secretState: async (id) => (kept.has(id) ? 'session-only' : 'none'),
      getSecret: async (id) => kept.get(id) ?? null,
    })
    const provider = {
      id: 'p',
      kind: 'openai-chat',
      name: 'P',
      baseUrl: 'http://127.0.0.1:9/v1',
      model: 'm',
      windowTokens: null,
    } as const
    await handlers['provider.save'](provider, context)
    const answers = [
      await handlers['provider.setKey']({ id: 'p', key }, context),
      await handlers['provider.list'](undefined, context),
      await handlers['settings.get'](undefined, context),
      await handlers['provider.test']({ id: 'p' }, context).catch((error: unknown) => error),
      await handlers['compact.plan']({ thread: 'feature-design.json' }, context),
    ]
    expect(kept.get('p')).toBe(key)
    expect(
      JSON.stringify(
        answers.map((answer) => (answer instanceof Error ? { ...answer, message: answer.message } : answer)),
      ),
    ).not.toContain(key)
    expect(texts(dataDir).filter((text) => text.includes(key))).toEqual([])
  })

  test('every window is told of providers that came, changed, got a key or went', async () => {
    const { handlers, events } = await startCore()
    const provider = {
      id: 'p',
      kind: 'openai-chat',
      name: 'P',
      baseUrl: 'http://127.0.0.1:9/v1',
      model: 'm',
      windowTokens: null,
    } as const
    const told = () => events.filter(({ name }) => name === 'providers.changed').map(({ payload }) => payload)
    await handlers['provider.save'](provider, context)
    expect(told().at(-1)).toEqual([expect.objectContaining(provider)])
    await handlers['provider.save']({ ...provider, windowTokens: 32_000 }, context)
    expect(told().at(-1)).toEqual([expect.objectContaining({ windowTokens: 32_000 })])
    await handlers['provider.setKey']({ id: 'p', key: 'sk-planted-0123456789abcdef' }, context)
    expect(told()).toHaveLength(3)
    await handlers['provider.remove']({ id: 'p' }, context)
    expect(told().slice(3)).toEqual([[]])
  })

  test('only https and mailto links are opened', async () => {
    const opened: string[] = []
    const { handlers } = await startCore({ openExternal: async (url) => void opened.push(url) })
    await handlers['link.open']({ url: 'https://example.com/' }, context)
    await expect(handlers['link.open']({ url: 'file:///etc/passwd' }, context)).rejects.toMatchObject({
      code: 'link-refused',
    })
    expect(opened).toEqual(['https://example.com/'])
  })

  test('a prompt includes files of its workspace and no others', async () => {
    const root = realpathSync(temporaryFolder())
    mkdirSync(join(root, 'docs'))
    writeFileSync(join(root, 'docs/rules.md'), 'INCLUDED RULES')
    const messages = plainTurns(4).map((message, index) =>
      index === 0
        ? {
            ...message,
            content: [
              {
                type: 'text',
                text: '{{@include("docs/rules.md")}} {{@include("~/.ssh/id_rsa")}} {{ nobody }}',
              },
            ],
          }
        : message,
    )
    writeFileSync(join(root, 't.json'), threadText(messages))
    cpSync(join(root, 't.json'), join(root, 'u.json'))
    const { handlers } = await startCore({ chooseFolder: async () => root })
    await handlers['workspace.choose'](undefined, context)
    const plan = await handlers['compact.plan']({ thread: 't.json' }, context)
    expect(plan.problems.map(({ kind, name, index }) => [kind, name, index])).toEqual([
      ['include-refused', '~/.ssh/id_rsa', 0],
      ['unknown-variable', 'nobody', 0],
    ])
  })
})
