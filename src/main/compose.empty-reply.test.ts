import { expect, test } from 'vitest'
import { PROTOCOLS } from './testing/run-summary.ts'
import { context, startRuntime, THREAD } from './testing/start-runtime.ts'

test.each(PROTOCOLS)(
  'a reply of reasoning alone is told as no answer, stays, and the person can go on: %s',
  async (kind) => {
    let asked = 0
    const app = await startRuntime({
      kind,
      windowTokens: 64_000,
      provider: {
        script: () => {
          asked += 1
          return asked === 1
            ? { kind: 'answer', text: '', thinking: 'Which parser is meant?' }
            : { kind: 'answer', text: 'The one in src.' }
        },
      },
    })
    await app.say('Mend the parser.')
    const state = await app.handlers['turn.state']({ thread: THREAD }, context)
    expect(state.failure).toMatchObject({ code: 'reply-empty' })
    await app.say('Which one is it?')
    const after = await app.handlers['turn.state']({ thread: THREAD }, context)
    expect(after.failure).toBeNull()
    const page = await app.handlers['thread.page']({ thread: THREAD, from: 0, limit: 10 }, context)
    expect(page.rows.map((row) => row.kind)).toEqual(['user', 'assistant', 'user', 'assistant'])
  },
)
