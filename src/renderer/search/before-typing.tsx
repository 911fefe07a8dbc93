import { useTranslation } from 'react-i18next'
import { FILTER_NAMES } from '../../shared/search/query.ts'
import { Button } from '../ui/button.tsx'
import { History } from '../ui/icons.ts'

export interface BeforeTypingProps {
  readonly recent: readonly string[]
  readonly onPick: (text: string) => void
  /** Begins a filter in the field. */
  readonly onFilter: (text: string) => void
  readonly onClear: () => void
}

/** What was searched for before, and the filters there are. */
export function BeforeTyping({ recent, onPick, onFilter, onClear }: BeforeTypingProps) {
  const { t } = useTranslation('search')
  return (
    <div className="before-typing">
      <section aria-labelledby="recent-searches">
        <div className="before-head">
          <h2 id="recent-searches">{t('recent.title')}</h2>
          {recent.length === 0 ? null : (
            <Button kind="quiet" size="small" onClick={onClear}>
              {t('recent.clear')}
            </Button>
          )}
        </div>
        {recent.length === 0 ? (
          <p className="before-none">{t('recent.none')}</p>
        ) : (
          <ul className="recent-list">
            {recent.map((text) => (
              <li key={text}>
                <button type="button" data-result onClick={() => onPick(text)}>
                  <History size={14} strokeWidth={2} aria-hidden="true" />
                  <span className="truncate">{text}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section aria-labelledby="search-filters">
        <div className="before-head">
          <h2 id="search-filters">{t('filters.title')}</h2>
        </div>
        <ul className="filter-list">
          {FILTER_NAMES.map((name) => (
            <li key={name}>
              <button type="button" onClick={() => onFilter(`${name}:`)}>
                <code>{name}:</code>
                <span>{t(`filters.${name}`)}</span>
              </button>
            </li>
          ))}
        </ul>
        <p className="before-none">{t('filters.words')}</p>
      </section>
    </div>
  )
}
