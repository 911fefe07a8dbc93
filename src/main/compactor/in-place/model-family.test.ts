import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { UnreadMessage } from '../../compaction/projection/unread-message.ts'
import { runSteps } from '../../compaction/steps.ts'
import { estimateMessageTokens } from '../../compaction/tokens/estimate-message.ts'
import type { TokenFamily } from '../../compaction/tokens/token-family.ts'
import { HELD_OUT_SAMPLES } from '../../testing/held-out-samples.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { answer, call, prompt, threadText } from '../../testing/thread-builder.ts'
import { openThreadFile } from '../../threads/thread-file.ts'
import { FileFacts } from './file-facts.ts'
import { eventOf, startContext } from './testing/start-context.ts'
import { openContext, type ThreadContext } from './thread-context.ts'

/** Text that takes the older tokenizer half as many tokens more. */
const RUSSIAN = HELD_OUT_SAMPLES['russian-chat'] ?? ''

/** Turns of Russian with a long result in each. */
const turnsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => {
    const read = call(`c${at}`, 'read_file', { path: `заметки-${at}.md` }, RUSSIAN.repeat(4))
    return [prompt(`u${at}`, RUSSIAN), answer(`a${at}`, RUSSIAN, [read])]
  }).flat()

function sumIn({ projection }: ThreadContext, family: TokenFamily): number {
  return projection.reduce((sum, { message }) => sum + estimateMessageTokens(message, family), 0)
}

/** Size of the next request as the meter and the trigger see it. */
function sizeOf(context: ThreadContext): number {
  context.sync()
  return context.pressure.full - context.fixedTokens
}

describe('the tokenizer of the model that answers', () => {
  test('the size is in its tokens, and follows when another model answers', async () => {
    const { context, window } = await startContext(turnsOf(4))
    const usual = sizeOf(context)
    expect(usual).toBe(sumIn(context, 'o200k'))
    window.family = 'cl100k'
    expect(sizeOf(context)).toBe(sumIn(context, 'cl100k'))
    expect(sizeOf(context) / usual).toBeGreaterThan(1.3)
    window.family = 'o200k'
    expect(sizeOf(context)).toBe(usual)
  })

  test('the trigger is reached where the model needs more tokens for the same list', async () => {
    const policy = { trigger: { kind: 'ratio', value: 0.75 } } as const
    const { context, compactor, options, window } = await startContext(turnsOf(4), { policy })
    const tokens = Math.round(context.pressure.tokens / 0.75 / 0.9)
    window.value = { tokens, source: 'manual' }
    expect(await compactor.check(context, options)).toMatchObject({ kind: 'ready', outcome: null })
    window.family = 'cl100k'
    const checked = await compactor.check(context, options)
    const event = eventOf(checked.kind === 'ready' ? checked.outcome : null)
    expect(event.tokensBefore).toBeGreaterThan(0.75 * tokens)
    expect(sizeOf(context)).toBe(sumIn(context, 'cl100k'))
    // The summary and what stays are in the same tokens as the trigger.
    expect(event.tokensAfter).toBe(context.pressure.tokens)
  })

  test('what the reductions leave of a message is in its tokens too', async () => {
    const reductions = {
      collapse: { isOn: false, keepLastMessages: 12 },
      truncateArguments: { isOn: false, maxChars: 2_000, keepLastMessages: 12 },
      microcompact: { isOn: false, pauseMs: 1_000_000, keepResults: 5 },
      snip: { isOn: true, maxChars: 500, budgetTokens: 1_000, preserveLastMessages: 2, isStrict: false },
    }
    const { context, compactor, options, window } = await startContext(turnsOf(8), { policy: { reductions } })
    window.family = 'cl100k'
    context.sync()
    window.value = { tokens: Math.round(context.pressure.tokens * 1.1), source: 'manual' }
    await compactor.check(context, options)
    expect(context.overrides.some(({ step }) => step === 'snip')).toBe(true)
    expect(sizeOf(context)).toBe(sumIn(context, 'cl100k'))
  })

  test('of a long thread the other number comes from the index: its older messages stay unread', async () => {
    const read: number[] = []
    class WatchedFacts extends FileFacts {
      override readMessage(index: number) {
        read.push(index)
        return super.readMessage(index)
      }
    }
    const path = join(temporaryFolder(), 'long.json')
    const short = Array.from({ length: 700 }, (_, at) => [
      prompt(`u${at}`, `Исправь часть ${at}.`),
      answer(`a${at}`, `Часть ${at} исправлена.`),
    ]).flat()
    writeFileSync(path, threadText(short))
    const file = await openThreadFile(path)
    file.advanceIndex(file.count)
    const facts = new WatchedFacts(file)
    const { context: first, window } = await startContext(short, { facts })
    const context = runSteps(openContext(facts, first.ports))
    read.length = 0
    window.family = 'cl100k'
    const size = sizeOf(context)
    expect(read.every((index) => index >= 400)).toBe(true)
    expect(context.projection.filter((item) => item instanceof UnreadMessage)).toHaveLength(400)
    expect(size).toBe(sumIn(context, 'cl100k'))
    runSteps(context.readSteps())
    expect(sizeOf(context)).toBe(size)
  })
})
