import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { context, ledger, startRuntime, THREAD, turns } from './testing/start-runtime.ts'
import { answer, call, plainTurns, prompt } from './testing/thread-builder.ts'

const LOG = `the build log says: ${'line after line of noise. '.repeat(400)}`

const withLog = [
  prompt('u0', 'Why does the build fail?'),
  answer('a0', 'Looking at the log.', [
    call('c0', 'read_file', { path: 'build.log' }, LOG),
    call('c1', 'read_file', { path: 'package.json' }, 'the package file'),
  ]),
  answer('b0', 'A header is missing.'),
  ...plainTurns(3),
]

const start = () => startRuntime({ messages: withLog, windowTokens: 200_000 })
type App = Awaited<ReturnType<typeof start>>

const report = (app: App) => app.handlers['context.get']({ thread: THREAD }, context)
const clear = (app: App, isOn: boolean) =>
  app.handlers['mark.clearResult']({ thread: THREAD, index: 1, call: 0, isOn }, context)

test('a cleared result is gone from what the model sees and from the meter; its call, the other result and the file stay', async () => {
  const app = await start()
  const file = readFileSync(app.path, 'utf8')
  const before = { report: await report(app), ledger: await ledger(app) }
  const marks = await clear(app, true)
  expect(marks).toMatchObject([
    { kind: 'clear', index: 1, call: 0, messageId: 'a0', label: 'read_file build.log' },
  ])
  expect(marks[0]?.tokens).toBeGreaterThan(1_500)
  const item = (await ledger(app)).items.find(({ index }) => index === 1)
  expect(item?.calls.map(({ call: name }) => name)).toEqual(['read_file build.log', 'read_file package.json'])
  expect(item?.calls[0]?.result).toMatch(/^\[Cleared: read_file build\.log \(ok, \d+ chars\)/)
  expect(item?.calls[1]?.result).toBe('the package file')
  const after = await report(app)
  expect(after.usedTokens).toBeLessThan(before.report.usedTokens - 1_500)
  expect(before.report.biggest[0]).toMatchObject({ index: 1, call: 0 })
  expect(after.biggest.some((one) => one.index === 1 && one.call === 0)).toBe(false)

  await app.say('go on')
  expect(JSON.stringify(app.provider.requests.at(-1)?.body)).not.toContain('line after line of noise')
  await app.restart()
  expect((await ledger(app)).items.find(({ index }) => index === 1)).toEqual(item)
  await clear(app, false)
  const back = await ledger(app)
  expect(back.items.slice(0, before.ledger.items.length)).toEqual(before.ledger.items)
  expect(JSON.parse(readFileSync(app.path, 'utf8')).context.messages.slice(0, withLog.length)).toEqual(
    JSON.parse(file).context.messages,
  )
})

test('a cleared result comes into no summary, and the plan of the wizard counts it as little as the meter does', async () => {
  const messages = [
    prompt('u0', 'Why does the build fail?'),
    answer('a0', 'Looking.', [
      call('c0', 'run_command', { command: 'make' }, `Error: unknown option --zebra\n${LOG}`, true),
    ]),
    answer('b0', 'A header is missing.'),
    ...turns(24),
  ]
  const app = await startRuntime({ messages })
  const plan = () => app.handlers['compact.plan']({ thread: THREAD }, context)
  const whole = await plan()
  await clear(app, true)
  const saved = whole.totalTokens - (await plan()).totalTokens
  expect(saved).toBeGreaterThan(1_500)
  expect((whole.turns[0]?.tokens ?? 0) - ((await plan()).turns[0]?.tokens ?? 0)).toBe(saved)
  await app.handlers['context.compact']({ thread: THREAD, focus: '' }, context)
  await app.idle()
  const [entry] = await app.handlers['checkpoint.list']({ thread: THREAD }, context)
  const { sections } = await app.handlers['checkpoint.get']({ thread: THREAD, id: entry?.id ?? '' }, context)
  expect(sections.length).toBeGreaterThan(0)
  expect(JSON.stringify(sections)).not.toContain('zebra')
})

test('a result that is not there cannot be cleared', async () => {
  const app = await start()
  const wrong = (index: number, at: number) =>
    app.handlers['mark.clearResult']({ thread: THREAD, index, call: at, isOn: true }, context)
  await expect(wrong(0, 0)).rejects.toMatchObject({ code: 'bad-input' })
  await expect(wrong(1, 2)).rejects.toMatchObject({ code: 'bad-input' })
  await expect(wrong(99, 0)).rejects.toMatchObject({ code: 'bad-input' })
})
