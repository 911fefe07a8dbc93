import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { SearchGroup, SearchHit } from '../../shared/search/answer.ts'
import { fileBeside } from '../app/file-beside.ts'
import { MarkedText } from '../app/marked-text.tsx'
import { languageOf } from '../app/text-language.ts'
import { formatAge } from '../i18n/format.ts'
import { MessageSquare } from '../ui/icons.ts'

export interface ResultGroupProps {
  readonly group: SearchGroup
  readonly nowMs: number
  /** `index` null = the thread as a whole. */
  readonly onOpen: (thread: string, index: number | null) => void
}

/** One thread: its title, then the messages that were found in it. */
export const ResultGroup = memo(function ResultGroup({ group, nowMs, onOpen }: ResultGroupProps) {
  const { t, i18n } = useTranslation('search')
  const { thread, title, folder, hits, count, isCountComplete } = group
  const age = formatAge(group.modifiedMs, nowMs, i18n.language)
  const place = folder === null ? t('group.outside') : folder
  const file = fileBeside(thread, title.text)
  return (
    <li className="result-group">
      <button type="button" data-result className="result-title" onClick={() => onOpen(thread, null)}>
        <MessageSquare size={16} strokeWidth={1.75} aria-hidden="true" />
        <span className="result-name truncate" lang={languageOf(title.text)}>
          <MarkedText snippet={title} />
        </span>
        {file === null ? null : (
          <span className="result-place truncate" title={thread}>
            {file}
          </span>
        )}
        {place === '' ? null : <span className="result-place truncate">{place}</span>}
        {group.sameOutside === null ? null : (
          <span className="result-place truncate" title={group.sameOutside}>
            {t('group.sameOutside')}
          </span>
        )}
        <span className="grow" />
        {count === 0 ? null : (
          <span className="result-count">
            {isCountComplete ? t('group.hits', { count }) : t('group.hitsMore', { count })}
          </span>
        )}
        {age === null ? null : <span className="result-age">{age}</span>}
      </button>
      {hits.length === 0 ? null : (
        <ul>
          {hits.map((hit) => (
            <li key={`${hit.role} ${hit.index}`}>
              <Hit hit={hit} onOpen={() => onOpen(thread, hit.index)} />
            </li>
          ))}
        </ul>
      )}
    </li>
  )
})

function Hit({ hit, onOpen }: { readonly hit: SearchHit; readonly onOpen: () => void }) {
  const { t } = useTranslation('search')
  const { index, role, place, snippet } = hit
  return (
    <button type="button" data-result className="result-hit" onClick={onOpen}>
      <span className="hit-role">{t(`hit.${role}`)}</span>
      <span className="hit-words" lang={languageOf(snippet.text)}>
        {snippet.text === '' ? <i>{t('hit.gone')}</i> : <MarkedText snippet={snippet} />}
      </span>
      {place === 'tool' || place === 'thinking' ? (
        <span className="hit-place">{t(`hit.${place}`)}</span>
      ) : null}
      <span className="hit-number" aria-hidden="true">
        {index + 1}
      </span>
      <span className="visually-hidden">{t('hit.number', { number: index + 1 })}</span>
    </button>
  )
}
