import type { TFunction } from 'i18next'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { type ErrorValue, toErrorValue } from '../../shared/ipc/errors.ts'

/** What a person reads about a failure, in their language. */
export function errorText(t: TFunction<'errors'>, error: unknown): string {
  const { code, params } = asErrorValue(error)
  return t(code, { path: '', ...params })
}

/** Any thrown thing as an `ErrorValue`. */
export function asErrorValue(error: unknown): ErrorValue {
  return toErrorValue(error)
}

/** What "Copy details" puts on the clipboard: code, message and details. Keys were removed in main. */
export function errorDetails(error: unknown): string {
  const value = asErrorValue(error)
  const lines = [`${value.code}: ${value.message}`]
  if (value.details !== null) lines.push(value.details)
  return lines.join('\n')
}

/** `errorText` in the person's language, for components. */
export function useErrorText(): (error: unknown) => string {
  const { t } = useTranslation('errors')
  return useCallback((error: unknown) => errorText(t, error), [t])
}
