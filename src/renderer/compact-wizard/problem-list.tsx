import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { TemplateProblem } from '../../shared/compact/plan.ts'

/** What in the prompt templates could not be filled in (S-194 to S-196). It warns and never blocks. */
export function ProblemList({ problems }: { readonly problems: readonly TemplateProblem[] }) {
  const { t } = useTranslation('wizard')
  if (problems.length === 0) return null
  return (
    <details className="wz-problems">
      <summary>
        <TriangleAlert size={14} strokeWidth={2} aria-hidden="true" />
        {t('problems.title', { count: problems.length })}
      </summary>
      <p className="wz-meta">{t('problems.hint')}</p>
      <ul>
        {problems.map((problem) => (
          <li key={`${problem.kind} ${problem.name} ${problem.place}`}>
            <span className="tag">{t(`problem.${problem.kind}`)}</span>
            <code className="truncate">{problem.name}</code>
            <span className="grow" />
            <span className="wz-meta">
              {problem.place === 'systemPrompt'
                ? t('problem.system')
                : t('problem.message', { id: problem.place.replace(/^message:/, '') })}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
