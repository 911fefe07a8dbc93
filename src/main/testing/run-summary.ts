import { type ScriptedProvider, startScriptedProvider } from '../../../e2e/provider/server.ts'
import type { Protocol, ScriptedProviderOptions, Step } from '../../../e2e/provider/types.ts'
import { AppError } from '../../shared/ipc/errors.ts'
import type { ProviderSettings } from '../../shared/ipc/settings.ts'
import { type OpenSummarizerOptions, openSummarizer } from '../providers/open-summarizer.ts'
import type { SummaryAnswer, SummaryRequest } from '../providers/summarizer.ts'

export const PROTOCOLS: readonly Protocol[] = ['openai-chat', 'openai-responses', 'anthropic']
/** Searched for in everything that comes out. */
export const PLANTED_KEY = 'sk-test-AAAABBBBCCCCDDDD'
export const REQUEST: SummaryRequest = {
  system: 'Write a checkpoint.',
  user: '[user]: Fix src/app/main.ts, never touch the tests.\n[assistant]: Done.',
  maxOutputTokens: 4_000,
}

export function settingsFor(
  kind: Protocol,
  url: string,
  more: Partial<ProviderSettings> = {},
): ProviderSettings {
  const baseUrl = kind === 'anthropic' ? url : `${url}/v1`
  return {
    id: 'p',
    kind,
    name: 'Scripted',
    baseUrl,
    model: 'm',
    windowTokens: null,
    keyState: 'stored',
    ...more,
  }
}

/** What one summary against a scripted provider did. */
export interface Run {
  readonly answer: SummaryAnswer | null
  readonly error: AppError | null
  readonly deltas: readonly string[]
  readonly retries: readonly (readonly [number, string])[]
  readonly waits: readonly number[]
  readonly provider: ScriptedProvider
}

export interface RunOptions extends OpenSummarizerOptions {
  readonly server?: ScriptedProviderOptions
  readonly settings?: Partial<ProviderSettings>
  readonly key?: string | null
  readonly request?: SummaryRequest
  readonly signal?: AbortSignal
  readonly onText?: (delta: string) => void
}

/** Runs one summary with the real SDK over loopback. Waits between tries are recorded, not slept. */
export async function runSummary(
  protocol: Protocol,
  script: readonly Step[],
  options: RunOptions = {},
): Promise<Run> {
  const provider = await startScriptedProvider({ script, ...options.server })
  const deltas: string[] = []
  const retries: (readonly [number, string])[] = []
  const waits: number[] = []
  try {
    const summarizer = openSummarizer(
      settingsFor(protocol, provider.url, options.settings),
      options.key === undefined ? PLANTED_KEY : options.key,
      {
        random: () => 0.5,
        wait: async (ms) => {
          waits.push(ms)
        },
        onRetry: (afterMs, code) => retries.push([afterMs, code]),
        ...options,
      },
    )
    const outcome = await settle(
      summarizer.summarize(
        options.request ?? REQUEST,
        (delta) => {
          deltas.push(delta)
          options.onText?.(delta)
        },
        options.signal ?? new AbortController().signal,
      ),
    )
    return { ...outcome, deltas, retries, waits, provider }
  } finally {
    await provider.close()
  }
}

async function settle(promise: Promise<SummaryAnswer>): Promise<Pick<Run, 'answer' | 'error'>> {
  try {
    return { answer: await promise, error: null }
  } catch (error) {
    if (error instanceof AppError) return { answer: null, error }
    throw error
  }
}

/** Everything a thrown value holds, as text: message, details, params, causes, stack. */
export function everythingIn(error: unknown): string {
  const parts: string[] = []
  let current = error
  for (let depth = 0; depth < 6 && current instanceof Error; depth += 1) {
    parts.push(current.message, current.stack ?? '', JSON.stringify(Object.entries(current)))
    current = current.cause
  }
  return parts.join('\n')
}
