import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { AppEvents } from '../shared/ipc/events.ts'
import { context, startRuntime, turns } from './testing/start-runtime.ts'
import { answer, type NativeRecord, prompt, threadText } from './testing/thread-builder.ts'

const THREAD = 'shared.json'

/** A second thread of the workspace, which another program writes to as well. */
async function start(messages: readonly NativeRecord[]) {
  const app = await startRuntime({ windowTokens: 64_000 })
  const path = join(app.root, THREAD)
  writeFileSync(path, threadText(messages))
  const { handlers } = app
  return {
    ...app,
    handlers,
    /** Another program puts a turn in front of everything. */
    putInFront: () => {
      const file = JSON.parse(readFileSync(path, 'utf8'))
      file.context.messages.unshift(prompt('x1', 'Put in front.'), answer('x2', 'So it is.'))
      writeFileSync(path, `${JSON.stringify(file, null, 2)}\n`)
    },
    reload: () => handlers['thread.open']({ thread: THREAD }, context),
    say: async (text: string) => {
      await handlers['turn.send']({ thread: THREAD, text }, context)
      await expect
        .poll(async () => (await handlers['turn.state']({ thread: THREAD }, context)).phase, {
          timeout: 20_000,
        })
        .toBe('idle')
    },
    view: () => handlers['projection.page']({ thread: THREAD, from: 0, limit: 200 }, context),
  }
}

describe('a thread that another program changes while it is open here', () => {
  test('is sent with what that program wrote, each message once, also when a turn was saved behind it', async () => {
    const app = await start(turns(2))
    await app.say('One.')
    app.putInFront()
    const from = app.events.length
    await app.say('Two.')
    const { items } = await app.view()
    expect(items.map(({ index }) => index).filter((index) => index !== null)).toEqual(
      Array.from({ length: 10 }, (_, index) => index),
    )
    expect(items.filter(({ text }) => text === 'Two.')).toHaveLength(1)
    expect(items.map(({ text }) => text)).toContain('Put in front.')
    expect(app.events.slice(from)).toContainEqual({
      name: 'thread.changed',
      payload: { thread: THREAD, kind: 'changed' },
    })
    await app.say('Three.')
    const request = JSON.stringify(app.provider.requests.at(-1)?.body)
    expect(request).toContain('Put in front.')
    // The scripted model repeats it inside its answer.
    expect(request.split('"Two."')).toHaveLength(2)
  })

  test('tells meter and dividers what it holds when it is loaded again', async () => {
    const app = await start(turns(40))
    await app.handlers['context.compact']({ thread: THREAD, focus: '' }, context)
    app.putInFront()
    const from = app.events.length
    await app.reload()
    const told = app.events.slice(from)
    expect(told).toContainEqual({ name: 'checkpoints.changed', payload: { thread: THREAD } })
    const report = told.find(({ name }) => name === 'context.changed')
      ?.payload as AppEvents['context.changed']
    expect(report.report).toEqual(await app.handlers['context.get']({ thread: THREAD }, context))
  })

  test('S-059 shows a checkpoint at the message it was made before, wherever that stands now', async () => {
    const app = await start(turns(40))
    await app.handlers['context.compact']({ thread: THREAD, focus: '' }, context)
    const [before] = await app.handlers['checkpoint.list']({ thread: THREAD }, context)
    app.putInFront()
    await app.reload()
    const [after] = await app.handlers['checkpoint.list']({ thread: THREAD }, context)
    expect(after).toEqual({ ...before, cutoffIndex: (before?.cutoffIndex ?? 0) + 2 })
    const { entry } = await app.handlers['checkpoint.get']({ thread: THREAD, id: before?.id ?? '' }, context)
    expect(entry).toEqual(after)
  })

  test('lets a pin be taken away, and another be set, where the messages stand now', async () => {
    const app = await start(turns(5))
    const mark = (index: number, isOn: boolean) =>
      app.handlers['mark.set']({ thread: THREAD, index, kind: 'pin', isOn }, context)
    await mark(4, true)
    await mark(6, true)
    app.putInFront()
    await app.reload()
    const shown = await mark(4, true)
    expect(shown.map(({ index, messageId }) => `${index} ${messageId}`)).toEqual(['4 u1', '6 u2', '8 u3'])
    expect((await mark(6, false)).map(({ messageId }) => messageId)).toEqual(['u1', 'u3'])
  })
})
