import { AppError } from '../../shared/ipc/errors.ts'
import type { ThreadProvider } from '../../shared/ipc/turn.ts'
import type { HostPort } from '../ports.ts'
import type { ChatModel } from '../providers/chat/chat-model.ts'
import { openChatModel } from '../providers/chat/open-chat-model.ts'
import { readLoadedWindow } from '../providers/loaded-window.ts'
import { readAddress } from '../providers/provider-address.ts'
import type { ProviderStore, StoredProvider } from '../settings/provider-store.ts'
import { describeProvider } from './settings-handlers.ts'
import type { AnsweringProvider } from './thread-runtime.ts'

/** A local server that does not answer at once is not asked for its window. */
const WINDOW_TIMEOUT_MS = 1_500

/** A server that did not tell so often has no such page. */
const MOST_SILENT = 3

export interface AnsweringDoor {
  readonly providers: ProviderStore
  readonly host: Pick<HostPort, 'getSecret' | 'secretState'>
  /** The person's choice for a thread; null = none. */
  readonly chosen: (thread: string) => string | null
}

/**
 * Which provider answers in a thread: the chosen one, without a choice the first that has a model. Where the chosen
 * one was removed nobody answers until the person chooses again: nothing goes to another one by itself.
 */
export class AnsweringProviders {
  readonly #door: AnsweringDoor
  /** Loaded lengths of local models, as their servers told them last. */
  readonly #loaded = new Map<string, number>()
  /** Times in a row that a server did not tell. */
  readonly #silent = new Map<string, number>()
  /** The model of each provider as it is set up now: what a server would not take is learned once, not every turn. */
  readonly #models = new Map<string, { readonly setUp: string; readonly model: ChatModel }>()

  constructor(door: AnsweringDoor) {
    this.#door = door
  }

  /** Null = none is set up, or the chosen one is missing. */
  of(thread: string): AnsweringProvider | null {
    const stored = this.#stored(thread)
    if (stored === null) return null
    return {
      settings: { ...stored, keyState: 'none' },
      loadedTokens: this.#loaded.get(keyOf(stored)) ?? null,
    }
  }

  describe(thread: string): ThreadProvider {
    const settings = this.of(thread)?.settings
    return {
      providerId: settings?.id ?? null,
      model: settings?.model ?? null,
      isDefault: this.#door.chosen(thread) === null,
      missing: this.missing(thread),
    }
  }

  /** Name of the chosen provider when it was removed from the settings; null = it is there, or none is chosen. */
  missing(thread: string): string | null {
    const id = this.#door.chosen(thread)
    return id === null ? null : this.#door.providers.nameOfRemoved(id)
  }

  /** Rejects with `provider-gone` where the chosen one is missing. */
  requireChosen(thread: string): void {
    const name = this.missing(thread)
    if (name !== null) throw providerGone(name)
  }

  /** Rejects with `no-key`, `no-model` or `provider-gone` when nobody can answer. */
  async open(thread: string): Promise<ChatModel> {
    this.requireChosen(thread)
    const stored = this.#stored(thread)
    if (stored === null)
      throw new AppError('no-model', 'No model is set up yet. Add a provider in the settings.')
    const described = await describeProvider(stored, this.#door.host)
    const key = await this.#door.host.getSecret(stored.id)
    const setUp = JSON.stringify([described, key])
    const known = this.#models.get(stored.id)
    const model = known?.setUp === setUp ? known.model : openChatModel(described, key)
    this.#models.set(stored.id, { setUp, model })
    await this.#askWindow(stored)
    return model
  }

  #stored(thread: string): StoredProvider | null {
    const { providers, chosen } = this.#door
    const id = chosen(thread)
    if (id !== null) return providers.get(id)
    return providers.list().find(({ model }) => model.trim() !== '') ?? null
  }

  async #askWindow(stored: StoredProvider): Promise<void> {
    const { origin, isLocal } = readAddress(stored.kind, stored.baseUrl)
    const key = keyOf(stored)
    const silent = this.#silent.get(key) ?? 0
    if (!isLocal || stored.windowTokens !== null || silent >= MOST_SILENT) return
    const signal = AbortSignal.timeout(WINDOW_TIMEOUT_MS)
    const tokens = await readLoadedWindow({
      origin,
      model: stored.model,
      headers: {},
      fetch: (input, init) => fetch(input, { ...init, signal }),
    }).catch(() => null)
    // A model that is not loaded yet has no length; after its first answer it has one, and a later one may be another.
    if (tokens !== null) this.#loaded.set(key, tokens)
    this.#silent.set(key, tokens === null ? silent + 1 : 0)
  }
}

/** What is told when a provider was chosen that is not in the settings any more. */
export function providerGone(name: string): AppError {
  return new AppError('provider-gone', `The provider ${name} is not in the settings any more.`, {
    params: { provider: name },
  })
}

function keyOf({ baseUrl, model }: StoredProvider): string {
  return `${baseUrl}\n${model}`
}
