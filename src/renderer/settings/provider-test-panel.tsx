import { Check, CircleAlert, Minus, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ErrorValue, toErrorValue } from '../../shared/ipc/errors.ts'
import type { ProviderSettings, ProviderTest } from '../../shared/ipc/settings.ts'
import { useClient } from '../app/client-context.ts'
import { fromErrorValue } from '../bridge/client.ts'
import { errorDetails, errorText } from '../i18n/error-text.ts'
import { formatTokens } from '../i18n/format.ts'
import { withoutSentence } from '../i18n/sentences.ts'
import { Button } from '../ui/button.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { headlineOf, linesOfFailure, linesOfTest, type TestLine } from './test-lines.ts'

export interface ProviderTestPanelProps {
  readonly provider: ProviderSettings
  /** Saves what is typed and not saved yet; null = it cannot be, and the fields say why. */
  readonly onSave: () => Promise<ProviderSettings | null>
  readonly onTested: (test: ProviderTest) => void
  readonly onUseWindow: (tokens: number) => void
}

/** `of` = the values a result is about; an older result says nothing about new ones. */
type State =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly of: string | null }
  | { readonly kind: 'done'; readonly of: string; readonly test: ProviderTest }
  | { readonly kind: 'failed'; readonly of: string; readonly error: ErrorValue }

function valuesOf({ kind, baseUrl, model, keyState }: ProviderSettings): string {
  return JSON.stringify([kind, baseUrl, model, keyState])
}

/** Test: reachability first, then the rest; a failure names its layer. Nothing is sent before the click. */
export function ProviderTestPanel({ provider, onSave, onTested, onUseWindow }: ProviderTestPanelProps) {
  const { t, i18n } = useTranslation(['settings', 'wizard'])
  const { t: tError } = useTranslation('errors')
  const client = useClient()
  const [latest, setState] = useState<State>({ kind: 'idle' })
  const asked = useRef(0)
  const isOlder = latest.kind !== 'idle' && latest.of !== null && latest.of !== valuesOf(provider)
  const state: State = isOlder ? { kind: 'idle' } : latest
  useEffect(
    () => () => {
      asked.current += 1
    },
    [],
  )

  async function run() {
    asked.current += 1
    const own = asked.current
    setState({ kind: 'running', of: null })
    const saved = await onSave()
    if (own !== asked.current) return
    if (saved === null) return setState({ kind: 'idle' })
    const of = valuesOf(saved)
    setState({ kind: 'running', of })
    try {
      const test = await client.request('provider.test', { id: provider.id })
      if (own !== asked.current) return
      setState({ kind: 'done', of, test })
      onTested(test)
    } catch (error) {
      if (own === asked.current) setState({ kind: 'failed', of, error: toErrorValue(error) })
    }
  }

  const result = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // On a small window it begins below the edge.
    if (state.kind === 'done' || state.kind === 'failed') result.current?.scrollIntoView({ block: 'nearest' })
  }, [state.kind])

  const lines =
    state.kind === 'done'
      ? linesOfTest(state.test, provider)
      : state.kind === 'failed'
        ? linesOfFailure(state.error)
        : []
  return (
    <section className="st-test">
      <div className="st-test-head">
        <Button
          disabled={state.kind === 'running'}
          // The field stays in focus: leaving it would move the button away under the pointer.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => void run()}
        >
          {t('test.run')}
        </Button>
        {state.kind === 'running' ? (
          <>
            <Spinner />
            <span>{t('test.running')}</span>
            <Button
              size="small"
              kind="quiet"
              onClick={() => {
                asked.current += 1
                setState({ kind: 'idle' })
              }}
            >
              {t('test.stop')}
            </Button>
          </>
        ) : (
          <span className="st-meta">{t('test.cost')}</span>
        )}
      </div>
      <div role="status" ref={result}>
        {state.kind === 'done' ? <Headline of={headlineOf(state.test, provider)} /> : null}
        {state.kind === 'failed' ? (
          // A test touches no thread: nothing is said about one.
          <p className="st-failed">
            {withoutSentence(errorText(tError, state.error), t('wizard:footer.failed'), i18n.language)}
          </p>
        ) : null}
        {lines.length === 0 ? null : (
          <dl className="st-lines">
            {lines.map((line) => (
              <ResultLine key={line.key} line={line} />
            ))}
          </dl>
        )}
      </div>
      {state.kind === 'done' && state.test.models.length > 0 ? (
        <p className="st-meta">{t('test.models', { count: state.test.models.length })}</p>
      ) : null}
      {state.kind === 'done' &&
      state.test.windowTokens !== null &&
      state.test.windowTokens !== provider.windowTokens ? (
        <Button size="small" onClick={() => onUseWindow(state.test.windowTokens ?? 0)}>
          {t('test.useWindow', { tokens: formatTokens(state.test.windowTokens) })}
        </Button>
      ) : null}
      {state.kind === 'failed' ? (
        <Button
          size="small"
          kind="quiet"
          onClick={() => {
            client
              .request('clipboard.write', { text: errorDetails(fromErrorValue(state.error)) })
              .catch(() => undefined)
          }}
        >
          {t('test.copy')}
        </Button>
      ) : null}
    </section>
  )
}

/** Success is quiet. Everything short of it has a sign, so that it is not read as success. */
function Headline({ of }: { readonly of: ReturnType<typeof headlineOf> }) {
  const { t } = useTranslation('settings')
  if (of === 'test.ok') return <p>{t(of)}</p>
  return (
    <p className="st-warning">
      <TriangleAlert size={14} strokeWidth={2} role="img" aria-label={t('test.warning')} />
      {t(of)}
    </p>
  )
}

const ICONS = { ok: Check, warning: TriangleAlert, failed: CircleAlert, skipped: Minus } as const

function ResultLine({ line }: { readonly line: TestLine }) {
  const { t } = useTranslation('settings')
  const Icon = ICONS[line.state]
  return (
    <div className={`is-${line.state}`}>
      <dt>
        <Icon size={12} strokeWidth={2} aria-hidden="true" />
        {t(`test.${line.key}`)}
      </dt>
      <dd>
        {line.tokens !== null
          ? formatTokens(line.tokens)
          : line.value === null
            ? ''
            : t(`test.${line.value}`)}
      </dd>
    </div>
  )
}
