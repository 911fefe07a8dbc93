import './projected-calls.css'
import { useTranslation } from 'react-i18next'
import type { ProjectionItem } from '../../shared/compact/preview.ts'

/** The calls of a message as the model gets them: what was called, and how its result begins. */
export function ProjectedCalls({ item }: { readonly item: ProjectionItem }) {
  const { t } = useTranslation('thread')
  if (item.callCount === 0) return null
  const rest = item.callCount - item.calls.length
  return (
    <ul className="projected-calls">
      {item.calls.map(({ call, result }, at) => (
        // Two calls may be the same; their order is the request's.
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole, never reordered.
        <li key={at}>
          <span className="mono truncate">{call}</span>
          <span className="projected-result truncate">{result ?? t('model.noResult')}</span>
        </li>
      ))}
      {rest === 0 ? null : <li className="projected-result">{t('model.moreCalls', { count: rest })}</li>}
    </ul>
  )
}
