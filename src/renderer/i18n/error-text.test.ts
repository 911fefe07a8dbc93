import { createInstance, type TFunction } from 'i18next'
import { expect, test } from 'vitest'
import { AppError, toErrorValue } from '../../shared/ipc/errors.ts'
import { errorDetails, errorText } from './error-text.ts'
import { resources } from './resources.ts'

async function words(): Promise<TFunction<'errors'>> {
  const i18n = createInstance()
  await i18n.init({ lng: 'en', resources, interpolation: { escapeValue: false } })
  return i18n.getFixedT('en', 'errors')
}

test('an error reads the same whether it was thrown here or came over the bridge as a value', async () => {
  const t = await words()
  const error = new AppError('thread-read-only', 'No.', { params: { tool: 'Codex' }, details: 'where' })
  expect(errorText(t, error)).toMatch(/^Codex wrote this transcript/)
  expect(errorText(t, toErrorValue(error))).toBe(errorText(t, error))
  expect(errorDetails(toErrorValue(error))).toBe('thread-read-only: No.\nwhere')
})

test('whatever else is thrown is an unexpected error with what it says as its details', async () => {
  const t = await words()
  for (const thrown of [new TypeError('x is undefined'), 'x is undefined', { code: 'EACCES' }, null])
    expect(errorText(t, thrown)).toBe(errorText(t, new AppError('internal', '')))
  expect(errorDetails(new TypeError('x is undefined'))).toContain('x is undefined')
})
