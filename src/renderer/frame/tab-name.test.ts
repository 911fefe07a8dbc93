import { expect, test } from 'vitest'
import { tabName } from './tab-name.ts'

test.each([
  ['in/chats.json', 'Bread', 'chats.json'],
  ['in/chats.json?thread=c2', 'Bread', 'Bread'],
  ['/home/a/chats.json?thread=c2&branch=b%2F1', 'Bread / Soda', 'Bread / Soda'],
  ['in/chats.json?thread=c%2F2', '', 'chats.json'],
  ['really?.json', 'Bread', 'really?.json'],
])('%s with the title "%s" is called %s', (thread, title, name) => {
  expect(tabName(thread, title)).toBe(name)
})
