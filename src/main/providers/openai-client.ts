import OpenAI from 'openai'
import type { Exchange } from './errors/exchange.ts'

/** Far beyond the watch of the exchange, which is the only time-out. */
const NO_TIMEOUT_MS = 2_000_000_000

/**
 * An OpenAI client for one exchange. Everything the SDK would take from environment variables is given, so that
 * an organisation or an address set for another program never reaches this server. It neither retries nor logs.
 */
export function openOpenAiClient(baseURL: string, apiKey: string, exchange: Exchange): OpenAI {
  return new OpenAI({
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
