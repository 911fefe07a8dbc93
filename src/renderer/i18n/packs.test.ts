import { describe, expect, test } from 'vitest'
import { ERROR_CODES } from '../../shared/ipc/errors.ts'
import { createI18n, resolveLanguage } from './i18n.ts'
import { resources } from './resources.ts'

const PLURAL = /_(zero|one|two|few|many|other)$/
/** Texts that are the same in both languages: names, and patterns made of values only. */
const SAME_ON_PURPOSE =
  /^(Palimpsest|OpenAI|Anthropic|[\s\d{},/·:≈→–%$.()A-Z+-]*(\{\{[^}]+\}\}[\s\d{},/·:≈→–%$.()+-]*)*)$/

const namespaces = Object.keys(resources.en) as (keyof (typeof resources)['en'])[]

function keysWithoutPlural(pack: object): string[] {
  return [...new Set(Object.keys(pack).map((key) => key.replace(PLURAL, '')))].sort()
}

function placeholders(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\{\s*([^},\s]+)/g)].map((match) => String(match[1])))].sort()
}

describe.each(namespaces)('language pack %s', (namespace) => {
  const en: Record<string, string> = resources.en[namespace]
  const zh: Record<string, string> = resources['zh-CN'][namespace]

  test('has the same keys in both languages', () => {
    expect(keysWithoutPlural(zh)).toEqual(keysWithoutPlural(en))
  })

  test('gives every plural the forms its language needs', () => {
    for (const key of Object.keys(en).filter((name) => PLURAL.test(name))) {
      const stem = key.replace(PLURAL, '')
      expect(en).toHaveProperty([`${stem}_one`])
      expect(en).toHaveProperty([`${stem}_other`])
      expect(zh).toHaveProperty([`${stem}_other`])
    }
  })

  test('translates every text', () => {
    const untranslated = Object.entries(zh).filter(
      ([key, text]) => text === en[key] && !SAME_ON_PURPOSE.test(text),
    )
    expect(untranslated).toEqual([])
  })

  test('uses the same values in both languages', () => {
    for (const [key, text] of Object.entries(zh))
      expect([key, placeholders(text)]).toEqual([key, placeholders(en[key] ?? '')])
  })

  test('leaves no text empty', () => {
    expect([...Object.entries(en), ...Object.entries(zh)].filter(([, text]) => text.trim() === '')).toEqual(
      [],
    )
  })
})

test('every error code has a text in both languages', () => {
  expect(Object.keys(resources.en.errors).sort()).toEqual([...ERROR_CODES].sort())
  expect(Object.keys(resources['zh-CN'].errors).sort()).toEqual([...ERROR_CODES].sort())
})

test('the system language decides only when the setting leaves it open', () => {
  expect(resolveLanguage('system', ['de-DE', 'zh-TW', 'en'])).toBe('zh-CN')
  expect(resolveLanguage('system', ['fr', 'en-GB', 'zh'])).toBe('en')
  expect(resolveLanguage('en', ['zh-CN'])).toBe('en')
})

test('counts are grouped by the language', () => {
  const t = createI18n('en').getFixedT('en', 'thread')
  expect(t('checkpoint.beneath', { count: 12345 })).toBe('12,345 messages beneath')
})

test('a count is never written without its grouping', () => {
  const bare = namespaces.flatMap((namespace) =>
    (['en', 'zh-CN'] as const).flatMap((language) =>
      Object.entries(resources[language][namespace]).filter(([, text]) => /\{\{count\}\}/.test(text)),
    ),
  )
  expect(bare).toEqual([])
})

test('Chinese names one thing by one word', () => {
  const texts = namespaces.flatMap((namespace) => Object.entries(resources['zh-CN'][namespace]))
  // A token is 词元 here and a person is 你.
  expect(texts.filter(([, text]) => /您|\btokens?\b/i.test(text.replace(/\{\{.*?\}\}/g, '')))).toEqual([])
})

test('S-096 no text promises a context without an end', () => {
  const words = [...namespaces].flatMap((namespace) => [
    ...Object.values(resources.en[namespace]),
    ...Object.values(resources['zh-CN'][namespace]),
  ])
  expect(words.filter((text) => /(infinite|unlimited|endless|无限|无穷)/i.test(text))).toEqual([])
  expect(resources.en.runtime['context.limits']).toContain('may leave out details')
  expect(resources.en.runtime['context.estimated']).toContain('a provider may count differently')
})
