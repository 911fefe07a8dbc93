import fc from 'fast-check'

/** Values a hostile page could send: anything structured clone carries, and texts that like to break things. */
export function hostileValue(): fc.Arbitrary<unknown> {
  const nasty = fc.constantFrom<unknown>(
    undefined,
    null,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    -0,
    2 ** 53,
    '',
    '../../../etc/passwd',
    '..\\..\\windows',
    '\u0000',
    '\ud800',
    '__proto__',
    'constructor',
    'javascript:alert(1)',
    'x'.repeat(100_000),
    new Date(0),
    new Map([['a', 1]]),
    new Set([1]),
    new Uint8Array(8),
    new Error('e'),
    /x/g,
    10n,
    JSON.parse('{"__proto__": {"isAdmin": true}}'),
    JSON.parse('{"thread": "a", "constructor": {"prototype": 1}}'),
    { toString: 'x', valueOf: 1, length: -1 },
  )
  return fc.oneof(
    nasty,
    fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withTypedArray: true }),
    fc.dictionary(
      fc.constantFrom('thread', 'path', 'name', 'folder', 'index', 'options', 'url', 'text', 'id', 'key'),
      nasty,
    ),
  )
}
