import { AppError } from '../../shared/ipc/errors.ts'
import type { ProviderSettings } from '../../shared/ipc/settings.ts'
import { findModelProfile, type ModelProfile } from './model-profiles.ts'
import { readAddress } from './provider-address.ts'

/** Window and price of a provider's chosen model; null when they are not known or the address is none. */
export function profileOf(
  settings: Pick<ProviderSettings, 'kind' | 'baseUrl' | 'model'>,
): ModelProfile | null {
  try {
    return findModelProfile(readAddress(settings.kind, settings.baseUrl).host, settings.model.trim())
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}
