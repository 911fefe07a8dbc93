import type { ScriptedProviderOptions } from './types.ts'

/** What the local servers answer about their models, in the form of each. Null = no such page. */
export function localPage(path: string, method: string, options: ScriptedProviderOptions): unknown {
  const { local, windowTokens = 8192, models = ['scripted-model'] } = options
  if (local === 'ollama' && path === '/api/ps')
    return { models: models.map((name) => ({ name, model: name, context_length: windowTokens })) }
  if (local === 'ollama' && path === '/api/show' && method === 'POST')
    return { parameters: `num_ctx ${windowTokens}`, model_info: { 'llama.context_length': 131_072 } }
  if (local === 'lm-studio' && path === '/api/v0/models')
    return {
      data: models.map((id) => ({
        id,
        state: 'loaded',
        max_context_length: 131_072,
        loaded_context_length: windowTokens,
      })),
    }
  if (local === 'llama.cpp' && path === '/props')
    return { default_generation_settings: { n_ctx: windowTokens } }
  return null
}

/** The list of models, with the window where the server tells it there. */
export function modelList(isAnthropic: boolean, options: ScriptedProviderOptions): unknown {
  const { local, windowTokens = 8192, models = ['scripted-model'] } = options
  if (isAnthropic) {
    const data = models.map((id) => ({
      type: 'model',
      id,
      display_name: id,
      created_at: '2026-01-01T00:00:00Z',
    }))
    return { data, has_more: false, first_id: models[0] ?? null, last_id: models.at(-1) ?? null }
  }
  const more = local === 'vllm' ? { max_model_len: windowTokens } : {}
  return {
    object: 'list',
    data: models.map((id) => ({
      id,
      object: 'model',
      created: 1_790_000_000,
      owned_by: 'scripted',
      ...more,
    })),
  }
}
