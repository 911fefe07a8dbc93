import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../../shared/thread/message.ts'
import { EMAIL_SHAPE, keyShape, SECRET_SHAPES } from '../compaction/secrets/secret-shapes.ts'
import { filterJsonText, filterJsonValue } from './filter-json.ts'
import { noFilter, SecretReview, secretReplacer } from './text-filter.ts'

const KEY = `sk-${'proj'}-aB3dE5fG7hJ9kL1mN3pQ5rS7`
const OTHER = `gh${'p'}_aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5`

describe('the redaction review', () => {
  test('lists each secret once, masked, with its place, its number and its surroundings', () => {
    const review = new SecretReview(SECRET_SHAPES)
    const filter = review.of('a.json')
    expect(filter(`use ${KEY}\nand ${OTHER} here`, 4)).toContain(KEY)
    filter(`again ${KEY}`, 7)
    const [first, second, ...rest] = review.findings
    expect(rest).toEqual([])
    expect(first).toMatchObject({ kind: 'api-key', count: 2, index: 4, thread: 'a.json', isLocked: false })
    expect(first?.before).toBe('use ')
    // A secret beside it is not given away.
    expect(first?.after).toBe(' and ••• here')
    expect(second).toMatchObject({ count: 1 })
    expect(JSON.stringify(review.findings)).not.toContain(KEY.slice(0, 12))
  })

  test('what is kept stays, everything else is replaced, also what the review never saw', () => {
    const review = new SecretReview(SECRET_SHAPES)
    review.of('a')(`${KEY}`, 0)
    const kept = new Set(review.findings.map(({ id }) => id))
    const replacer = secretReplacer(SECRET_SHAPES, kept)
    expect(replacer.filter(`${KEY} ${OTHER}.`, 0)).toBe(`${KEY} [redacted: api-key].`)
    expect(replacer.count()).toBe(1)
  })

  test('a key of this program is replaced even when it was kept by hand', () => {
    const own = keyShape('kept-by-this-program')
    const shapes = own === null ? [] : [own]
    const review = new SecretReview(shapes)
    review.of('a')('kept-by-this-program', 0)
    expect(review.findings[0]?.isLocked).toBe(true)
    const kept = new Set(review.findings.map(({ id }) => id))
    expect(secretReplacer(shapes, kept).filter('x kept-by-this-program', 0)).toBe('x [redacted: stored-key]')
  })

  test('redacting twice changes nothing more', () => {
    const { filter } = secretReplacer([...SECRET_SHAPES, EMAIL_SHAPE], new Set())
    const once = filter(`token: "${KEY}" Bearer ${OTHER} a@example.org http://u:p4ss@h/`, 0)
    expect(once).not.toMatch(/p4ss|a@example/)
    expect(filter(once, 0)).toBe(once)
  })
})

describe('strings of a JSON text', () => {
  const { filter } = secretReplacer(SECRET_SHAPES, new Set())

  test('an untouched text comes back as it was, whatever its spacing and escapes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2, '\t'), (value, space) => {
        const json = JSON.stringify(value, null, space)
        expect(filterJsonText(json, noFilter, 0)).toBe(json)
      }),
    )
  })

  test('every string is filtered, keys too, and the text stays JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (value, words) => {
        const planted = { [`${KEY}`]: 1, a: [value, `${words} ${KEY}\n"\\`], b: value } as JsonValue
        const clean = filterJsonText(JSON.stringify(planted), filter, 0)
        expect(clean).not.toContain(KEY)
        expect(JSON.parse(clean)).toEqual(filterJsonValue(planted, filter, 0))
        expect(JSON.parse(clean).b).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  test('a value is judged together with its key, also in arguments that travel as text', () => {
    const args = { db_password: 'correct-horse-4', path: 'a.ts' }
    const clean = filterJsonText(JSON.stringify({ ...args, arguments: JSON.stringify(args) }), filter, 0)
    expect(clean).not.toContain('correct-horse')
    const read: { path: string; arguments: string } = JSON.parse(clean)
    expect(read.path).toBe('a.ts')
    expect(JSON.parse(read.arguments)).toEqual({ db_password: '[redacted: assignment]', path: 'a.ts' })
  })

  test('a long picture is not read for secrets', () => {
    const data = `${'A'.repeat(5000)}AKIAABCDEFGHIJKLMNOP`
    expect(filterJsonText(JSON.stringify({ data }), filter, 0)).toBe(JSON.stringify({ data }))
  })

  test('what stands behind a long run of letters is read all the same', () => {
    const text = `${'A'.repeat(5000)}==\nKEY ${KEY}`
    expect(filterJsonValue({ text }, filter, 0)).toEqual({
      text: `${'A'.repeat(5000)}==\nKEY [redacted: api-key]`,
    })
  })
})
