import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startScriptedProvider } from '../../../e2e/provider/server.ts'
import type { ScriptedProviderOptions } from '../../../e2e/provider/types.ts'
import type { PreviewFrame } from '../../shared/compact/preview.ts'
import { openSummarizer } from '../providers/open-summarizer.ts'
import { compactorPorts } from '../testing/compactor-ports.ts'
import { PLANTED_KEY, PROTOCOLS, settingsFor } from '../testing/run-summary.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { answer, call, prompt, threadText } from '../testing/thread-builder.ts'
import { openThreadFile } from '../threads/thread-file.ts'
import { Compactor } from './compactor.ts'

function sourcePath(turns: number): string {
  const messages = Array.from({ length: turns }, (_, turn) => [
    prompt(`u${turn}`, `Never rename part ${turn}. Look at src/part-${turn}.ts.`),
    {
      ...answer(`a${turn}`, 'The part reads its header first and then every record. '.repeat(40), [
        call(`c${turn}`, 'read_file', { path: `src/part-${turn}.ts` }, 'x'.repeat(3_000)),
      ]),
      thinking: 'PRIVATE-THOUGHT',
      responseOutputItems: [{ type: 'reasoning', encrypted_content: 'SECRET-STATE' }],
    },
  ]).flat()
  const path = join(temporaryFolder(), 'thread.json')
  writeFileSync(path, threadText(messages))
  return path
}

async function summarize(
  protocol: (typeof PROTOCOLS)[number],
  server: ScriptedProviderOptions = {},
  more: {
    readonly windowTokens?: number | null
    readonly turns?: number
    readonly signal?: AbortSignal
  } = {},
) {
  const provider = await startScriptedProvider(server)
  onTestFinished(() => provider.close())
  const settings = settingsFor(protocol, provider.url, { windowTokens: more.windowTokens ?? null })
  const compactor = new Compactor(
    compactorPorts({ openSummarizer: async () => openSummarizer(settings, PLANTED_KEY) }),
  )
  const frames: PreviewFrame[] = []
  const path = sourcePath(more.turns ?? 8)
  const preview = await compactor.start(
    'thread.json',
    await openThreadFile(path),
    {
      keepTurns: 2,
      instructions: 'Keep part names.',
      summarizerId: 'p',
      detail: 'short',
      language: 'same',
      budgetChars: 4_000,
    },
    (frame) => frames.push(frame),
    more.signal ?? new AbortController().signal,
  )
  return { preview, frames, provider, compactor }
}

describe.each(PROTOCOLS)('a summary by %s', (protocol) => {
  test('S-165 S-200 streams section by section and ends in a preview with both lanes', async () => {
    const { preview, frames } = await summarize(protocol)
    const streamed = frames.filter((frame) => frame.kind === 'section')
    expect(streamed.some((frame) => !frame.isComplete)).toBe(true)
    expect(preview.blocks).toEqual([])
    expect(preview.sections.find(({ key }) => key === 'goal')?.text).not.toBe('')
    expect(preview.sections.find(({ key }) => key === 'rules')?.text).toContain('Never rename part 0')
  })

  test('S-068 S-070 S-197 S-198 sends plain text: no tools, no private reasoning, results capped', async () => {
    const { provider } = await summarize(protocol)
    const body = JSON.stringify(provider.requests[0]?.body)
    expect(body).not.toContain('PRIVATE-THOUGHT')
    expect(body).not.toContain('SECRET-STATE')
    expect(body).not.toContain('x'.repeat(2_001))
    expect(body).not.toMatch(/"tools"|"tool_calls"|"tool_use"/)
    expect(body).toContain('Keep part names.')
  })

  test('B-36 a conversation larger than the window is summarized in passes, every turn in one of them', async () => {
    const { frames, provider } = await summarize(
      protocol,
      { windowTokens: 16_000 },
      { windowTokens: 16_000, turns: 40 },
    )
    const passes = frames.filter((frame) => frame.kind === 'pass').at(-1)
    expect(passes?.passes).toBeGreaterThan(1)
    const all = JSON.stringify(provider.requests.map(({ body }) => body))
    for (let turn = 0; turn < 38; turn += 1) expect(all).toContain(`src/part-${turn}.ts`)
  })

  test('a window that turns out smaller than stated leads to smaller passes, not to a failure', async () => {
    const { preview } = await summarize(
      protocol,
      { windowTokens: 16_000 },
      { windowTokens: 200_000, turns: 40 },
    )
    expect(preview.blocks).toEqual([])
  })

  test('B-45 S-039 a tool call instead of text fails and leaves no preview', async () => {
    await expect(
      summarize(protocol, { script: [{ kind: 'answer', toolCall: { name: 'read_file', arguments: {} } }] }),
    ).rejects.toMatchObject({ code: 'summary-tool-call' })
  })

  test('Stop ends it as cancelled', async () => {
    const stop = new AbortController()
    const running = summarize(protocol, { delayMs: 30 }, { signal: stop.signal })
    setTimeout(() => stop.abort(), 120)
    await expect(running).rejects.toMatchObject({ code: 'cancelled' })
  })

  test('one section is asked for alone and written anew; edits of the others stay, and a failure keeps its text', async () => {
    const { preview, provider, compactor } = await summarize(protocol)
    const { previewId } = preview
    const asked = provider.requests.length
    compactor.edit(previewId, [
      { key: 'decisions', text: '- decided by hand' },
      { key: 'goal', text: '- a goal by hand' },
    ])
    const frames: PreviewFrame[] = []
    const keep = (frame: PreviewFrame) => frames.push(frame)
    const after = await compactor.rewrite(previewId, 'goal', keep, new AbortController().signal)
    const sectionOf = (key: string) => after.sections.find((section) => section.key === key)
    expect(sectionOf('goal')).toMatchObject({ isEdited: false })
    expect(sectionOf('goal')?.text).toBe(preview.sections.find(({ key }) => key === 'goal')?.text)
    expect(sectionOf('decisions')).toMatchObject({ text: '- decided by hand', isEdited: true })
    expect(frames.filter(({ kind }) => kind === 'section').length).toBeGreaterThan(0)
    expect(frames.every((frame) => frame.kind !== 'section' || frame.key === 'goal')).toBe(true)
    const body = JSON.stringify(provider.requests.slice(asked).map((request) => request.body))
    expect(body).toContain('## Goal')
    expect(body).not.toContain('## Key Decisions\\n(')
    const stop = new AbortController()
    stop.abort()
    await expect(compactor.rewrite(previewId, 'decisions', keep, stop.signal)).rejects.toThrow()
    expect(compactor.session(previewId).preview).toEqual(after)
  })
})
