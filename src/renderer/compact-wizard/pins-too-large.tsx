import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatTokens } from '../i18n/format.ts'
import { type PinSize, pinsOver } from './pins-over.ts'

export interface PinsTooLargeProps {
  readonly pins: readonly PinSize[]
  readonly tokensAfter: number
  /** Null = unknown, and nothing is said. */
  readonly windowTokens: number | null
}

/** Said where a copy does not fit its window with its pins: which ones are too much, and what can be done. */
export function PinsTooLarge({ pins, tokensAfter, windowTokens }: PinsTooLargeProps) {
  const { t, i18n } = useTranslation('wizard')
  if (pins.length === 0 || windowTokens === null || tokensAfter <= windowTokens) return null
  const over = pinsOver(pins, tokensAfter - windowTokens)
  const named = (over ?? []).map(({ index, turn, tokens }) => {
    const place =
      turn === null ? t('stored.message', { number: index + 1 }) : t('compare.turn', { number: turn })
    return t('pinned.place', { place, tokens: `≈${formatTokens(tokens)}` })
  })
  return (
    <p className="wz-pins-large" role="status">
      <TriangleAlert size={14} strokeWidth={2} aria-hidden="true" />
      <span>
        {t('pinned.tooLarge', { after: `≈${formatTokens(tokensAfter)}`, window: formatTokens(windowTokens) })}{' '}
        {over === null
          ? t('pinned.notEnough')
          : t('pinned.enough', { pins: new Intl.ListFormat(i18n.language).format(named) })}
      </span>
    </p>
  )
}
