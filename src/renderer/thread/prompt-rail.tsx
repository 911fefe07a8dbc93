import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { plainWords } from '../../shared/thread/plain-words.ts'
import { rowText } from '../app/row-text.ts'
import { promptAt, type RailMarks, railTicks } from './prompt-steps.ts'
import { useThread } from './thread-context.ts'

export interface PromptRailProps {
  readonly prompts: readonly number[]
  readonly total: number
  readonly marks: RailMarks
  /** First message in view. */
  readonly topIndex: number
  readonly onJump: (index: number) => void
}

/** Under three prompts there is nothing to find. */
const FEWEST_PROMPTS = 3
/** More ticks than this would read as one grey bar on a small window. */
const MOST_TICKS = 60
const PREVIEW_AFTER_MS = 120
/** Half of a full preview: it never leaves the transcript for the header or the composer. */
const PREVIEW_HALF_PX = 64

/** One tick per prompt of the whole thread. Pointing shows how it starts, a click or Enter goes there. */
export function PromptRail({ prompts, total, marks, topIndex, onJump }: PromptRailProps) {
  const { t } = useTranslation('thread')
  const rail = useRef<HTMLDivElement>(null)
  const here = promptAt(prompts, topIndex)
  const [chosen, setChosen] = useState<number | null>(null)
  const ticks = useMemo(() => railTicks(prompts, total, MOST_TICKS), [prompts, total])
  const preview = usePromptPreview(chosen === null ? null : (prompts[chosen] ?? null))
  if (prompts.length < FEWEST_PROMPTS) return null

  const active = chosen ?? here
  const span = Math.max(1, total - 1)
  const lastShownTick = ticks.findLast((tick) => tick.prompt <= here)

  function nearest(clientY: number): number {
    const box = rail.current?.getBoundingClientRect()
    if (box === undefined || box.height === 0) return here
    const index = ((clientY - box.top) / box.height) * span
    return prompts.reduce(
      (best, prompt, at) => (Math.abs(prompt - index) < Math.abs((prompts[best] ?? 0) - index) ? at : best),
      0,
    )
  }
  function onKeyDown(event: KeyboardEvent) {
    const moves: Record<string, number> = { ArrowUp: -1, ArrowDown: 1, PageUp: -10, PageDown: 10 }
    const move = moves[event.key]
    const to =
      move !== undefined
        ? active + move
        : event.key === 'Home'
          ? 0
          : event.key === 'End'
            ? prompts.length - 1
            : null
    if (to !== null) {
      event.preventDefault()
      setChosen(Math.min(prompts.length - 1, Math.max(0, to)))
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      const index = prompts[active]
      if (index !== undefined) onJump(index)
    } else if (event.key === 'Escape') setChosen(null)
  }

  const value = t('rail.value', { number: active + 1, total: prompts.length })
  return (
    <div
      ref={rail}
      className="rail"
      role="slider"
      tabIndex={0}
      aria-label={t('rail.label')}
      aria-description={t('rail.keys')}
      aria-orientation="vertical"
      aria-valuemin={1}
      aria-valuemax={prompts.length}
      aria-valuenow={active + 1}
      aria-valuetext={preview === null ? value : `${value}: ${preview.prompt}`}
      onKeyDown={onKeyDown}
      onBlur={() => setChosen(null)}
      onMouseMove={(event) => setChosen(nearest(event.clientY))}
      onMouseLeave={() => setChosen(null)}
      onClick={(event) => {
        const index = prompts[nearest(event.clientY)]
        if (index !== undefined) onJump(index)
      }}
    >
      {ticks.map((tick) => (
        <i
          key={tick.prompt}
          className={`tick ${(prompts[tick.prompt] ?? 0) < marks.beneath ? 'is-beneath' : ''} ${tick === lastShownTick ? 'is-here' : ''} ${tick.prompt === chosen ? 'is-chosen' : ''}`}
          style={{ top: `${tick.share * 100}%` }}
        />
      ))}
      {marks.pins.map((index) => (
        <i key={`pin-${index}`} className="rail-pin mark" style={{ top: `${(index / span) * 100}%` }} />
      ))}
      {marks.checkpoints.map((index) => (
        <i
          key={`checkpoint-${index}`}
          className="rail-diamond mark"
          style={{ top: `${(Math.min(index, span) / span) * 100}%` }}
        />
      ))}
      {chosen === null ? null : (
        <div
          className="rail-preview"
          role="presentation"
          style={{
            top: `clamp(${PREVIEW_HALF_PX}px, ${((prompts[chosen] ?? 0) / span) * 100}%, calc(100% - ${PREVIEW_HALF_PX}px))`,
          }}
        >
          <b>{value}</b>
          {preview === null ? null : (
            <>
              <p className="rail-prompt">{preview.prompt}</p>
              {preview.reply === '' ? null : <p className="rail-reply">{preview.reply}</p>}
            </>
          )}
        </div>
      )}
    </div>
  )
}

interface PromptPreview {
  readonly index: number
  readonly prompt: string
  readonly reply: string
}

const PREVIEW_CHARS = 160

/** How a prompt and its reply start, read from main when a person rests on its tick. */
function usePromptPreview(index: number | null): PromptPreview | null {
  const { store } = useThread()
  const [preview, setPreview] = useState<PromptPreview | null>(null)
  useEffect(() => {
    if (index === null) return
    let isCurrent = true
    const timer = setTimeout(async () => {
      try {
        const page = await store.client.request('thread.page', {
          thread: store.thread,
          from: index,
          limit: 4,
        })
        const [prompt, ...rest] = page.rows
        const reply = rest.find((row) => row.kind === 'assistant' && rowText(row) !== '')
        if (isCurrent && prompt !== undefined)
          setPreview({
            index,
            prompt: plainWords(rowText(prompt), PREVIEW_CHARS),
            reply: reply === undefined ? '' : plainWords(rowText(reply), PREVIEW_CHARS),
          })
      } catch {
        // A preview is a courtesy; without it the tick still jumps.
        if (isCurrent) setPreview(null)
      }
    }, PREVIEW_AFTER_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [store, index])
  return preview !== null && preview.index === index ? preview : null
}
