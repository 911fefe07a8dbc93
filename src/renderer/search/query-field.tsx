import { type KeyboardEvent, type RefObject, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { QueryProblem } from '../../shared/search/query.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Search, X } from '../ui/icons.ts'

export interface QueryFieldProps {
  readonly input: RefObject<HTMLInputElement | null>
  readonly value: string
  readonly problems: readonly QueryProblem[]
  readonly problemId: string
  readonly onChange: (text: string) => void
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
}

/** The one line that is typed into; filters that say nothing are underlined where they stand. */
export function QueryField({ input, value, problems, problemId, onChange, onKeyDown }: QueryFieldProps) {
  const { t } = useTranslation('search')
  const mirror = useRef<HTMLDivElement>(null)
  return (
    <div className="query-field">
      <Search size={16} strokeWidth={1.75} aria-hidden="true" />
      <div className="query-line">
        <div ref={mirror} className="query-mirror" aria-hidden="true">
          {underlined(value, problems)}
        </div>
        <input
          ref={input}
          type="search"
          className="query-input"
          aria-label={t('label')}
          aria-invalid={problems.length > 0 ? true : undefined}
          aria-describedby={problems.length > 0 ? problemId : undefined}
          placeholder={t('placeholder')}
          autoComplete="off"
          spellCheck={false}
          maxLength={1_000}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onScroll={(event) => {
            if (mirror.current !== null) mirror.current.scrollLeft = event.currentTarget.scrollLeft
          }}
        />
      </div>
      {value === '' ? null : (
        <IconButton
          label={t('clear')}
          icon={<X size={16} strokeWidth={1.75} />}
          onClick={() => {
            onChange('')
            input.current?.focus()
          }}
        />
      )}
    </div>
  )
}

function underlined(value: string, problems: readonly QueryProblem[]) {
  let at = 0
  const pieces = problems.flatMap(({ from, to }) => {
    const before = value.slice(at, from)
    at = to
    return [before, <u key={from}>{value.slice(from, to)}</u>]
  })
  return [...pieces, value.slice(at)]
}
