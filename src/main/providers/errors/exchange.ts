/** What a provider answered when it refused, kept before an SDK throws the body away. */
export interface KeptRefusal {
  readonly httpStatus: number
  readonly headers: { readonly [name: string]: string }
  /** At most `MAX_KEPT_CHARS`. */
  readonly rawBody: string
}

/** One HTTP exchange under watch: its refusal, its silence, its first bytes. */
export interface Exchange {
  /** To be given to the SDK in place of the global one. */
  readonly fetch: typeof fetch
  /** Aborts when the person stops or the provider falls silent. */
  readonly signal: AbortSignal
  refusal(): KeptRefusal | null
  /** True when nothing came for `idleTimeoutMs`. */
  isTimedOut(): boolean
  /** True when a 2xx answer has begun. */
  hasAnswer(): boolean
  /** The first characters of a 2xx answer, for an answer that is no stream at all. */
  head(): string
  /** Ends the watch and the request. */
  close(): void
}

export interface ExchangeOptions {
  readonly signal: AbortSignal
  /** Longest silence, in milliseconds. Any byte counts, keep-alive comments too. */
  readonly idleTimeoutMs: number
  readonly fetch: typeof fetch
}

const MAX_KEPT_CHARS = 64_000
const MAX_HEAD_CHARS = 4_000

/**
 * Only these headers leave the machine. The SDKs would add the system's name and version, and whatever the
 * environment variables `*_CUSTOM_HEADERS` hold, to every address.
 */
const SENT_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'authorization',
  'content-type',
  'x-api-key',
  'anthropic-version',
])

/** Opens the watch over one attempt. `close` must be called, whatever the outcome. */
export function openExchange(options: ExchangeOptions): Exchange {
  const silence = new AbortController()
  const signal = AbortSignal.any([options.signal, silence.signal])
  let timer: NodeJS.Timeout | undefined
  let isTimedOut = false
  let hasAnswer = false
  let head = ''
  let refusal: KeptRefusal | null = null

  function hear(): void {
    clearTimeout(timer)
    if (silence.signal.aborted) return
    timer = setTimeout(() => {
      isTimedOut = true
      silence.abort()
    }, options.idleTimeoutMs)
  }

  function listen(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    const decoder = new TextDecoder()
    return body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          hear()
          if (head.length < MAX_HEAD_CHARS) head += decoder.decode(chunk, { stream: true })
          controller.enqueue(chunk)
        },
      }),
    )
  }

  async function watchedFetch(input: Parameters<typeof fetch>[0], init?: RequestInit): Promise<Response> {
    hear()
    const signals = init?.signal ? [init.signal, signal] : [signal]
    const response = await options.fetch(input, {
      ...init,
      headers: keepSentHeaders(init?.headers),
      // A redirect would carry `x-api-key` to an address that nobody chose.
      redirect: 'manual',
      signal: AbortSignal.any(signals),
    })
    hear()
    const shape = { status: response.status, statusText: response.statusText, headers: response.headers }
    if (!response.ok) {
      const rawBody = response.body === null ? '' : await readText(listen(response.body))
      refusal = { httpStatus: response.status, headers: Object.fromEntries(response.headers), rawBody }
      return new Response(response.status === 304 ? null : rawBody, shape)
    }
    hasAnswer = true
    return response.body === null ? response : new Response(listen(response.body), shape)
  }

  return {
    fetch: watchedFetch,
    signal,
    refusal: () => refusal,
    isTimedOut: () => isTimedOut,
    hasAnswer: () => hasAnswer,
    head: () => head.slice(0, MAX_HEAD_CHARS),
    close() {
      clearTimeout(timer)
      silence.abort()
    },
  }
}

function keepSentHeaders(given: RequestInit['headers']): Headers {
  const kept = new Headers()
  for (const [name, value] of new Headers(given)) if (SENT_HEADERS.has(name)) kept.set(name, value)
  kept.set('user-agent', 'palimpsest')
  return kept
}

/** Reads to the end or to the limit; a connection that breaks here still leaves what was read. */
async function readText(body: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let text = ''
  try {
    while (text.length < MAX_KEPT_CHARS) {
      const { done, value } = await reader.read()
      if (done) break
      text += decoder.decode(value, { stream: true })
    }
  } catch {
    // The status alone already says that this is a refusal.
    return text
  }
  await reader.cancel()
  return text.slice(0, MAX_KEPT_CHARS)
}
