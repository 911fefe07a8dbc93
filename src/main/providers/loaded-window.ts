import type { Exchange } from './errors/exchange.ts'

/** What is needed to ask a local server about its models. */
export interface WindowQuestion {
  /** Without a path: these pages stand beside the compatible ones. */
  readonly origin: string
  readonly model: string
  readonly headers: { readonly [name: string]: string }
  readonly fetch: Exchange['fetch']
}

/** Tokens; nothing outside is believed. */
const MIN_WINDOW = 256
const MAX_WINDOW = 20_000_000
const MAX_PAGE_BYTES = 4_000_000

interface Probe {
  readonly path: string
  readonly body?: (model: string) => unknown
  readonly read: (page: unknown, model: string) => unknown
}

/**
 * Pages by which local servers tell the window a model is *loaded* with, best first. The most a model could
 * have is not asked: Ollama would cut the prompt without a word.
 */
const PROBES: readonly Probe[] = [
  // Ollama, models in memory.
  {
    path: '/api/ps',
    read: (page, model) => get(named(get(page, 'models'), 'name', model), 'context_length'),
  },
  // Ollama, the model's own setting.
  {
    path: '/api/show',
    body: (model) => ({ model }),
    read: (page) => /^num_ctx\s+(\d+)/m.exec(String(get(page, 'parameters')))?.[1],
  },
  // LM Studio.
  {
    path: '/api/v0/models',
    read: (page, model) => get(named(get(page, 'data'), 'id', model), 'loaded_context_length'),
  },
  // llama.cpp.
  { path: '/props', read: (page) => get(get(page, 'default_generation_settings'), 'n_ctx') },
]

/** The window that a local server has a model loaded with, in tokens; null = it does not tell. */
export async function readLoadedWindow(question: WindowQuestion): Promise<number | null> {
  for (const probe of PROBES) {
    const page = await readPage(question, probe)
    const windowTokens = believeWindow(probe.read(page, question.model))
    if (windowTokens !== null) return windowTokens
  }
  return null
}

/** The window that a list of models gives for one of them: vLLM and OpenRouter tell it there. */
export function readListedWindow(entry: unknown): number | null {
  return believeWindow(get(entry, 'max_model_len')) ?? believeWindow(get(entry, 'context_length'))
}

async function readPage(question: WindowQuestion, probe: Probe): Promise<unknown> {
  const body = probe.body?.(question.model)
  try {
    const response = await question.fetch(question.origin + probe.path, {
      headers: { ...question.headers, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    })
    if (!response.ok) return null
    const text = await response.text()
    return text.length > MAX_PAGE_BYTES ? null : JSON.parse(text)
  } catch {
    // Not this server, or no JSON: the next page may answer.
    return null
  }
}

function get(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !(key in value)) return undefined
  // Safe: the key was just found in it, and the value stays unknown.
  return (value as { readonly [name: string]: unknown })[key]
}

/** The entry with exactly this name; Ollama leaves out `:latest`. */
function named(list: unknown, key: string, model: string): unknown {
  if (!Array.isArray(list)) return undefined
  return (
    list.find((item) => get(item, key) === model) ?? list.find((item) => get(item, key) === `${model}:latest`)
  )
}

function believeWindow(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  if (typeof number !== 'number' || !Number.isInteger(number)) return null
  return number >= MIN_WINDOW && number <= MAX_WINDOW ? number : null
}
