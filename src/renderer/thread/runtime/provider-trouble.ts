import { AppError, type ErrorCode } from '../../../shared/ipc/errors.ts'

/** Failures that the provider's settings can mend. */
const CODES: readonly ErrorCode[] = [
  'no-model',
  'provider-gone',
  'no-key',
  'auth',
  'permission',
  'not-found',
  'protocol',
]

/** True when the way on leads through Settings, Providers. */
export function isProviderTrouble(error: unknown): boolean {
  return error instanceof AppError && CODES.includes(error.code)
}
