import { randomUUID } from 'node:crypto'
import { BUILT_IN_ID } from '../src/main/compactor/narrate-built-in.ts'
import type { CompactorPorts } from '../src/main/compactor/ports.ts'
import { AppError } from '../src/shared/ipc/errors.ts'
import type { ProviderSettings } from '../src/shared/ipc/settings.ts'

export interface ProviderOptions {
  readonly provider: string
  readonly model?: string
  readonly baseUrl?: string
  readonly window?: number
}

const KINDS: Readonly<Record<string, { kind: ProviderSettings['kind']; keyName: string }>> = {
  openai: { kind: 'openai-chat', keyName: 'OPENAI_API_KEY' },
  'openai-responses': { kind: 'openai-responses', keyName: 'OPENAI_API_KEY' },
  anthropic: { kind: 'anthropic', keyName: 'ANTHROPIC_API_KEY' },
}

/** The summarizer an option names; null = no such provider. */
export function summarizerId(options: ProviderOptions): string | null {
  if (options.provider === BUILT_IN_ID) return BUILT_IN_ID
  return Object.hasOwn(KINDS, options.provider) ? options.provider : null
}

/**
 * The compactor's ports without a window: no store, no included files, keys from the environment
 * (`OPENAI_API_KEY`, `ANTHROPIC_API_KEY`), never from an argument that a process list would show.
 */
export function cliPorts(options: ProviderOptions): CompactorPorts {
  return {
    now: () => new Date(),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    newId: randomUUID,
    instructions: { get: () => null, save: () => undefined },
    providers: async () => [],
    openSummarizer: async (id, onRetry) => {
      const found = KINDS[id]
      if (found === undefined) throw new AppError('not-found', `There is no provider "${id}".`)
      const key = process.env[found.keyName] ?? null
      if (key === null && options.baseUrl === undefined)
        throw new AppError('no-key', `Set ${found.keyName} in the environment.`)
      // The providers' packages take half a second to load, and the built-in summarizer needs none of them.
      const { openSummarizer } = await import('../src/main/providers/open-summarizer.ts')
      return openSummarizer(providerSettings(id, found.kind, options), key, { onRetry })
    },
    readInclude: async () => null,
    skills: async () => [],
    // The folder of a transcript belongs to the tool that wrote it.
    transcriptFolder: () => process.cwd(),
  }
}

function providerSettings(
  id: string,
  kind: ProviderSettings['kind'],
  options: ProviderOptions,
): ProviderSettings {
  return {
    id,
    kind,
    name: id,
    baseUrl: options.baseUrl ?? '',
    model: options.model ?? '',
    windowTokens: options.window ?? null,
    keyState: 'session-only',
  }
}
