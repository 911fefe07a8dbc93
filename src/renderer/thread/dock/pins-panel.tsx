import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Mark } from '../../../shared/ipc/turn.ts'
import { languageOf } from '../../app/text-language.ts'
import { formatTokens } from '../../i18n/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Eye, PinOff, StarOff } from '../../ui/icons.ts'
import { useAct, useRuntimeAccess, useRuntimeState } from '../runtime/runtime-context.ts'
import type { RuntimeStore } from '../runtime/runtime-store.ts'

/** Pins in the order of the thread with what they cost, then messages and results that are not sent, then stars. */
export function PinsPanel() {
  const { t } = useTranslation('runtime')
  const marks = useRuntimeState((state) => state.marks)
  const windowTokens = useRuntimeState((state) => state.report?.windowTokens ?? null)
  const of = (kind: Mark['kind']) =>
    marks.filter((mark) => mark.kind === kind).toSorted((a, b) => a.index - b.index)
  const pins = of('pin')
  const excluded = of('exclude')
  const cleared = of('clear')
  const stars = of('star')
  const tokens = formatTokens(pins.reduce((sum, mark) => sum + mark.tokens, 0))
  return (
    <div className="dock-body">
      {pins.length === 0 ? (
        <p className="dock-empty">{t('pins.empty')}</p>
      ) : (
        <section className="dock-section" aria-label={t('pins.list')}>
          <h2>{t('pins.list')}</h2>
          <p className="dock-meta">
            {windowTokens === null
              ? t('pins.totalUnknown', { tokens })
              : t('pins.total', { tokens, window: formatTokens(windowTokens) })}
          </p>
          <MarkList marks={pins} icon={<PinOff size={14} strokeWidth={2} />} wordKey="pins.remove" />
        </section>
      )}
      {excluded.length === 0 ? null : (
        <section className="dock-section" aria-label={t('pins.excluded')}>
          <h2>{t('pins.excluded')}</h2>
          <MarkList marks={excluded} icon={<Eye size={14} strokeWidth={2} />} wordKey="pins.include" />
        </section>
      )}
      {cleared.length === 0 ? null : (
        <section className="dock-section" aria-label={t('pins.cleared')}>
          <h2>{t('pins.cleared')}</h2>
          <p className="dock-meta">{t('pins.clearedNote')}</p>
          <MarkList marks={cleared} icon={<Eye size={14} strokeWidth={2} />} wordKey="pins.include" />
        </section>
      )}
      {stars.length === 0 ? null : (
        <section className="dock-section" aria-label={t('pins.stars')}>
          <h2>{t('pins.stars')}</h2>
          <p className="dock-meta">{t('pins.starsNote')}</p>
          <MarkList marks={stars} icon={<StarOff size={14} strokeWidth={2} />} wordKey="pins.unstar" />
        </section>
      )}
    </div>
  )
}

interface MarkListProps {
  readonly marks: readonly Mark[]
  readonly icon: ReactNode
  readonly wordKey: 'pins.remove' | 'pins.include' | 'pins.unstar'
}

function MarkList({ marks, icon, wordKey }: MarkListProps) {
  const { t } = useTranslation('runtime')
  const { runtime, places } = useRuntimeAccess()
  const act = useAct()
  return (
    <ul className="mark-list">
      {marks.map((mark) => {
        const label = mark.label === '' ? t('pins.message', { number: mark.index + 1 }) : mark.label
        return (
          <li key={`${mark.kind}:${mark.index}:${callOf(mark) ?? ''}`}>
            <button
              type="button"
              className="mark-jump grow"
              lang={languageOf(label)}
              onClick={() => places.goTo(mark.index)}
            >
              {label}
            </button>
            <span className="dock-meta">{formatTokens(mark.tokens)}</span>
            <IconButton
              className="is-small"
              label={t(wordKey, { label })}
              icon={icon}
              onClick={() => act(takeAway(runtime, mark))}
            />
          </li>
        )
      })}
    </ul>
  )
}

function callOf(mark: Mark): number | null {
  return mark.kind === 'clear' ? mark.call : null
}

function takeAway(runtime: RuntimeStore, mark: Mark): Promise<void> {
  return mark.kind === 'clear'
    ? runtime.clearResult(mark.index, mark.call, false)
    : runtime.mark(mark.index, mark.kind, false)
}
