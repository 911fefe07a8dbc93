import { memo, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row, RowFooter, TextBody } from '../../../shared/thread/row.ts'
import { Markdown } from '../../app/markdown.tsx'
import { formatCost, formatDuration, formatTokens } from '../../i18n/format.ts'
import { Lock } from '../../ui/icons.ts'
import { Parts, ShowAll } from './parts.tsx'
import { RowFrame } from './row-frame.tsx'
import { ThinkingFold, useThinkingOpen } from './thinking-fold.tsx'
import { ToolCard } from './tool-card.tsx'

export interface AssistantRowProps {
  readonly row: Extract<Row, { kind: 'assistant' }>
  readonly total: number
  readonly isBeneath: boolean
  /** The calls continue those of the message before or go on in the next one, under one border. */
  readonly isStackedAbove?: boolean
  readonly isStackedBelow?: boolean
}

/** What the model did: thinking, words, calls, in that order, and what it cost. */
export const AssistantRow = memo(function AssistantRow(props: AssistantRowProps) {
  const { row, total, isBeneath, isStackedAbove = false, isStackedBelow = false } = props
  const { t } = useTranslation('thread')
  const facts = useFooterFacts(row.footer)
  const turn = row.turn === null ? '' : t('role.turn', { number: row.turn })
  const title = `${t('role.assistant')} ${turn}`.trim()
  const isEmpty =
    row.parts.length === 0 && row.calls.length === 0 && row.thinking === null && !row.hasPrivateReasoning
  return (
    <RowFrame
      row={row}
      total={total}
      layer={isBeneath ? 'beneath' : 'kept'}
      label={title}
      note={facts.join(', ')}
      stack={`${isStackedAbove ? 'stacked-above' : ''} ${isStackedBelow ? 'stacked-below' : ''}`.trim()}
    >
      {row.thinking === null ? null : <Thinking index={row.index} thinking={row.thinking} />}
      {/* Beside readable thinking it is the provider's signature, which hides nothing. */}
      {row.hasPrivateReasoning && row.thinking === null ? (
        <p className="private-reasoning">
          <Lock size={14} strokeWidth={2} aria-hidden="true" />
          {t('row.private')}
        </p>
      ) : null}
      <Parts index={row.index} parts={row.parts} title={title} />
      {isEmpty ? <p className="empty-answer">{t('row.emptyAnswer')}</p> : null}
      {row.calls.length === 0 ? null : (
        <div className="tools">
          {row.calls.map((card, at) => (
            // Call ids repeat in real files, so the place is the key.
            // biome-ignore lint/suspicious/noArrayIndexKey: calls never change their order.
            <ToolCard key={at} index={row.index} at={at} card={card} />
          ))}
        </div>
      )}
      {/* A chain of calls would repeat it line after line; the row's menu says it too. */}
      {isStackedBelow || row.parts.length === 0 || facts.length === 0 ? null : (
        <div className="row-footer">
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </div>
      )}
    </RowFrame>
  )
})

interface ThinkingProps {
  readonly index: number
  readonly thinking: TextBody
}

function Thinking({ index, thinking }: ThinkingProps) {
  const { t } = useTranslation('thread')
  const id = useId()
  const isOpen = useThinkingOpen(index)
  return (
    <>
      <ThinkingFold index={index} controls={isOpen ? id : undefined}>
        {t('row.thought')}
      </ThinkingFold>
      {isOpen ? (
        <div id={id} className="thinking">
          <Markdown text={thinking.text} />
          <ShowAll body={thinking} place={{ kind: 'thinking', index }} title={t('row.thought')} />
        </div>
      ) : null}
    </>
  )
}

/** Model, tokens, cost and time of an answer, as far as the file says them. */
function useFooterFacts(footer: RowFooter): readonly string[] {
  const { t, i18n } = useTranslation('thread')
  const tokens =
    footer.tokensIn === null || footer.tokensOut === null
      ? null
      : footer.tokensCached === null || footer.tokensCached === 0
        ? t('row.tokensInOut', {
            input: formatTokens(footer.tokensIn),
            output: formatTokens(footer.tokensOut),
          })
        : t('row.tokensInOutCached', {
            input: formatTokens(footer.tokensIn),
            output: formatTokens(footer.tokensOut),
            cached: formatTokens(footer.tokensCached),
          })
  return [
    footer.model,
    tokens,
    footer.costUsd === null ? null : formatCost(footer.costUsd, i18n.language),
    footer.durationMs === null ? null : formatDuration(footer.durationMs, i18n.language),
  ].filter((fact) => fact !== null)
}
