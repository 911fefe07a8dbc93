import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkLink } from './links.ts'

describe('addresses that may be opened', () => {
  it.each([
    ['https://example.com/a?b=c#d', 'https://example.com/a?b=c#d', 'example.com'],
    ['HTTPS://Example.COM', 'https://example.com/', 'example.com'],
    ['https://example.com:8443/', 'https://example.com:8443/', 'example.com:8443'],
    ['mailto:team@example.com?subject=Hi', 'mailto:team@example.com?subject=Hi', 'team@example.com'],
    ['https://[::1]/x', 'https://[::1]/x', '[::1]'],
  ])('%s', (text, url, host) => {
    expect(checkLink(text)).toEqual({ kind: 'ok', url, host })
  })

  it('shows a host of look-alike letters as what it is', () => {
    // The first letter is Cyrillic.
    expect(checkLink('https://аpple.com/')).toMatchObject({ kind: 'ok', host: 'xn--pple-43d.com' })
  })
})

describe('addresses that are refused', () => {
  it.each([
    ['http://example.com/', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['JaVaScRiPt:alert(1)', 'scheme'],
    ['data:text/html,<script>1</script>', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['app://bundle/index.html', 'scheme'],
    ['vbscript:x', 'scheme'],
    ['blob:https://example.com/1', 'scheme'],
    ['ms-msdt:/id', 'scheme'],
    ['//example.com', 'not-an-address'],
    ['example.com', 'not-an-address'],
    ['https://', 'not-an-address'],
    ['', 'not-an-address'],
    ['https://user@example.com/', 'credentials'],
    ['https://example.com:443@evil.example/', 'credentials'],
    ['java\nscript:alert(1)', 'control-characters'],
    ['https://exam\u0000ple.com', 'control-characters'],
    ['https://example.com/\u202egnp.exe', 'control-characters'],
    ['\thttps://example.com', 'control-characters'],
    ['mailto:a@b.c?attach=/etc/passwd', 'not-an-address'],
    ['mailto:a@b.c?subject=x%00y', 'control-characters'],
    ['mailto:a%0d%0aBcc:x@b.c', 'control-characters'],
    ['mailto:%E0%A4%A', 'not-an-address'],
    ['mailto:', 'not-an-address'],
    [`https://example.com/${'a'.repeat(9000)}`, 'too-long'],
  ])('%j', (text, reason) => {
    expect(checkLink(text)).toEqual({ kind: 'refused', reason })
  })
})

it('opens nothing but https and mailto, whatever the text', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.webUrl(),
    fc
      .tuple(fc.constantFrom('https:', 'mailto:', 'javascript:', 'file:', ' https:', 'https:\\'), fc.string())
      .map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(text, (value) => {
      const check = checkLink(value)
      if (check.kind === 'refused') return
      const url = new URL(check.url)
      expect(['https:', 'mailto:']).toContain(url.protocol)
      expect(url.username + url.password).toBe('')
      expect(checkLink(check.url)).toEqual(check)
    }),
    { numRuns: 2000 },
  )
})
