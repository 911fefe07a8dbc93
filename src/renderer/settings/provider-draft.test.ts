import { describe, expect, test } from 'vitest'
import type { ProviderSettings } from '../../shared/ipc/settings.ts'
import { draftOf, problemsOf, settingsFrom, windowOf } from './provider-draft.ts'
import { newProvider, PROVIDER_PRESETS } from './provider-presets.ts'

const SAVED: ProviderSettings = {
  id: 'openai',
  kind: 'openai-responses',
  name: 'OpenAI',
  baseUrl: '',
  model: 'gpt-5-mini',
  windowTokens: 400_000,
  keyState: 'stored',
}

describe('fields', () => {
  test('a valid value is saved while an invalid one beside it keeps its saved value', () => {
    const draft = { ...draftOf(SAVED), name: 'Work', baseUrl: 'ftp://server' }
    expect(problemsOf(draft)).toEqual({ baseUrl: { kind: 'url' } })
    expect(settingsFrom(SAVED, draft)).toMatchObject({ name: 'Work', baseUrl: '' })
  })

  test.each(['server.example', 'javascript:alert(1)', 'http://', 'https:// x', 'file:///etc/passwd'])(
    'the address %s is refused',
    (baseUrl) => expect(problemsOf({ ...draftOf(SAVED), baseUrl })).toHaveProperty('baseUrl'),
  )

  test('a compatible server needs an address, the providers of their own do not', () => {
    expect(problemsOf({ ...draftOf(SAVED), kind: 'openai-chat' })).toEqual({ baseUrl: { kind: 'urlNeeded' } })
    expect(problemsOf(draftOf(SAVED))).toEqual({})
  })

  test('the key state is never changed by the form', () => {
    expect(settingsFrom(SAVED, draftOf(SAVED))).toEqual(SAVED)
  })

  test.each([
    ['128000', 128_000],
    ['128,000', 128_000],
    ['200 000', 200_000],
    ['128k', 128_000],
    ['1.5M', 1_500_000],
    ['999', null],
    ['-5', null],
    ['many', null],
  ])('a window written as %s is %s', (text, tokens) => expect(windowOf(text)).toBe(tokens))
})

test('a second provider of one kind gets an id of its own', () => {
  const [openai] = PROVIDER_PRESETS
  if (openai === undefined) throw new Error('No presets.')
  const first = newProvider(openai, [])
  const second = newProvider(openai, [first])
  expect([first.id, second.id, newProvider(openai, [first, second]).id]).toEqual([
    'openai',
    'openai-2',
    'openai-3',
  ])
})
