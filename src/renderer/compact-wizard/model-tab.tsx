import { Diamond } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Preview, ProjectionItem } from '../../shared/compact/preview.ts'
import { type ErrorValue, toErrorValue } from '../../shared/ipc/errors.ts'
import { plainWords } from '../../shared/thread/plain-words.ts'
import { useClient } from '../app/client-context.ts'
import { ProjectedCalls } from '../app/projected-calls.tsx'
import { errorText } from '../i18n/error-text.ts'
import { formatNumber } from '../i18n/format.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from './notice.tsx'
import { ScrollRegion } from './scroll-region.tsx'

const PAGE = 50
const CHECKPOINT_TITLE = '# Context checkpoint'
/** Longest text that main sends for an item; one that long was cut. */
const EXCERPT_CHARS = 400

interface Projection {
  readonly items: readonly ProjectionItem[]
  readonly total: number
}

export interface ModelTabProps {
  readonly preview: Preview
  /** Changes with every counted edit, so that the ledger is read again. */
  readonly version: number
}

/** The next request of the copy, item by item, with its tokens: a ledger (mockup 06). */
export function ModelTab({ preview, version }: ModelTabProps) {
  const { t, i18n } = useTranslation('wizard')
  const { t: tError } = useTranslation('errors')
  const client = useClient()
  const [loaded, setLoaded] = useState<Projection | null>(null)
  const [error, setError] = useState<ErrorValue | null>(null)
  const [wanted, setWanted] = useState(PAGE)
  const { previewId } = preview

  // biome-ignore lint/correctness/useExhaustiveDependencies: an edit changes what main answers.
  useEffect(() => {
    let isCurrent = true
    async function read() {
      const items: ProjectionItem[] = []
      let total = 0
      do {
        const limit = Math.min(PAGE, wanted - items.length)
        const page = await client.request('compact.projection', { previewId, from: items.length, limit })
        items.push(...page.items)
        total = page.total
        if (page.items.length === 0) break
      } while (items.length < Math.min(wanted, total))
      if (isCurrent) setLoaded({ items, total })
    }
    read().catch((thrown) => {
      if (isCurrent) setError(toErrorValue(thrown))
    })
    return () => {
      isCurrent = false
    }
  }, [client, previewId, wanted, version])

  if (error !== null)
    return <Notice kind="failed" title={t('model.failed')} body={errorText(tError, error)} />
  if (loaded === null) return <p className="wz-meta wz-pad">{t('model.busy')}</p>
  const rest = loaded.total - loaded.items.length
  return (
    <ScrollRegion className="wz-ledger" label={t('tab.model')}>
      <header>
        <span className="wz-ledger-tokens">{t('model.tokens')}</span>
        <span />
        <span>
          <strong>{t('model.title')}</strong>{' '}
          <span className="wz-meta">{t('model.next', { count: loaded.total })}</span>
        </span>
      </header>
      <ol>
        {loaded.items.map((item, at) => (
          // Items have no id of their own; their order is the request.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole, never reordered.
          <li key={at} className={`wz-item is-${item.kind} ${item.isSent ? '' : 'is-unsent'}`}>
            <span className="wz-ledger-tokens">{formatNumber(item.tokens, i18n.language)}</span>
            <span className="wz-ledger-layer mark" />
            <div className="wz-item-body">
              <div className="wz-item-head">
                {item.kind === 'checkpoint' ? (
                  <Diamond size={12} strokeWidth={2} aria-hidden="true" className="wz-diamond" />
                ) : null}
                <strong>{t(`model.${item.kind}`)}</strong>
                {item.callCount > 0 ? (
                  <span className="wz-meta">{t('compare.calls', { count: item.callCount })}</span>
                ) : null}
                {item.isSent ? null : <span className="tag">{t('model.notSent')}</span>}
              </div>
              {item.text.trim() === '' ? null : <p>{ledgerText(item)}</p>}
              <ProjectedCalls item={item} />
              {item.kind === 'checkpoint' ? (
                <div className="wz-beneath hatch mark">
                  <span>{t('model.beneath', { count: preview.summarizedMessages })}</span>
                </div>
              ) : null}
            </div>
          </li>
        ))}
      </ol>
      {rest > 0 ? (
        <Button size="small" className="wz-more" onClick={() => setWanted(wanted + PAGE)}>
          {t('compare.more')}
        </Button>
      ) : null}
    </ScrollRegion>
  )
}

/** The words of an item in one line. A checkpoint's wrapper is the same in every thread, so it is left out. */
function ledgerText({ kind, text }: ProjectionItem): string {
  const start = kind === 'checkpoint' ? text.indexOf(CHECKPOINT_TITLE) : -1
  const shown = start === -1 ? text : text.slice(start + CHECKPOINT_TITLE.length)
  const words = plainWords(shown, text.length)
  return text.length >= EXCERPT_CHARS ? `${words}…` : words
}
