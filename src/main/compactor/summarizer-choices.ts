import type { SummarizerChoice } from '../../shared/compact/plan.ts'
import type { ProviderSettings } from '../../shared/ipc/settings.ts'
import { readAddress } from '../providers/provider-address.ts'
import { profileOf } from '../providers/provider-profile.ts'
import { BUILT_IN_ID } from './narrate-built-in.ts'

const BUILT_IN: SummarizerChoice = {
  id: BUILT_IN_ID,
  label: 'Built-in extractive',
  kind: 'built-in',
  windowTokens: null,
  isReady: true,
  reason: null,
  pricePerMillionInput: 0,
  pricePerMillionOutput: 0,
}

/** The built-in summarizer first, then one choice per configured provider. */
export function summarizerChoices(providers: readonly ProviderSettings[]): readonly SummarizerChoice[] {
  return [BUILT_IN, ...providers.map(modelChoice)]
}

function modelChoice(provider: ProviderSettings): SummarizerChoice {
  const profile = profileOf(provider)
  const reason = provider.model === '' ? 'no-model' : needsKey(provider) ? 'no-key' : null
  return {
    id: provider.id,
    label: provider.model === '' ? provider.name : provider.model,
    provider: provider.model === '' ? null : provider.name,
    kind: 'model',
    host: hostOf(provider),
    windowTokens: provider.windowTokens ?? profile?.windowTokens ?? null,
    isReady: reason === null,
    reason,
    pricePerMillionInput: profile?.price?.input ?? null,
    pricePerMillionOutput: profile?.price?.output ?? null,
  }
}

function hostOf({ kind, baseUrl }: ProviderSettings): string | null {
  try {
    return readAddress(kind, baseUrl).host
  } catch {
    // An address that cannot be read is told by the test and by the start.
    return null
  }
}

/** A server of one's own needs no key; the providers' own addresses do. */
function needsKey(provider: ProviderSettings): boolean {
  return provider.keyState === 'none' && provider.baseUrl === ''
}
