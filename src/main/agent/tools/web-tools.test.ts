import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { callTool } from '../testing/call-tool.ts'
import { TEST_CERTIFICATE, TEST_KEY } from '../testing/test-certificate.ts'
import { fetchPublic, parsePublicUrl, type WebRules } from './fetch-public.ts'
import { pageText } from './page-text.ts'
import { isPublicAddress } from './public-address.ts'
import { SeenFiles } from './seen-files.ts'
import { webTools } from './web-tools.ts'

const never = new AbortController().signal

/** A real https server on this machine, and rules under which it counts as public. */
async function serve(listener: RequestListener) {
  let requests = 0
  const server = createServer({ cert: TEST_CERTIFICATE, key: TEST_KEY }, (request, answer) => {
    requests += 1
    listener(request, answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const rules: WebRules = { isAllowedAddress: () => true, ca: TEST_CERTIFICATE }
  // A server always listens on a port here.
  const { port } = server.address() as AddressInfo
  return { url: `https://localhost:${port}`, rules, requests: () => requests }
}

test('the web tools are off until the person has set an address', () => {
  expect(webTools({ search: '', fetch: '' })).toEqual([])
  const names = webTools({ search: 'https://s.test/?q={query}', fetch: '{url}' }).map(
    ({ schema }) => schema.name,
  )
  expect(names).toEqual(['web_search', 'web_fetch'])
})

test('a search goes to the chosen address, with the words encoded; the answer is text', async () => {
  const asked: string[] = []
  const { url, rules } = await serve((request, answer) => {
    asked.push(`${request.url} ${request.headers.cookie ?? ''}${request.headers.authorization ?? ''}`)
    answer.setHeader('content-type', 'text/html; charset=utf-8')
    answer.setHeader('content-encoding', 'gzip')
    answer.end(gzipSync('<title>Found</title><script>alert(1)</script><h2>One &amp; two</h2><p>é<br>x</p>'))
  })
  const [search] = webTools({ search: `${url}/s?q={query}`, fetch: '' }, rules)
  if (search === undefined) throw new Error('no tool')
  const answer = await callTool(search, '/', { query: 'a b&c=ü' })
  expect(asked).toEqual(['/s?q=a%20b%26c%3D%C3%BC '])
  expect(answer).toBe(`${url}/s?q=a%20b%26c%3D%C3%BC\n\nFound\n\n## One & two\n\né\nx`)
})

test('web_fetch asks per host, and through a reader when one is set', async () => {
  const { url, rules } = await serve((request, answer) => answer.end(`you asked ${request.url}`))
  const [direct] = webTools({ search: '', fetch: '{url}' }, rules)
  const [reader] = webTools({ search: '', fetch: `${url}/read?u={url}` }, rules)
  if (direct === undefined || reader === undefined) throw new Error('no tool')
  const prepared = direct.prepare({ url: 'https://a.example/x' })
  expect(typeof prepared === 'string' ? prepared : prepared.effect).toEqual({
    kind: 'fetch',
    host: 'a.example',
  })
  expect(await callTool(direct, '/', { url: `${url}/page` })).toContain('you asked /page')
  expect(await callTool(reader, '/', { url: 'https://a.example/x?y=1' })).toContain(
    '/read?u=https%3A%2F%2Fa.example%2Fx%3Fy%3D1',
  )
})

describe('bounds', () => {
  test('a page is cut at its size, also one that unfolds to more', async () => {
    const { url, rules } = await serve((_, answer) => {
      answer.setHeader('content-encoding', 'gzip')
      answer.end(gzipSync(Buffer.alloc(3_000_000, 'x')))
    })
    const page = await fetchPublic(url, never, { ...rules, maxBytes: 10_000 })
    expect([page.bytes.length, page.isCut]).toEqual([10_000, true])
  })

  test('a server that says nothing is left after the time limit, and at once on stop', async () => {
    const { url, rules } = await serve(() => undefined)
    await expect(fetchPublic(url, never, { ...rules, timeoutMs: 100 })).rejects.toThrow(
      'did not answer in time',
    )
    const from = performance.now()
    const signal = AbortSignal.timeout(30)
    await expect(fetchPublic(url, signal, rules)).rejects.toBe(
      signal.aborted ? signal.reason : await aborted(signal),
    )
    expect(performance.now() - from).toBeLessThan(500)
  })

  test('binary content is named, an error status is a failed result', async () => {
    const { url, rules } = await serve((request, answer) => {
      if (request.url === '/x.png') {
        answer.setHeader('content-type', 'image/png')
        answer.end(Buffer.from([137, 80, 0, 0]))
      } else answer.writeHead(404).end('gone')
    })
    const [tool] = webTools({ search: '', fetch: '{url}' }, rules)
    if (tool === undefined) throw new Error('no tool')
    expect(await callTool(tool, '/', { url: `${url}/x.png` })).toBe('failed: image/png, 4 bytes, not shown.')
    expect(await callTool(tool, '/', { url: `${url}/none` })).toBe('failed: The server answered 404.\ngone')
  })
})

function aborted(signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(signal.reason)))
}

describe('no local addresses', () => {
  test.each([
    'http://example.org/',
    'ftp://example.org/',
    'file:///etc/passwd',
    'https://user:pass@example.org/',
    'https://localhost/',
    'https://a.localhost./',
    'https://router/',
    'https://printer.local/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://10.1.2.3/',
    'https://169.254.169.254/latest',
    'https://192.168.0.1:8443/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[::127.0.0.1]/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    'https://0.0.0.0/',
    'nonsense',
  ])('%s is refused before anything is sent', (url) => {
    expect(() => parsePublicUrl(url)).toThrow()
  })

  test('public addresses pass', () => {
    for (const address of ['1.1.1.1', '8.8.8.8', '2606:4700::1111', '172.32.0.1'])
      expect(isPublicAddress(address), address).toBe(true)
    expect(parsePublicUrl('https://example.org/x').host).toBe('example.org')
  })

  test('a name that leads to this machine is refused when it connects', async () => {
    const { url, rules, requests } = await serve((_, answer) => answer.end('secret'))
    // The name passes, its address does not.
    const strict: WebRules = { ...rules, isAllowedAddress: lateRefusal() }
    await expect(fetchPublic(url, never, strict)).rejects.toThrow('local address')
    expect(requests()).toBe(0)
  })

  test('a redirect to a local address or to http is not followed', async () => {
    for (const location of ['https://127.0.0.1:1/', 'http://example.org/']) {
      const { url, rules, requests } = await serve((_, answer) => answer.writeHead(302, { location }).end())
      const strict: WebRules = {
        ...rules,
        isAllowedAddress: (address) => address !== '127.0.0.1' || requests() === 0,
      }
      await expect(fetchPublic(url, never, strict)).rejects.toThrow(/local address|Only https/)
      expect(requests()).toBe(1)
    }
  })

  test('an answer about one host is none about the host it redirects to', async () => {
    const other = await serve((_, answer) => answer.end('told'))
    const { url, rules } = await serve((request, answer) =>
      request.url === '/away'
        ? answer.writeHead(302, { location: `${other.url}/?what=was+said` }).end()
        : request.url === '/near'
          ? answer.writeHead(302, { location: '/here' }).end()
          : answer.end('here'),
    )
    const [direct] = webTools({ search: '', fetch: '{url}' }, rules)
    if (direct === undefined) throw new Error('no tool')
    expect(await callTool(direct, '/', { url: `${url}/away` })).toMatch(
      /^failed: localhost:\d+ redirects to another host, which was not asked: https:\/\/localhost:\d+\/\?what/,
    )
    expect(other.requests()).toBe(0)
    expect(await callTool(direct, '/', { url: `${url}/near` })).toContain('here')
  })

  test('nobody is asked about an address that is never fetched', async () => {
    const [direct] = webTools({ search: '', fetch: '{url}' })
    const prepared = direct?.prepare({ url: 'https://127.0.0.1/' })
    if (prepared === undefined || typeof prepared === 'string') throw new Error('no call')
    await expect(prepared.check?.({ root: '/', protectedPaths: [], seen: new SeenFiles() })).rejects.toThrow(
      'local address',
    )
  })

  test('redirects in a circle end', async () => {
    const { url, rules, requests } = await serve((_, answer) =>
      answer.writeHead(302, { location: '/again' }).end(),
    )
    await expect(fetchPublic(url, never, rules)).rejects.toThrow('more than 5 times')
    expect(requests()).toBe(6)
  })
})

/** Lets the name through, then sees the address. */
function lateRefusal(): (address: string) => boolean {
  let asked = 0
  return () => {
    asked += 1
    return asked === 1
  }
}

test('text of a page: links keep their address, scripts and half tags are gone', () => {
  expect(
    pageText(
      '<body><ul><li>a<li><a href="https://x.test/?a=1&amp;b">b</a></ul><style>p{}</style>&#x1F600;&#0;</body>',
    ),
  ).toBe('- a\n- b (https://x.test/?a=1&b)\n😀\uFFFD')
})

test('text of a page: a head without its end hides nothing, and a sign is no tag', () => {
  expect(pageText('<head><title>T</title><body><p>1 < 2 > 0<p class=a>b')).toBe('T\n\n1 < 2 > 0\nb')
})

test.each([
  '<',
  '<a ',
  '<h1 ',
  '<title',
  '<title>',
  '<a href="https://x.test">',
  '<!--',
  '<script ',
  '<a href=',
])('a page of four megabytes of %s is read by its length', (piece) => {
  expect(pageText(piece.repeat(4_000_000 / piece.length)).length).toBeLessThan(20_000_000)
})
