import { AppError } from '../../shared/ipc/errors.ts'
import { openAnthropicClient } from './anthropic.ts'
import { type CallEnvironment, underWatch } from './attempt.ts'
import { openOpenAiClient } from './openai-client.ts'
import type { ProviderTarget } from './provider-target.ts'

/** One model as a server lists it. `entry` is the server's own object. */
export interface ListedModel {
  readonly id: string
  readonly entry: unknown
}

const MAX_MODELS = 2_000

/**
 * The models of a provider, in its own order. Null when the server answers but has no such list (404 or 405).
 * Everything else that fails is an `AppError` naming its layer.
 */
export async function listModels(
  target: ProviderTarget,
  environment: CallEnvironment,
  signal: AbortSignal,
): Promise<readonly ListedModel[] | null> {
  try {
    return await underWatch(target, environment, signal, async (exchange) => {
      const { address, key } = target
      const options = { signal: exchange.signal }
      const pages =
        target.kind === 'anthropic'
          ? (await openAnthropicClient(address, key, exchange)).models.list({ limit: 1000 }, options)
          : (await openOpenAiClient(address.baseUrl, key, exchange)).models.list(options)
      const models: ListedModel[] = []
      for await (const entry of pages) {
        if (typeof entry.id === 'string') models.push({ id: entry.id, entry })
        if (models.length >= MAX_MODELS) break
      }
      if (models.length === 0 && exchange.head().trimStart().startsWith('<'))
        throw new AppError('not-found', 'The address answers with a web page, not as a model server.', {
          params: { host: target.address.host, layer: 'address' },
        })
      return models
    })
  } catch (error) {
    const hasNoList =
      error instanceof AppError && (error.params.status === 404 || error.params.status === 405)
    if (hasNoList) return null
    throw error
  }
}
