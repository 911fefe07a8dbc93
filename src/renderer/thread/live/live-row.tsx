import './live.css'
import { memo, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Markdown } from '../../app/markdown.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Gutter } from '../rows/gutter.tsx'
import { ThinkingFold, useThinkingOpen } from '../rows/thinking-fold.tsx'
import { ToolIcon } from '../rows/tool-icon.tsx'
import { isInFence } from '../runtime/live-text.ts'
import { useRuntimeState } from '../runtime/runtime-context.ts'
import type { LiveReply } from '../runtime/runtime-state.ts'
import { useSeconds } from './use-seconds.ts'

/** An open block longer than this is drawn plain while it grows: colouring it anew with each piece would stutter. */
const PLAIN_FROM_CHARS = 4000
/** Enough for three lines of thinking. */
const THINKING_CHARS = 400

/** The reply that is being written. It is the one row that is drawn again while text comes (B-81). */
export function LiveRow() {
  const { t } = useTranslation('runtime')
  const live = useRuntimeState((state) => state.live)
  return (
    <article data-row tabIndex={-1} className="row row-live" aria-label={t('live.label')}>
      <Gutter layer="kept" />
      <div className="row-body">
        {live === null ? null : <LiveReplyBody live={live} />}
        <LiveStatus />
      </div>
    </article>
  )
}

function LiveReplyBody({ live }: { readonly live: LiveReply }) {
  const isWriting = useRuntimeState((state) => state.turn.phase === 'streaming')
  const { settled, tail } = live.text
  const isPlain = tail.length > PLAIN_FROM_CHARS && isInFence(tail)
  return (
    <>
      {live.thinking === '' ? null : <LiveThinking index={live.index} text={live.thinking} />}
      <div className={`live-text ${isWriting && live.calls.length === 0 ? 'is-writing' : ''}`}>
        {settled.map((block, at) => (
          // Blocks are only ever added.
          // biome-ignore lint/suspicious/noArrayIndexKey: a block never changes its place.
          <Markdown key={at} text={block} />
        ))}
        {tail === '' ? null : isPlain ? <pre className="plain-text">{tail}</pre> : <Markdown text={tail} />}
      </div>
      {live.calls.length === 0 ? null : (
        <div className="tools">
          {live.calls.map((call, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: calls come in order and stay in it.
            <LiveCall key={at} name={call.name} argumentsText={call.argumentsText} />
          ))}
        </div>
      )}
    </>
  )
}

/** Reasoning as it comes: its last lines at a fixed height, so that nothing below jumps. */
function LiveThinking({ index, text }: { readonly index: number; readonly text: string }) {
  const { t } = useTranslation('runtime')
  const id = useId()
  const isOpen = useThinkingOpen(index)
  return (
    <>
      <ThinkingFold index={index} controls={id}>
        {t('live.thinking')}
      </ThinkingFold>
      <div id={id} className={`thinking live-thinking ${isOpen ? 'is-open' : ''}`}>
        <p>{isOpen ? text : text.slice(-THINKING_CHARS)}</p>
      </div>
    </>
  )
}

const LiveCall = memo(function LiveCall(call: { readonly name: string; readonly argumentsText: string }) {
  const { t } = useTranslation('runtime')
  return (
    <div className="tool is-live">
      <ToolIcon name={call.name} />
      <span className="tool-name">{call.name}</span>
      <span className="tool-summary truncate grow">{call.argumentsText.slice(0, 120)}</span>
      <span className="tool-state">
        <Spinner />
        {t('live.call')}
      </span>
    </div>
  )
})

function LiveStatus() {
  const { t } = useTranslation('runtime')
  const phase = useRuntimeState((state) => state.turn.phase)
  const startedMs = useRuntimeState((state) => state.turn.startedMs)
  const seconds = useSeconds(phase === 'idle' ? null : startedMs)
  if (phase === 'idle' || phase === 'compacting') return null
  return (
    <p className="live-status">
      <Spinner />
      {t(`live.${phase}`)}
      {seconds === null || seconds < 2 ? null : <span>{t('live.elapsed', { seconds })}</span>}
    </p>
  )
}
