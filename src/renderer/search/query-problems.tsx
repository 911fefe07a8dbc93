import { useTranslation } from 'react-i18next'
import type { QueryProblem } from '../../shared/search/query.ts'
import { useJoined } from '../i18n/use-joined.ts'
import { Button } from '../ui/button.tsx'
import { TriangleAlert } from '../ui/icons.ts'

export interface QueryProblemsProps {
  readonly id: string
  readonly text: string
  readonly problems: readonly QueryProblem[]
  readonly onFix: (text: string) => void
}

/** What is wrong about a filter, and the way it is written here. */
export function QueryProblems({ id, text, problems, onFix }: QueryProblemsProps) {
  const { t } = useTranslation('search')
  const joined = useJoined()
  return (
    <div id={id} className="query-problems" role="status">
      {problems.map(({ kind, from, to, fix }) => (
        <p key={from}>
          <TriangleAlert size={14} strokeWidth={2} aria-hidden="true" />
          <span>{joined(t(`problem.${kind}`, { typed: text.slice(from, to) }), t('problem.leftOut'))}</span>
          {fix === null ? null : (
            <Button size="small" onClick={() => onFix(text.slice(0, from) + fix + text.slice(to))}>
              {t('problem.fix', { fix })}
            </Button>
          )}
        </p>
      ))}
    </div>
  )
}
