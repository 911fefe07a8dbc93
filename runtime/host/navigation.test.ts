import { expect, test } from 'vitest'
import { NavigationLedger } from './navigation.ts'

test('what main loads is not asked by the page, once', async () => {
  const ledger = new NavigationLedger()
  ledger.expect('https://example.org/x#top')
  expect(await ledger.isAskedByPage('https://example.org/x', false)).toBe(false)
  expect(await ledger.isAskedByPage('https://example.org/x', false)).toBe(true)
})

test('a foreign address is vetoable even when nobody told who asked', async () => {
  expect(await new NavigationLedger().isAskedByPage('https://example.org/', false)).toBe(true)
})

test('an address of the app is vetoable when the page asked, also when that is told late', async () => {
  const ledger = new NavigationLedger()
  const verdict = ledger.isAskedByPage('app://bundle/other.html', true)
  ledger.noteAsked('app://bundle/other.html#x')
  expect(await verdict).toBe(true)
})

test('a reload by the person or a debugger is not vetoable', async () => {
  expect(await new NavigationLedger().isAskedByPage('app://bundle/index.html', true)).toBe(false)
})
