import { useTranslation } from 'react-i18next'
import type { SearchQuery } from '../../shared/search/query.ts'
import { Button } from '../ui/button.tsx'
import type { SearchQuestion } from './search-state.ts'

export interface NoResultsProps {
  readonly question: SearchQuestion
  readonly query: SearchQuery
  readonly onChange: (change: Partial<SearchQuestion>) => void
}

/** Nothing was found; the ways to look at more. */
export function NoResults({ question, query, onChange }: NoResultsProps) {
  const { t } = useTranslation('search')
  const bare = query.terms.map(({ from, to }) => question.text.slice(from, to)).join(' ')
  const hasFilters = query.filters.length > 0 && bare !== ''
  // A filter that cannot be read is left out; where nothing else was asked, looking at more finds no more.
  const isAsked = query.terms.length > 0 || query.filters.length > 0
  const isEverywhere = isAsked && question.hasTools && question.hasThinking && !hasFilters
  return (
    <div className="no-results">
      <h2>{t('none.title', { text: question.text.trim() })}</h2>
      {isEverywhere ? <p>{t('none.everywhere')}</p> : null}
      <div className="no-results-actions">
        {hasFilters ? <Button onClick={() => onChange({ text: bare })}>{t('none.filters')}</Button> : null}
        {question.hasTools || !isAsked ? null : (
          <Button onClick={() => onChange({ hasTools: true })}>{t('none.tools')}</Button>
        )}
        {question.hasThinking || !isAsked ? null : (
          <Button onClick={() => onChange({ hasThinking: true })}>{t('none.thinking')}</Button>
        )}
      </div>
    </div>
  )
}
