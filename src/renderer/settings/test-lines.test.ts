import { expect, test } from 'vitest'
import type { ErrorCode, ErrorValue } from '../../shared/ipc/errors.ts'
import type { ProviderSettings } from '../../shared/ipc/settings.ts'
import { headlineOf, layerOf, linesOfFailure, linesOfTest } from './test-lines.ts'

function failure(code: ErrorCode, layer?: string): ErrorValue {
  return { code, message: '', details: null, params: layer === undefined ? {} : { layer } }
}
const PROVIDER: ProviderSettings = {
  id: 'p',
  kind: 'anthropic',
  name: 'P',
  baseUrl: '',
  model: 'm',
  windowTokens: null,
  keyState: 'stored',
}
const TEST = { isReachable: true, models: ['m'], streams: true, reportsUsage: true, windowTokens: 200_000 }

test('the layer that main names wins over the code', () => {
  expect(layerOf(failure('network', 'certificate'))).toBe('certificate')
  expect(layerOf(failure('auth'))).toBe('key')
  expect(layerOf(failure('overload'))).toBe('server')
})

test('what comes before the failing layer held, what comes after was not tried', () => {
  expect(linesOfFailure(failure('auth')).map(({ key, state }) => [key, state])).toEqual([
    ['address', 'ok'],
    ['key', 'failed'],
    ['model', 'skipped'],
  ])
  expect(linesOfFailure(failure('network', 'certificate')).map(({ key, state }) => [key, state])).toEqual([
    ['address', 'ok'],
    ['certificate', 'failed'],
    ['key', 'skipped'],
    ['model', 'skipped'],
  ])
})

test('a model that the server does not list but that answers is said to be so', () => {
  const lines = linesOfTest({ ...TEST, models: ['other'] }, PROVIDER)
  expect(lines.find(({ key }) => key === 'model')).toMatchObject({ state: 'warning', value: 'notListed' })
})

test('the headline promises a summary only where the chosen model is a listed one', () => {
  expect(headlineOf(TEST, PROVIDER)).toBe('test.ok')
  expect(headlineOf({ ...TEST, models: [] }, PROVIDER)).toBe('test.ok')
  expect(headlineOf({ ...TEST, models: ['other'] }, PROVIDER)).toBe('test.okNotListed')
  expect(headlineOf({ ...TEST, streams: false }, { ...PROVIDER, model: '' })).toBe('test.okNoModel')
  expect(headlineOf({ ...TEST, streams: false, models: ['other'] }, PROVIDER)).toBe('test.partly')
})

test('without a chosen model, streaming was not tried', () => {
  const lines = linesOfTest({ ...TEST, streams: false, windowTokens: null }, { ...PROVIDER, model: '' })
  expect(lines.map(({ state }) => state)).toEqual(['ok', 'ok', 'skipped', 'skipped', 'skipped', 'skipped'])
})
