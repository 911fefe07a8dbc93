import type { ErrorValue } from '../../shared/ipc/errors.ts'
import type { ProviderSettings, ProviderTest } from '../../shared/ipc/settings.ts'

/** The layers of a provider, in the order they are reached. */
export type Layer = 'address' | 'certificate' | 'key' | 'model' | 'server'

export type LineValue =
  | 'reached'
  | 'unreachable'
  | 'refused'
  | 'accepted'
  | 'answers'
  | 'notChosen'
  | 'notListed'
  | 'yes'
  | 'no'
  | 'unknown'
  | 'notReached'

/** One line of a test's result. `text` is for numbers, `value` for words. */
export interface TestLine {
  readonly key: Layer | 'streams' | 'usage' | 'window'
  /** `warning` = it works, and may not be what is meant. */
  readonly state: 'ok' | 'warning' | 'failed' | 'skipped'
  readonly value: LineValue | null
  readonly tokens: number | null
}

function line(key: TestLine['key'], state: TestLine['state'], value: LineValue): TestLine {
  return { key, state, value, tokens: null }
}

/** What a finished test found out, layer by layer. */
export function linesOfTest(test: ProviderTest, provider: ProviderSettings): readonly TestLine[] {
  const hasModel = provider.model !== ''
  // A server without a list is not wrong, as long as the model answered.
  const isListed = test.models.length === 0 || test.models.includes(provider.model)
  return [
    line('address', test.isReachable ? 'ok' : 'failed', test.isReachable ? 'reached' : 'unreachable'),
    line('key', 'ok', 'accepted'),
    hasModel
      ? isListed
        ? line('model', 'ok', 'answers')
        : line('model', 'warning', 'notListed')
      : line('model', 'skipped', 'notChosen'),
    hasModel
      ? line('streams', test.streams ? 'ok' : 'failed', test.streams ? 'yes' : 'no')
      : line('streams', 'skipped', 'notReached'),
    hasModel
      ? line('usage', test.reportsUsage ? 'ok' : 'skipped', test.reportsUsage ? 'yes' : 'no')
      : line('usage', 'skipped', 'notReached'),
    test.windowTokens === null
      ? line('window', 'skipped', 'unknown')
      : { key: 'window', state: 'ok', value: null, tokens: test.windowTokens },
  ]
}

/** The one sentence above the lines. It promises a summary only where the chosen model is a listed one and works. */
export function headlineOf(
  test: ProviderTest,
  provider: ProviderSettings,
): 'test.ok' | 'test.partly' | 'test.okNoModel' | 'test.okNotListed' {
  const lines = linesOfTest(test, provider)
  if (lines.some((line) => line.state === 'failed')) return 'test.partly'
  if (provider.model === '') return 'test.okNoModel'
  return lines.some((line) => line.value === 'notListed') ? 'test.okNotListed' : 'test.ok'
}

/** What a failing layer says of itself. */
const REASONS: { readonly [L in Layer]: LineValue } = {
  address: 'unreachable',
  certificate: 'refused',
  key: 'refused',
  model: 'refused',
  server: 'no',
}

const LAYERS: readonly Layer[] = ['address', 'certificate', 'key', 'model']

/** The layer at which a test failed: main names it; for other codes the code itself says it. */
export function layerOf(error: ErrorValue): Layer {
  const named = [...LAYERS, 'server' as const].find((layer) => layer === error.params.layer)
  if (named !== undefined) return named
  switch (error.code) {
    case 'network':
    case 'timeout':
    case 'bad-input':
      return 'address'
    case 'auth':
    case 'permission':
    case 'no-key':
    case 'quota':
      return 'key'
    case 'not-found':
      return 'model'
    default:
      return 'server'
  }
}

/** Layers before the failing one held, those after it were not reached. */
export function linesOfFailure(error: ErrorValue): readonly TestLine[] {
  const failed = layerOf(error)
  const order = failed === 'server' ? [...LAYERS.slice(0, 1), 'server' as const] : LAYERS
  const at = order.indexOf(failed)
  return order
    .filter((layer) => layer !== 'certificate' || failed === 'certificate')
    .map((layer) => {
      const place = order.indexOf(layer)
      if (place === at) return line(layer, 'failed', REASONS[layer])
      if (place > at) return line(layer, 'skipped', 'notReached')
      return line(layer, 'ok', layer === 'address' ? 'reached' : 'accepted')
    })
}
