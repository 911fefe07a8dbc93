import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../shared/ipc/errors.ts'
import { routes } from '../../shared/ipc/routes.ts'
import { hostileValue } from '../testing/hostile-values.ts'
import { createDoor, type Sender } from './door.ts'
import { isSaneInput } from './input-size.ts'
import { pageOrigin } from './origin.ts'

const door = createDoor(pageOrigin(undefined), (id) => id === 1)

function from(url: string, more: { id?: number; parent?: unknown } = {}): Sender {
  return { sender: { id: more.id ?? 1 }, senderFrame: { url, parent: more.parent ?? null } }
}

const own = from('app://bundle/index.html')

function codeOf(work: () => unknown): string {
  try {
    work()
    return 'admitted'
  } catch (error) {
    return error instanceof AppError ? error.code : `not an AppError: ${String(error)}`
  }
}

describe('sender', () => {
  it.each([
    ['the page itself', own, true],
    ['the page with a hash', from('app://bundle/index.html#x'), true],
    ['another window', from('app://bundle/index.html', { id: 2 }), false],
    ['a frame in the page', from('app://bundle/index.html', { parent: {} }), false],
    ['a frame that is gone', { sender: { id: 1 }, senderFrame: null }, false],
    ['a web page', from('https://example.com/'), false],
    ['a look-alike host', from('app://bundle.example.com/index.html'), false],
    ['another host of the scheme', from('app://other/index.html'), false],
    ['the host as a user name', from('app://bundle@evil/index.html'), false],
    ['a user name before the host', from('app://me@bundle/index.html'), false],
    ['a port', from('app://bundle:81/index.html'), false],
    ['a scheme that begins alike', from('app2://bundle/index.html'), false],
    ['a file', from('file:///app://bundle/index.html'), false],
    ['an empty page', from('about:blank'), false],
    ['no address', from(''), false],
    ['a data page', from('data:text/html,app://bundle/'), false],
    ['a blob of the page', from('blob:app://bundle/1'), false],
  ])('%s', (_name, sender, isAllowed) => {
    expect(codeOf(() => door.admit(sender, 'request', 'settings.get', undefined))).toBe(
      isAllowed ? 'admitted' : 'sender-refused',
    )
  })

  it('refuses a frame that does not say whether it has a parent', () => {
    const sender = {
      sender: { id: 1 },
      senderFrame: { url: own.senderFrame?.url ?? '' },
    } as unknown as Sender
    expect(door.isOwnPage(sender)).toBe(false)
  })

  it('trusts the developer’s address on this machine only, and then nothing else', () => {
    const dev = pageOrigin('http://localhost:5173/')
    expect(dev.isOwn('http://localhost:5173/index.html')).toBe(true)
    expect(dev.isOwn('http://localhost:5174/')).toBe(false)
    expect(dev.isOwn('http://localhost.evil.example:5173/')).toBe(false)
    expect(dev.isOwn('app://bundle/index.html')).toBe(false)
    for (const url of ['https://evil.example/', 'http://evil.example:5173/', 'file:///x', 'nonsense', '']) {
      expect(pageOrigin(url).startUrl).toBe('app://bundle/index.html')
      expect(pageOrigin(url).isOwn(url)).toBe(false)
    }
  })
})

describe('route', () => {
  it.each([
    'nothing',
    '',
    '__proto__',
    'constructor',
    'toString',
    'settings.get ',
    'SETTINGS.GET',
    null,
    7,
    ['settings.get'],
    {},
  ])('refuses %j', (route) => {
    expect(codeOf(() => door.admit(own, 'request', route, undefined))).toBe('unknown-route')
  })

  it('keeps requests and streams apart', () => {
    expect(codeOf(() => door.admit(own, 'request', 'compact.start', {}))).toBe('unknown-route')
    expect(codeOf(() => door.admit(own, 'stream', 'settings.get', undefined))).toBe('unknown-route')
  })

  it('looks at the sender before the route, and at the route before the input', () => {
    expect(codeOf(() => door.admit(from('https://x.example/'), 'request', 'nothing', 1))).toBe(
      'sender-refused',
    )
    expect(codeOf(() => door.admit(own, 'request', 'nothing', { __proto__: null }))).toBe('unknown-route')
  })
})

describe('input', () => {
  it('hands on what the schema made of it, without keys it does not know', () => {
    expect(door.admit(own, 'request', 'thread.open', { thread: 'a.json', extra: 1 })).toEqual({
      route: 'thread.open',
      input: { thread: 'a.json' },
    })
  })

  it('names the place of a mistake and never the value', () => {
    try {
      door.admit(own, 'request', 'provider.setKey', { id: 'x', key: ['sk-planted-key-123'] })
      expect.unreachable()
    } catch (error) {
      expect(error).toMatchObject({ code: 'bad-input', params: { route: 'provider.setKey', field: 'key' } })
      expect(JSON.stringify(error)).not.toContain('sk-planted-key-123')
      expect(String(error)).not.toContain('sk-planted-key-123')
    }
  })

  it.each([
    ['more text than any honest page sends', { text: 'x'.repeat(10_000_001) }],
    ['too many values', { list: Array.from({ length: 100_001 }, () => 0) }],
    ['an array of empty places', Object.assign([], { length: 2 ** 32 - 1 })],
    ['deep nesting', JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`)],
    ['a prototype key', JSON.parse('{"__proto__": {}}')],
    ['a map', new Map()],
    ['a buffer', new Uint8Array(4)],
    ['a date', new Date(0)],
  ])('refuses %s before the schema', (_name, value) => {
    expect(isSaneInput(value)).toBe(false)
    // The schema alone would take it: it drops keys that it does not know.
    const input = { text: 'copied', extra: value }
    expect(codeOf(() => door.admit(own, 'request', 'clipboard.write', input))).toBe('bad-input')
  })

  it('takes the largest honest input', () => {
    expect(codeOf(() => door.admit(own, 'request', 'clipboard.write', { text: 'x'.repeat(5_000_000) }))).toBe(
      'admitted',
    )
  })
})

it('answers any message with an AppError or with an input its schema accepts', () => {
  const names = Object.keys(routes) as (keyof typeof routes)[]
  fc.assert(
    fc.property(
      fc.constantFrom(...names),
      fc.constantFrom('request', 'stream'),
      hostileValue(),
      (route, kind, input) => {
        try {
          const admitted = door.admit(own, kind as 'request' | 'stream', route, input)
          expect(routes[route].input.safeParse(admitted.input).success).toBe(true)
        } catch (error) {
          expect(error).toBeInstanceOf(AppError)
        }
        expect(({} as { isAdmin?: boolean }).isAdmin).toBe(undefined)
      },
    ),
    { numRuns: 3000 },
  )
})

it('admits no message of a foreign sender, whatever it says', () => {
  fc.assert(
    fc.property(fc.oneof(fc.webUrl(), fc.string()), hostileValue(), hostileValue(), (url, route, input) => {
      fc.pre(!url.startsWith('app:'))
      expect(codeOf(() => door.admit(from(url), 'request', route, input))).toBe('sender-refused')
    }),
    { numRuns: 500 },
  )
})
