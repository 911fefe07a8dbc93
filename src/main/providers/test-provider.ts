import { AppError } from '../../shared/ipc/errors.ts'
import type { ProviderSettings, ProviderTest } from '../../shared/ipc/settings.ts'
import type { AnswerEnding } from './answer-ending.ts'
import { attemptAnswer, type CallEnvironment, underWatch } from './attempt.ts'
import { type ListedModel, listModels } from './list-models.ts'
import { readListedWindow, readLoadedWindow } from './loaded-window.ts'
import { environmentOf, firstShape, mend, type OpenSummarizerOptions } from './open-summarizer.ts'
import { profileOf } from './provider-profile.ts'
import { type ProviderTarget, readTarget } from './provider-target.ts'
import type { SummaryRequest } from './summarizer.ts'

/** Silence allowed in a test, in milliseconds: a person is waiting, but a local model may have to load. */
const TEST_IDLE_TIMEOUT_MS = 30_000
const TEST_LOCAL_IDLE_TIMEOUT_MS = 120_000
const PROBE_TIMEOUT_MS = 3_000
/** Responses takes nothing below 16. */
const TEST_REQUEST: SummaryRequest = {
  system: 'Answer with one word.',
  user: 'Say: ready',
  maxOutputTokens: 16,
}

/**
 * Tries a provider as a summary would use it: the address, the list of models, then one tiny streaming answer
 * of the chosen model, then its window. Costs a few tokens. Without a model only the first two.
 *
 * Rejects with an `AppError` whose `params.layer` says what is wrong: address, certificate, key, model or
 * server. Texts hold no key.
 */
export async function testProvider(
  settings: ProviderSettings,
  key: string | null,
  signal: AbortSignal,
  options: OpenSummarizerOptions = {},
): Promise<ProviderTest> {
  const target = readTarget(settings, key)
  const model = settings.model.trim()
  const { isLocal } = target.address
  const idleTimeoutMs = options.idleTimeoutMs ?? (isLocal ? TEST_LOCAL_IDLE_TIMEOUT_MS : TEST_IDLE_TIMEOUT_MS)
  const environment = environmentOf({ ...options, idleTimeoutMs })
  const listed = await listModels(target, environment, signal)
  const models = (listed ?? []).map((entry) => entry.id)
  if (model === '')
    return { isReachable: true, models, streams: false, reportsUsage: false, windowTokens: null }
  const { ending, deltas } = await answerOnce(target, model, environment, signal)
  const windowTokens =
    (await windowOf(target, model, listed, environment, signal)) ?? profileOf(settings)?.windowTokens ?? null
  return {
    isReachable: true,
    models,
    streams: ending.isClosed && (deltas > 0 || ending.text === ''),
    reportsUsage: ending.usage !== null && ending.usage.output + ending.usage.input > 0,
    windowTokens,
  }
}

async function answerOnce(
  target: ProviderTarget,
  model: string,
  environment: CallEnvironment,
  signal: AbortSignal,
): Promise<{ readonly ending: AnswerEnding; readonly deltas: number }> {
  let shape = firstShape(target.address)
  let deltas = 0
  for (let mends = 0; ; mends += 1) {
    try {
      const ending = await attemptAnswer({
        target,
        model,
        request: TEST_REQUEST,
        shape,
        environment,
        signal,
        onText: () => {
          deltas += 1
        },
      })
      if (ending.isClosed) return { ending, deltas }
      throw new AppError('stream-cut', 'The answer broke off.', {
        params: { host: target.address.host, layer: 'server' },
      })
    } catch (error) {
      const mended =
        error instanceof AppError && mends < 3 && error.code === 'bad-request'
          ? mend(error, shape, TEST_REQUEST)
          : null
      if (mended === null) throw error
      shape = mended.shape
    }
  }
}

/** The window as the server tells it. Asked after the answer, when the model is loaded. */
async function windowOf(
  target: ProviderTarget,
  model: string,
  listed: readonly ListedModel[] | null,
  environment: CallEnvironment,
  signal: AbortSignal,
): Promise<number | null> {
  const told = readListedWindow(listed?.find((entry) => entry.id === model)?.entry)
  if (told !== null || target.address.isVendor) return told
  const patience = AbortSignal.any([signal, AbortSignal.timeout(PROBE_TIMEOUT_MS)])
  const headers = target.hasKey ? { authorization: `Bearer ${target.key}` } : {}
  try {
    return await underWatch(target, environment, patience, (exchange) =>
      readLoadedWindow({ origin: target.address.origin, model, headers, fetch: exchange.fetch }),
    )
  } catch {
    // The window is a bonus of the test; only the person's own stop ends it.
    if (signal.aborted) throw new AppError('cancelled', 'Stopped.')
    return null
  }
}
