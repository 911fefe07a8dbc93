import { describe, expect, test } from 'vitest'
import { familyOfModel } from './model-family.ts'

describe('the tokenizer of a model', () => {
  test.each([
    'gpt-4',
    'gpt-4-0613',
    'gpt-4-32k',
    'gpt-4-turbo-2024-04-09',
    'gpt-4-1106-preview',
    'gpt-3.5-turbo',
    'gpt-3.5-turbo-16k-0613',
    'gpt-35-turbo',
    'openai/gpt-4-turbo',
    'openai/gpt-4:nitro',
    'ft:gpt-3.5-turbo-0125:acme::abc',
  ])('%s counts with the older one', (model) => {
    expect(familyOfModel(model)).toBe('cl100k')
  })

  test.each([
    'gpt-4o',
    'gpt-4o-mini',
    'chatgpt-4o-latest',
    'gpt-4.1',
    'gpt-4.5-preview',
    'gpt-5',
    'gpt-5.2-codex',
    'openai/gpt-4o',
    'o1',
    'o3-mini',
    'gpt-oss-20b',
    'claude-sonnet-4-5',
    'llama3:8b',
    'my-gpt-4',
    '',
  ])('%s counts with the usual one: it has it, or nobody knows', (model) => {
    expect(familyOfModel(model)).toBe('o200k')
  })
})
