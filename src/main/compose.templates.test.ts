import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { context, ledger, startRuntime, THREAD } from './testing/start-runtime.ts'
import { answer, prompt, threadText } from './testing/thread-builder.ts'

/** Braces as people send them: of Vue, Helm, Jinja and workflow files. */
const CODE =
  `Why does <p>{{ user.name }}</p> and \${{ secrets.TOKEN }} and {{ 7*7 }} and {{ .Values.image }} fail? ` +
  '{# note #} {% raw %} {{ current_date }} @include("secret.md")'

test('B-57 what is written here reaches the model to the letter, however it looks like a template', async () => {
  const app = await startRuntime()
  await app.say(CODE)
  const [request] = app.provider.requests.filter(({ protocol }) => protocol !== null)
  expect(request?.text).toContain(CODE)
  const shown = await ledger(app)
  expect(shown.items.find(({ kind }) => kind === 'user')?.text).toBe(CODE)
  await app.restart()
  await app.say('And now?')
  expect(app.provider.requests.at(-1)?.text).toContain(CODE)
})

test('S-194 a prompt template of the file is shown as it is sent, not as it is stored', async () => {
  const app = await startRuntime()
  const messages = [prompt('m0', 'Today is {{ today }}.'), answer('m1', 'Thank you.')]
  writeFileSync(app.path, threadText(messages, { variables: { today: { type: 'currentDate' } } }))
  const before = await ledger(app)
  const text = before.items.find(({ index }) => index === 0)?.text ?? ''
  expect(text).toMatch(/^Today is .*\d.*\.$/)
  await app.say('And now?')
  expect(app.provider.requests.at(-1)?.text).toContain(text)
  // A page behind the message is the same as before.
  const page = await app.handlers['projection.page']({ thread: THREAD, from: 1, limit: 2 }, context)
  expect(page.items).toEqual((await ledger(app)).items.slice(1, 3))
})

test('S-185 the calls of a message are shown with what their results say to the model', async () => {
  const app = await startRuntime({
    provider: {
      script: (request) =>
        request.call === 0
          ? { kind: 'answer', text: '', toolCall: { name: 'read_file', arguments: { path: 'a.md' } } }
          : { kind: 'answer', text: 'It is not there.' },
    },
  })
  await app.say('Read a.md.')
  const { items } = await ledger(app)
  expect(items.find(({ callCount }) => callCount === 1)?.calls).toEqual([
    { call: 'read_file a.md', result: expect.stringMatching(/\S/) },
  ])
})
