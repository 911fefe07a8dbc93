import { CopyButton } from '../app/copy-button.tsx'
import './search.css'
import { type KeyboardEvent, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { IndexProgress } from '../../shared/search/answer.ts'
import { parseQuery } from '../../shared/search/parse-query.ts'
import { useClient } from '../app/client-context.ts'
import type { SearchViewProps } from '../app/slots.ts'
import { errorDetails, useErrorText } from '../i18n/error-text.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { BeforeTyping } from './before-typing.tsx'
import { NoResults } from './no-results.tsx'
import { QueryField } from './query-field.tsx'
import { QueryProblems } from './query-problems.tsx'
import { ResultGroup } from './result-group.tsx'
import { GROUPS_PER_PAGE } from './search-state.ts'
import { useSearch } from './use-search.ts'

/** Searching over all threads: one line, its results by thread. */
export function SearchView({ focusKey, onOpenHit }: SearchViewProps) {
  const { t } = useTranslation('search')
  const client = useClient()
  const { state, change, retry, progress } = useSearch()
  const { question, answer, phase } = state
  const query = useMemo(() => parseQuery(question.text), [question.text])
  const [recent, setRecent] = useState<readonly string[]>([])
  const input = useRef<HTMLInputElement>(null)
  const results = useRef<HTMLDivElement>(null)
  const problemId = useId()
  const isEmpty = question.text.trim() === ''

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new key is a person who asked for the field.
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [focusKey])
  useEffect(() => {
    // A list that cannot be read is an empty one.
    client.request('search.recent').then(setRecent, () => undefined)
  }, [client])

  const remember = useCallback(
    (text: string) => client.request('search.remember', { text }).then(setRecent, () => undefined),
    [client],
  )
  const open = useCallback(
    (thread: string, index: number | null) => {
      void remember(question.text)
      const words = query.terms.map(({ from, to }) => question.text.slice(from, to)).join(' ')
      onOpenHit({ thread, index, find: words })
    },
    [remember, question.text, query.terms, onOpenHit],
  )
  const write = (text: string) => {
    change({ text })
    input.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229) return
    if (event.key === 'ArrowDown') {
      event.preventDefault()
      resultsIn(results.current)[0]?.focus()
    } else if (event.key === 'Enter') {
      event.preventDefault()
      void remember(question.text)
      retry()
    } else if (event.key === 'Escape' && question.text !== '') {
      event.preventDefault()
      change({ text: '' })
    }
  }

  function onResultKey(event: KeyboardEvent<HTMLDivElement>) {
    const all = resultsIn(results.current)
    const at = all.findIndex((element) => element.matches(':focus'))
    if (at === -1) return
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key]
    if (to !== undefined) {
      event.preventDefault()
      if (to < 0) input.current?.focus()
      else all[Math.min(to, all.length - 1)]?.focus()
    } else if (event.key === 'Escape') {
      event.preventDefault()
      input.current?.focus()
    }
  }

  return (
    <div className="search-view">
      <header className="search-head">
        <h1 className="visually-hidden">{t('title')}</h1>
        <QueryField
          input={input}
          value={question.text}
          problems={query.problems}
          problemId={problemId}
          onChange={(text) => change({ text })}
          onKeyDown={onKeyDown}
        />
        <QueryProblems id={problemId} text={question.text} problems={query.problems} onFix={write} />
        <div className="search-options">
          <fieldset>
            <legend className="visually-hidden">{t('scope.label')}</legend>
            <Checkbox
              isChecked={question.hasTools}
              onChange={(hasTools) => change({ hasTools })}
              label={t('scope.tools')}
            />
            <Checkbox
              isChecked={question.hasThinking}
              onChange={(hasThinking) => change({ hasThinking })}
              label={t('scope.thinking')}
            />
          </fieldset>
          <span className="grow" />
          <Segmented
            label={t('order.label')}
            value={question.order}
            onChange={(order) => change({ order })}
            options={[
              { value: 'newest', label: t('order.newest') },
              { value: 'best', label: t('order.best') },
            ]}
          />
        </div>
      </header>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the results' own buttons. */}
      <div className="search-body" ref={results} onKeyDown={onResultKey}>
        <div className="search-column">
          <IndexLine progress={progress} />
          {isEmpty ? (
            <BeforeTyping
              recent={recent}
              onPick={write}
              onFilter={write}
              onClear={() => void client.request('search.forgetRecent').then(setRecent, () => undefined)}
            />
          ) : phase === 'failed' ? (
            <Failure error={state.error} onRetry={retry} />
          ) : answer === null ? (
            <p className="search-note appears-late" role="status">
              {t('searching')}
            </p>
          ) : (
            <>
              <p className="search-note" role="status">
                {answer.groups.length === 0
                  ? ''
                  : answer.hasMore
                    ? t('resultsMore', { count: answer.groups.length })
                    : t('results', { count: answer.groups.length })}
                {answer.isNarrowed ? ` ${t('narrowed')}` : ''}
                {answer.bound === null
                  ? ''
                  : ` ${t(`bound.${answer.bound.kind}`, { messages: answer.bound.messages })}`}
              </p>
              {answer.groups.length === 0 && phase === 'answered' ? (
                <NoResults question={question} query={query} onChange={change} />
              ) : (
                <ul className="result-list">
                  {answer.groups.map((group) => (
                    <ResultGroup key={group.thread} group={group} nowMs={Date.now()} onOpen={open} />
                  ))}
                </ul>
              )}
              {answer.hasMore ? (
                <Button onClick={() => change({ groups: Math.min(200, question.groups + GROUPS_PER_PAGE) })}>
                  {t('more')}
                </Button>
              ) : null}
            </>
          )}
        </div>
      </div>
    </div>
  )
}

/** Said while the index is behind: what is shown may not be all. */
function IndexLine({ progress }: { readonly progress: IndexProgress | null }) {
  const { t } = useTranslation('search')
  if (progress === null || !progress.isRunning) return null
  const { indexed, total } = progress
  return <p className="index-line">{total === 0 ? t('indexingStart') : t('indexing', { indexed, total })}</p>
}

function Failure({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const { t } = useTranslation(['search', 'frame'])
  const errorText = useErrorText()
  return (
    <div className="no-results" role="alert">
      <h2>{t('search:failed')}</h2>
      <p>{errorText(error)}</p>
      <div className="no-results-actions">
        <Button onClick={onRetry}>{t('search:retry')}</Button>
        <CopyButton kind="quiet" label={t('frame:common.copyDetails')} text={() => errorDetails(error)} />
      </div>
    </div>
  )
}

function resultsIn(element: HTMLElement | null): readonly HTMLElement[] {
  return element === null ? [] : [...element.querySelectorAll<HTMLElement>('[data-result]')]
}
