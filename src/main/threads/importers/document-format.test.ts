import { expect, test } from 'vitest'
import { runSteps } from '../../compaction/steps.ts'
import { openAiChat } from './openai-chat/openai-chat.ts'

/** How often the bytes of a document are looked at while it is scanned, and how many entries were found. */
function looks(value: unknown): { readonly looks: number; readonly entries: number } {
  const bytes = Buffer.from(JSON.stringify(value))
  let count = 0
  const watched = new Proxy(bytes, {
    get(target, key) {
      if (typeof key === 'string' && /^\d+$/.test(key)) count += 1
      const member: unknown = Reflect.get(target, key, target)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
  const source = { length: bytes.length, slice: () => watched, close: () => undefined }
  const threads = runSteps(openAiChat.scan([{ name: 'a.json', bytes: source }]))
  return { looks: count, entries: threads.reduce((sum, { entries }) => sum + entries.length, 0) }
}

const thread = {
  messages: Array.from({ length: 400 }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: `${at}`,
  })),
}

test('a thread in a list is looked through as often as one that stands alone', () => {
  const alone = looks(thread)
  const listed = looks([thread])
  expect(listed.entries).toBe(alone.entries)
  expect(listed.looks / alone.looks).toBeLessThan(1.05)
})

test('a list of bare message arrays is too', () => {
  expect(looks([thread.messages]).looks / looks(thread.messages).looks).toBeLessThan(1.05)
})
