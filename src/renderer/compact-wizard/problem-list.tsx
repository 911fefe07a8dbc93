import type { TFunction } from 'i18next'
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
          <li key={`${problem.kind} ${problem.name} ${problem.place}`}>{problemText(t, problem)}</li>
        ))}
      </ul>
    </details>
  )
}

/** One sentence: where it is, what is missing, and what the summarizer reads in its place. */
export function problemText(t: TFunction<'wizard'>, { kind, name, place, index }: TemplateProblem): string {
  const where =
    place === 'systemPrompt'
      ? t('problem.system')
      : index === undefined
        ? t('problem.someMessage')
        : t('problem.message', { number: index + 1 })
  return t(`problem.${kind}`, { place: where, name, written: `{{${name}}}` })
}
