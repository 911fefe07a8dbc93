import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { setSchemes, toAppUrl, toBrowserUrl } from './scheme.ts'

beforeEach(() => setSchemes(['app']))

test('an address of the app goes to the browser and back unchanged', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('bundle', 'media.box'),
      fc.webPath(),
      fc.webQueryParameters(),
      (host, path, query) => {
        const url = `app://${host}${path || '/'}${query ? `?${query}` : ''}`
        expect(toBrowserUrl(url)).toMatch(/^https:\/\/(bundle|media\.box)\.app\.invalid\//)
        expect(toAppUrl(toBrowserUrl(url))).toBe(url)
      },
    ),
  )
})

test.each([
  ['https://example.org/app.invalid/x'],
  ['https://bundle.app.invalid.example.org/'],
  ['http://bundle.app.invalid/'],
  ['https://bundle.other.invalid/'],
  ['data:text/html,x'],
])('%s is not taken for an address of the app', (url) => {
  expect(toAppUrl(url)).toBe(url)
})

test('a foreign address is shown as it is', () => {
  expect(toBrowserUrl('https://example.org/x')).toBe('https://example.org/x')
  expect(toBrowserUrl('http://localhost:5173/')).toBe('http://localhost:5173/')
})
