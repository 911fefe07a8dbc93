import type { TFunction } from 'i18next'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { ERROR_CODES, type ErrorValue, toErrorValue } from '../../shared/ipc/errors.ts'

/** What a person reads about a failure, in their language. */
export function errorText(t: TFunction<'errors'>, error: unknown): string {
  const { code, params } = asErrorValue(error)
  return t(code, { path: '', ...params })
}

/** Any thrown thing as an `ErrorValue`; one that came over the bridge as a value stays what it is. */
export function asErrorValue(error: unknown): ErrorValue {
  return isErrorValue(error) ? error : toErrorValue(error)
}

function isErrorValue(error: unknown): error is ErrorValue {
  if (typeof error !== 'object' || error === null || error instanceof Error) return false
  const codes: readonly unknown[] = ERROR_CODES
  return 'code' in error && codes.includes(error.code) && 'params' in error
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
