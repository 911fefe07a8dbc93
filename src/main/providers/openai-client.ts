import type OpenAI from 'openai'
import type { Exchange } from './errors/exchange.ts'

/** Far beyond the watch of the exchange, which is the only time-out. */
const NO_TIMEOUT_MS = 2_000_000_000

/**
 * An OpenAI client for one exchange. The SDK is loaded with the first of them: most starts never call a model. Everything the SDK would take from environment variables is given, so that
 * an organisation or an address set for another program never reaches this server. It neither retries nor logs.
 */
export async function openOpenAiClient(baseURL: string, apiKey: string, exchange: Exchange): Promise<OpenAI> {
  const { default: Client } = await import('openai')
  return new Client({
    baseURL,
    apiKey,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    timeout: NO_TIMEOUT_MS,
    logLevel: 'off',
    fetch: exchange.fetch,
  })
}
