import { describe, expect, test } from 'vitest'
import { findSecrets } from './find-secrets.ts'
import { EMAIL_SHAPE, keyShape, ownShape, SECRET_SHAPES } from './secret-shapes.ts'

const RUN = 'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5bC7d'
/** Put together here, so that no scanner of repositories takes an example for a key. */
const EXAMPLES: readonly (readonly [name: string, secret: string, text?: string])[] = [
  ['PEM private key', `-----BEGIN RSA ${'PRIVATE'} KEY-----\nMIIE${RUN}\n-----END RSA ${'PRIVATE'} KEY-----`],
  ['Anthropic', `sk-${'ant'}-api03-${RUN}`],
  ['OpenAI and compatible', `sk-${'proj'}-${RUN}`],
  ['Google', `AI${'za'}${RUN.slice(0, 35)}`],
  ['AWS access key id', `AK${'IA'}ABCDEFGHIJKLMNOP`],
  ['AWS secret key', RUN, `aws_secret_access_key = ${RUN}`],
  ['GitHub', `gh${'p'}_${RUN}`],
  ['GitHub fine-grained', `github_${'pat'}_${RUN}`],
  ['GitLab', `gl${'pat'}-${RUN}`],
  ['Slack', `xo${'xb'}-1234567890-${RUN}`],
  ['Slack webhook', `T000/B000/${RUN}`, `https://hooks.slack.com/services/T000/B000/${RUN}`],
  ['Stripe', `sk_${'live'}_${RUN}`],
  ['npm', `np${'m'}_${RUN.slice(0, 36)}`],
  ['PyPI', `py${'pi'}-AgEIcHlwaS5vcmc${RUN}`],
  ['Hugging Face', `h${'f'}_${RUN}`],
  ['xAI', `xa${'i'}-${RUN}`],
  ['Groq', `gs${'k'}_${RUN}`],
  ['Perplexity', `pp${'lx'}-${RUN}`],
  ['NVIDIA', `nv${'api'}-${RUN}`],
  ['Replicate', `r${'8'}_${RUN}`],
  ['SendGrid', `S${'G'}.${RUN.slice(0, 22)}.${RUN}`],
  ['Telegram bot', `123456789:A${'A'}${RUN.slice(0, 33)}`],
  ['JSON web token', `ey${'J'}hbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.${RUN}`],
  ['authorization header', RUN, `Authorization: Bearer ${RUN}`],
  ['password in an address', 'hunter2', 'postgres://me:hunter2@db.example/app'],
  ['token in an address', RUN, `https://example.org/x?token=${RUN}&page=2`],
  ['named value', 'correct-horse-4', 'password: "correct-horse-4"'],
]

describe('known shapes of secrets', () => {
  test('every shape of the table has an example here', () => {
    expect(EXAMPLES.map(([name]) => name).toSorted()).toEqual(
      SECRET_SHAPES.map(({ name }) => name).toSorted(),
    )
  })

  test.each(EXAMPLES)('%s is found in the middle of a text', (_name, secret, text = secret) => {
    const whole = `before it, ${text} and behind it`
    const found = findSecrets(whole, SECRET_SHAPES)
    expect(found.map(({ from, to }) => whole.slice(from, to))).toEqual([secret])
  })

  test.each(EXAMPLES)(
    '%s is found behind an escape of a text that is JSON itself',
    (_name, secret, text = secret) => {
      for (const whole of [`{"stdout":"keys:\\n${text}\\n"}`, `{"stdout":"keys:\\u000a${text}"}`]) {
        const found = findSecrets(whole, SECRET_SHAPES).map(({ from, to }) => whole.slice(from, to))
        expect(found[0]).toContain(secret?.slice(0, 30))
      }
    },
  )

  test('a key is found behind an underline, not within a word', () => {
    const key = `gh${'p'}_${RUN}`
    expect(findSecrets(`my_${key}`, SECRET_SHAPES)).toHaveLength(1)
    expect(findSecrets(`my${key}`, SECRET_SHAPES)).toHaveLength(0)
  })

  test.each([
    'The token count is 12 and the secret of a good plan is patience.',
    'const token = tokens.at(-1)',
    'password: string',
    'see https://example.org/a/b?page=2 or git@github.com:a/b.git',
    'postgres://localhost:5432/app and http://user@host/',
    `postgres://me:${'$'}{DB_PASSWORD}@db.example/app`,
    'task-force, risk-free and disk-usage-of-a-very-long-name',
    'The Bearer of this letter is a friend of everybody here.',
    'api_key = process.env.OPENAI_API_KEY',
  ])('leaves alone: %s', (text) => {
    expect(findSecrets(text, SECRET_SHAPES)).toEqual([])
  })

  test('a private key that was cut is found to where it was cut', () => {
    const text = `-----BEGIN ${'PRIVATE'} KEY-----\nMIIE${RUN}`
    expect(findSecrets(text, SECRET_SHAPES)).toEqual([{ from: 0, to: text.length, kind: 'private-key' }])
  })

  test('e-mail addresses are a shape of their own', () => {
    const text = 'write to ada.l+x@mail.example.org, not to @ada'
    expect(findSecrets(text, SECRET_SHAPES)).toEqual([])
    expect(findSecrets(text, [EMAIL_SHAPE]).map(({ from, to }) => text.slice(from, to))).toEqual([
      'ada.l+x@mail.example.org',
    ])
  })

  test("a person's pattern is taken to the letter, with * for a run without spaces", () => {
    const own = ownShape('ACME-*-prod')
    const text = 'ACME-7.1-prod, ACME- x -prod, ACMEx7-prod'
    expect(findSecrets(text, own === null ? [] : [own]).map(({ from, to }) => text.slice(from, to))).toEqual([
      'ACME-7.1-prod',
    ])
    expect([ownShape('  '), ownShape('**')]).toEqual([null, null])
  })

  test('a key of this program is found as it is, a short one not at all', () => {
    const key = keyShape('local.key+1')
    expect(findSecrets('x local.key+1 y', key === null ? [] : [key])).toMatchObject([{ kind: 'stored-key' }])
    expect(keyShape('short')).toBeNull()
  })

  test.each([
    'a:/',
    'aa://b:',
    'password=',
    'token="1',
    'token=1a',
    `-----BEGIN ${'PRIVATE'} KEY`,
    `-----BEGIN ${'PRIVATE'} KEY-----`,
    'eyJ-',
    'eyJaaaaaaaaaaa.',
    'SG.a-',
    'Bearer 1',
    'sk-',
    '?key=',
    'a@',
    '%a.',
    '@',
    'a',
  ])('time grows with the length of a hostile text, not with its square: %s', (piece) => {
    const text = piece.repeat(400_000 / piece.length)
    const started = performance.now()
    findSecrets(text, [...SECRET_SHAPES, EMAIL_SHAPE])
    // Milliseconds when the machine is free; a square takes a minute.
    expect(performance.now() - started).toBeLessThan(10_000)
  })
})
