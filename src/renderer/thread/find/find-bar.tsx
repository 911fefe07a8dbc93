import './find.css'
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { parseQuery } from '../../../shared/search/parse-query.ts'
import { termPattern } from '../../../shared/search/term-pattern.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ChevronDown, ChevronUp, Search, X } from '../../ui/icons.ts'
import { useThread } from '../thread-context.ts'
import { firstPlace, highlightFound } from './highlight-found.ts'
import { type FindStart, useFind } from './use-find.ts'

export interface FindBarProps {
  readonly start: FindStart
  /** False while another view is in front: the bar waits, with its words and its place. */
  readonly isShown: boolean
  /** Its places are painted in the rows: of all mounted threads one alone can do that. */
  readonly paints: boolean
  readonly messages: number
  /** Changes when a person asks for Find again: the field gets the focus. */
  readonly focusKey: number
  readonly topIndex: () => number
  readonly log: () => HTMLElement | null
  readonly show: (index: number) => void
  readonly onClose: () => void
}

/** Folds of a message that are opened at most: a reply of a hundred calls stays readable. */
const MOST_OPENED = 3

/** Find in the thread: the index says where, the rows are opened and painted on the way. */
export function FindBar(props: FindBarProps) {
  const { start, messages, focusKey, isShown, paints, topIndex, log, show, onClose } = props
  const { t } = useTranslation('search')
  const { store } = useThread()
  const input = useRef<HTMLInputElement>(null)
  const { state, change, step } = useFind(start, topIndex, messages)
  const { text, indexes, at, indexed } = state
  const here = indexes[at] ?? null
  const patterns = useMemo(() => parseQuery(text).terms.map(termPattern), [text])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new key is a person who asked for the field.
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [focusKey])

  useEffect(() => {
    const element = log()
    if (!paints || element === null || patterns.length === 0) return
    return highlightFound(element, patterns, here)
  }, [log, patterns, here, paints])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the words change the places asked for, not where they are.
  useEffect(() => {
    if (here === null) return
    let isCurrent = true
    let frame = 0
    show(here)
    const reach = async () => {
      const asked = { thread: store.thread, index: here, text }
      const places = await store.client.request('search.places', asked).catch(() => null)
      if (!isCurrent) return
      if (places !== null && !places.isInText) {
        if (state.hasThinking && places.isInThinking) store.toggleFold(`thinking:${here}`, true)
        if (state.hasTools)
          for (const call of places.calls.slice(0, MOST_OPENED))
            store.toggleFold(`call:${here}:${call}`, true)
      }
      let tries = 0
      const scroll = () => {
        const element = log()
        const place = element === null ? null : firstPlace(element, patterns, here)
        if (place === null && tries < 60) {
          // Its page, or the body of a card, is still on its way.
          tries += 1
          frame = requestAnimationFrame(scroll)
        } else if (element !== null && place !== null) bringIntoView(element, place)
      }
      frame = requestAnimationFrame(scroll)
    }
    void reach()
    return () => {
      isCurrent = false
      cancelAnimationFrame(frame)
    }
  }, [here, state.shown, show, log, store])

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    if (event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229) return
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      onClose()
    } else if (event.key === 'Enter' && event.target === input.current) {
      event.preventDefault()
      step(event.shiftKey ? -1 : 1)
    }
  }

  if (!isShown) return null
  const isEmpty = text.trim() === ''
  const count = isEmpty
    ? ''
    : indexes.length === 0
      ? t('find.none')
      : t('find.of', { at: at + 1, count: indexes.length })
  return (
    <search className="find-bar" aria-label={t('find.label')} onKeyDown={onKeyDown}>
      <Search size={16} strokeWidth={1.75} aria-hidden="true" />
      <input
        ref={input}
        type="search"
        className="find-input"
        aria-label={t('find.label')}
        placeholder={t('find.placeholder')}
        autoComplete="off"
        spellCheck={false}
        maxLength={1_000}
        value={text}
        onChange={(event) => change({ text: event.currentTarget.value })}
      />
      <span className="find-count" role="status">
        {count}
        {!isEmpty && indexed < messages ? (
          <span className="find-behind">{t('find.behind', { indexed, total: messages })}</span>
        ) : null}
      </span>
      <Button
        size="small"
        kind="quiet"
        className={state.hasTools ? 'is-on' : ''}
        aria-pressed={state.hasTools}
        onClick={() => change({ hasTools: !state.hasTools })}
      >
        {t('find.tools')}
      </Button>
      <Button
        size="small"
        kind="quiet"
        className={state.hasThinking ? 'is-on' : ''}
        aria-pressed={state.hasThinking}
        onClick={() => change({ hasThinking: !state.hasThinking })}
      >
        {t('find.thinking')}
      </Button>
      <IconButton
        label={t('find.previous')}
        icon={<ChevronUp size={16} strokeWidth={1.75} />}
        disabled={indexes.length === 0}
        keys="Shift Enter"
        onClick={() => step(-1)}
      />
      <IconButton
        label={t('find.next')}
        icon={<ChevronDown size={16} strokeWidth={1.75} />}
        disabled={indexes.length === 0}
        keys="Enter"
        onClick={() => step(1)}
      />
      <IconButton
        label={t('find.close')}
        icon={<X size={16} strokeWidth={1.75} />}
        keys="Esc"
        onClick={onClose}
      />
    </search>
  )
}

/** Scrolls the log, and a tool's own body, so far that the place can be seen. */
function bringIntoView(log: HTMLElement, place: Range): void {
  const inner = place.startContainer.parentElement?.closest<HTMLElement>('.tool-body, pre')
  if (inner != null && inner.scrollHeight > inner.clientHeight + 1) {
    const top = place.getBoundingClientRect().top - inner.getBoundingClientRect().top
    if (top < 0 || top > inner.clientHeight - 24) inner.scrollTop += top - inner.clientHeight / 3
  }
  const { top, bottom } = place.getBoundingClientRect()
  const box = log.getBoundingClientRect()
  if (top < box.top + 8 || bottom > box.bottom - 8) log.scrollTop += top - box.top - box.height / 3
}
