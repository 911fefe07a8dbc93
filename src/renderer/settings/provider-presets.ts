import type { ProviderSettings } from '../../shared/ipc/settings.ts'

export type PresetKey = 'openai' | 'anthropic' | 'compatible' | 'ollama' | 'lm-studio'

/** A provider as it is first added. Names are proper names, the same in every language. */
export interface ProviderPreset {
  readonly key: PresetKey
  readonly kind: ProviderSettings['kind']
  readonly name: string
  readonly baseUrl: string
}

export const PROVIDER_PRESETS: readonly ProviderPreset[] = [
  { key: 'openai', kind: 'openai-responses', name: 'OpenAI', baseUrl: '' },
  { key: 'anthropic', kind: 'anthropic', name: 'Anthropic', baseUrl: '' },
  { key: 'compatible', kind: 'openai-chat', name: 'OpenAI-compatible', baseUrl: '' },
  { key: 'ollama', kind: 'openai-chat', name: 'Ollama', baseUrl: 'http://localhost:11434/v1' },
  { key: 'lm-studio', kind: 'openai-chat', name: 'LM Studio', baseUrl: 'http://localhost:1234/v1' },
]

/** Names of the protocols, the same in every language. */
export const PROTOCOL_NAMES: { readonly [K in ProviderSettings['kind']]: string } = {
  'openai-chat': 'Chat Completions',
  'openai-responses': 'Responses',
  anthropic: 'Anthropic Messages',
}

/** A new provider with an id that none of `existing` has: `openai`, `openai-2`, … */
export function newProvider(preset: ProviderPreset, existing: readonly ProviderSettings[]): ProviderSettings {
  const ids = new Set(existing.map((provider) => provider.id))
  let id: string = preset.key
  for (let count = 2; ids.has(id); count += 1) id = `${preset.key}-${count}`
  const { kind, name, baseUrl } = preset
  return { id, kind, name, baseUrl, model: '', windowTokens: null, keyState: 'none' }
}

/** Whether a provider's server is on this machine, where a key is seldom needed. */
export function isLocal(provider: ProviderSettings): boolean {
  return /^https?:\/\/(localhost|127\.|\[::1\])/i.test(provider.baseUrl)
}
