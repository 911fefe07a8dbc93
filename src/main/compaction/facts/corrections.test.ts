import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/thread/message.ts'
import { buildExtractiveCheckpoint } from '../extractive/build-checkpoint.ts'
import { isDecision } from './decisions.ts'
import { extractFacts } from './extract-facts.ts'
import { mergeFacts } from './merge-facts.ts'
import { parseFacts } from './parse-facts.ts'
import { renderFacts } from './render-facts.ts'
import { isRule } from './rules.ts'

function message(role: Message['role'], text: string): Message {
  const content = [{ kind: 'text' as const, text }]
  const none = { usage: null, durationMs: null, hasPrivateReasoning: false, metaFlag: null }
  return { id: '', role, content, thinking: null, toolCalls: [], ...none }
}

function section(key: string, ...messages: readonly Message[]): string {
  const { sections } = buildExtractiveCheckpoint({
    messages,
    previous: [],
    budgetChars: 4_000,
    instructions: '',
    upcoming: [],
    firstIndex: 0,
    firstTurn: 1,
  })
  return sections.find((each) => each.key === key)?.text ?? ''
}

describe('a thing put in the place of another', () => {
  it.each([
    'Use SQLite instead of Postgres.',
    'Use SQLite instead.',
    'Please use a queue rather than a lock here.',
    'You should use the new client instead of the old one.',
    'Instead of Redis, use the file cache.',
    '改用 SQLite。',
    '改用 SQLite，而不是 Postgres。',
    '把 Postgres 换成 SQLite。',
    '用 SQLite 代替 Postgres。',
    'Postgres の代わりに SQLite を使ってください。',
    'Verwende SQLite statt Postgres.',
  ])('stands word for word among the rules, as corrections do (S-034): %s', (sentence) => {
    expect([isDecision(sentence), isRule(sentence)]).toEqual([false, true])
  })

  it.each([
    'Why did you use SQLite instead of Postgres?',
    '能不能改用 SQLite？',
    'SQLite was used instead of Postgres.',
    'They use SQLite instead of Postgres.',
    'I wonder if we should use SQLite instead of Postgres.',
    'Use SQLite instead of Postgres just this once.',
    'Change the import to SQLite instead of Postgres.',
  ])('is none in a question, a report or an order for one edit: %s', (sentence) => {
    expect(isRule(sentence)).toBe(false)
  })

  it.each([
    'Always use SQLite instead of Postgres.',
    'From now on use SQLite instead of Postgres.',
    'You must use SQLite instead of Postgres.',
    '以后一律改用 SQLite。',
    '必须用 SQLite 代替 Postgres。',
    'Verwende immer SQLite statt Postgres.',
  ])('is a rule when it says so: %s', (sentence) => {
    expect([isDecision(sentence), isRule(sentence)]).toEqual([false, true])
  })

  it('takes back what was chosen before it', () => {
    const messages = [
      message('user', 'Take Postgres for the archive. Please start with it.'),
      message('assistant', 'I chose Postgres because the archive grows by 40 rows a second.'),
      message('user', 'Use SQLite instead of Postgres.'),
      message('assistant', 'The archive uses SQLite now.'),
    ]
    expect(section('decisions', ...messages)).not.toContain('Postgres')
    expect(section('rules', ...messages)).toContain('Use SQLite instead of Postgres.')
  })

  it('does so in Chinese', () => {
    const messages = [
      message('user', '存档就用 Postgres。请先建表。'),
      message('assistant', '我选择了 Postgres，因为存档每秒增长 40 行。'),
      message('user', '把 Postgres 换成 SQLite。'),
      message('assistant', '现在存档使用 SQLite。'),
    ]
    expect(section('decisions', ...messages)).not.toContain('Postgres')
    expect(section('rules', ...messages)).toContain('把 Postgres 换成 SQLite。')
  })

  it('is a rule where it replaces one, also after a compaction, and stands there alone', () => {
    const rule = message('user', 'Always use npm for the installs.')
    const change = message('user', 'Use pnpm instead of npm for the installs.')
    const extract = (...messages: readonly Message[]) =>
      extractFacts(messages, { firstIndex: 0, firstTurn: 1 })
    const changed = ['Use pnpm instead of npm for the installs.']
    expect(extract(rule, change).rules.map(({ text }) => text)).toEqual(changed)
    const before = parseFacts(renderFacts(extract(rule), 4_000))
    expect(mergeFacts(before, extract(change)).rules.map(({ text }) => text)).toEqual(changed)
    expect(section('decisions', rule, message('assistant', 'OK.'), change)).toBe('')
  })

  it.each([
    'Do not use pnpm instead of npm for the installs.',
    'Never use pnpm instead of npm for the installs.',
    'I did not want you to use pnpm instead of npm for the installs.',
    'I wonder if we should use pnpm instead of npm for the installs.',
    'If npm fails, use pnpm instead of npm for the installs.',
    'They use pnpm instead of npm for the installs.',
    'Use pnpm instead of npm for the installs just this once.',
    '不要把 npm 换成 pnpm 用于 installs。',
    '为什么把 npm 换成 pnpm 用于 installs',
  ])('takes no rule back where it refuses, asks, tells of others or of one case: %s', (sentence) => {
    const rule = 'Always use npm for the installs.'
    const { rules } = extractFacts([message('user', rule), message('user', sentence)], {
      firstIndex: 0,
      firstTurn: 1,
    })
    expect(rules.map(({ text }) => text)).toContain(rule)
  })

  it('a polite request still does', () => {
    const messages = [
      message('user', 'Always use npm for the installs.'),
      message('user', 'I think we should use pnpm instead of npm for the installs.'),
    ]
    const { rules } = extractFacts(messages, { firstIndex: 0, firstTurn: 1 })
    expect(rules.map(({ text }) => text)).toEqual([
      'I think we should use pnpm instead of npm for the installs.',
    ])
  })
})
