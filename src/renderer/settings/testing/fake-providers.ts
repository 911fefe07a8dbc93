import { AppError } from '../../../shared/ipc/errors.ts'
import type { ProviderSettings } from '../../../shared/ipc/settings.ts'
import type { FakeRequests } from '../../testing/fake-bridge.ts'

const FILLED: readonly ProviderSettings[] = [
  {
    id: 'anthropic',
    kind: 'anthropic',
    name: 'Anthropic',
    baseUrl: '',
    model: 'claude-sonnet-4-5',
    windowTokens: 200_000,
    keyState: 'stored',
  },
  {
    id: 'ollama',
    kind: 'openai-chat',
    name: 'Ollama',
    baseUrl: 'http://localhost:11434/v1',
    model: 'qwen3-8b',
    windowTokens: null,
    keyState: 'none',
  },
]

/** `provider.*` in memory. Keys go to `keys` and never come back in an answer. */
export function fakeProviders(isFilled: boolean, keyState: ProviderSettings['keyState'] = 'stored') {
  let providers: readonly ProviderSettings[] = isFilled ? FILLED : []
  const keys = new Map<string, string>()
  function find(id: string): ProviderSettings {
    const provider = providers.find((other) => other.id === id)
    if (provider === undefined) throw new AppError('bad-input', 'No such provider.')
    return provider
  }
  function put(provider: ProviderSettings): ProviderSettings {
    providers = providers.some((other) => other.id === provider.id)
      ? providers.map((other) => (other.id === provider.id ? provider : other))
      : [...providers, provider]
    return provider
  }
  const requests: FakeRequests = {
    'provider.list': () => providers,
    'provider.save': (input) =>
      put({ ...input, keyState: providers.find((other) => other.id === input.id)?.keyState ?? 'none' }),
    'provider.remove': ({ id }) => {
      providers = providers.filter((other) => other.id !== id)
      return null
    },
    'provider.setKey': ({ id, key }) => {
      if (key === '') keys.delete(id)
      else keys.set(id, key)
      return put({ ...find(id), keyState: key === '' ? 'none' : keyState })
    },
    'provider.test': async ({ id }) => {
      const provider = find(id)
      await new Promise((resolve) => setTimeout(resolve, 50))
      if (provider.baseUrl === '' && provider.keyState === 'none')
        throw new AppError('auth', 'The key was refused.', { params: { layer: 'key' }, details: 'HTTP 401' })
      return {
        isReachable: true,
        models: ['qwen3-8b', 'gemma-3-12b', 'claude-sonnet-4-5'],
        streams: true,
        reportsUsage: provider.kind === 'anthropic',
        windowTokens: provider.kind === 'anthropic' ? 200_000 : 32_768,
      }
    },
  }
  return { requests, keys }
}
