import { describe, expect, it } from 'vitest'
import { isRule, rulesIn } from './rules.ts'

describe('a statement that the person marked as important', () => {
  it.each([
    'Important: the last day is not part of the stay, keys from 14:00.',
    'Wichtig: der letzte Tag zählt nicht mit, Schlüssel ab 14:00 Uhr.',
    'Ganz wichtig: Preise sind brutto.',
    '重要：最后一天不计入。',
    '重要: 最終日は含まない。',
    'Importante: los precios llevan IVA.',
    'Importante: i prezzi sono lordi.',
    'Важно: цены указаны с налогом.',
    'Ważne: ceny są brutto.',
    '중요: 마지막 날은 제외됩니다.',
  ])('is a rule: %s', (sentence) => {
    expect(isRule(sentence)).toBe(true)
  })

  it.each([
    'Important: why is the list empty?',
    'Important: fix the build first.',
    'Wichtig: der Build ist kaputt.',
    'The important: field is missing.',
  ])('is none when it asks, reports or orders one edit: %s', (sentence) => {
    expect(isRule(sentence)).toBe(false)
  })
})

describe('what only sounds like a standing order', () => {
  it.each([
    "Only 12, that's fine.",
    'Only two rows differ, this is OK.',
    'Nur 12, das passt.',
    'Also keep this list of to-dos: 1) write the parser, 2) tell Ana about it.',
    'Remember these tasks: a) parser, b) docs.',
    'Remember my todo list: parser, docs.',
    '请记住这些待办：一、写解析器，二、更新文档。',
  ])('is no rule: %s', (sentence) => {
    expect(rulesIn(sentence, 0, 1)).toEqual([])
  })

  it.each([
    'Only 2 workers at a time.',
    'Only edit files below src.',
    'Always keep the to-do list in the form: number, text, owner.',
    'Keep the public API as it is.',
  ])('and the real one stays a rule: %s', (sentence) => {
    expect(isRule(sentence)).toBe(true)
  })
})
