import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseQuery } from './parse-query.ts'

const brief = (typed: string) => {
  const { terms, filters, problems } = parseQuery(typed)
  return {
    terms: terms.map(({ kind, text }) => (kind === 'phrase' ? `"${text}"` : text)),
    filters: filters.map(({ name, value }) => `${name}:${value}`),
    problems: problems.map(({ kind, fix }) => `${kind} ${fix}`),
  }
}

test('words, phrases and filters may stand in any order', () => {
  expect(brief('parser role:user "exact words" 压缩 tool:read_file has:pin after:2026-01-05')).toEqual({
    terms: ['parser', '"exact words"', '压缩'],
    filters: ['role:user', 'tool:read_file', 'has:pin', 'after:2026-01-05'],
    problems: [],
  })
})

test('a filter takes a quoted value, an open quote ends with the text', () => {
  expect(brief('folder:"my work" "half')).toEqual({
    terms: ['"half"'],
    filters: ['folder:my work'],
    problems: [],
  })
})

test('a colon after anything but a filter is part of a word', () => {
  expect(brief('https://a.b/c std::vector foo:bar 12:30').terms).toEqual([
    'https://a.b/c',
    'std::vector',
    'foo:bar',
    '12:30',
  ])
})

test.each([
  ['role:asistant', 'unknown-value role:assistant'],
  ['role:assist', 'unknown-value role:assistant'],
  ['role:robot', 'unknown-value null'],
  ['has:pins', 'unknown-value has:pin'],
  ['has:eror', 'unknown-value has:error'],
  ['after:', 'no-value null'],
  ['tool:', 'no-value null'],
  ['after:2026/1/5', 'bad-date after:2026-01-05'],
  ['after:20260105', 'bad-date after:2026-01-05'],
  ['before:31.12.2025', 'bad-date before:2025-12-31'],
  ['before:2026年3月1日', 'bad-date before:2026-03-01'],
  ['before:03/04/2026', 'bad-date null'],
  ['before:2025-02-30', 'bad-date null'],
  ['before:yesterday', 'bad-date null'],
  ['since:2026-01-05', 'other-name after:2026-01-05'],
  ['until:2026/1/5', 'other-name before:2026-01-05'],
  ['from:user', 'other-name role:user'],
  ['in:work', 'other-name folder:work'],
  ['roel:user', 'other-name role:user'],
  ['befor:2026-03', 'other-name before:2026-03'],
])('%s is a filter with a problem: %s', (typed, problem) => {
  expect(brief(`${typed} word`)).toEqual({ terms: ['word'], filters: [], problems: [problem] })
})

const piece = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom('role:', 'has:pin', 'before:', '"', ' ', 'tool:"', '“', '压缩', 'a:b', '::', '2026-01-01'),
)

test('any text can be read, and every piece lies inside it, in order and apart from the others', () => {
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 12 }).map((parts) => parts.join('')),
      (typed) => {
        const { terms, filters, problems } = parseQuery(typed)
        const spans = [...terms, ...filters, ...problems].toSorted((a, b) => a.from - b.from)
        spans.forEach(({ from, to }, at) => {
          expect(from).toBeGreaterThanOrEqual(spans[at - 1]?.to ?? 0)
          expect(to).toBeGreaterThan(from)
          expect(to).toBeLessThanOrEqual(typed.length)
        })
      },
    ),
  )
})

test('a fix is itself a filter without a problem', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('role', 'has', 'before', 'after', 'since', 'from', 'in'),
      fc.string({ minLength: 1, maxLength: 10 }).filter((value) => !/[\s"“”]/.test(value)),
      (name, value) => {
        for (const { fix } of parseQuery(`${name}:${value}`).problems) {
          if (fix === null) continue
          const fixed = parseQuery(fix)
          expect([fixed.problems, fixed.filters.length, fixed.terms]).toEqual([[], 1, []])
        }
      },
    ),
  )
})

test('what was put in comes out again', () => {
  const word = fc.stringMatching(/^[a-z0-9_./-]{1,12}$/)
  fc.assert(
    fc.property(fc.array(word, { maxLength: 6 }), fc.array(word, { maxLength: 3 }), (words, tools) => {
      const typed = [...words, ...tools.map((tool) => `tool:${tool}`)].join(' ')
      expect(brief(typed)).toEqual({
        terms: words,
        filters: tools.map((tool) => `tool:${tool}`),
        problems: [],
      })
    }),
  )
})
