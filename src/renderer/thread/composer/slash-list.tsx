import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { SlashName } from './slash.ts'

export interface SlashListProps {
  readonly id: string
  readonly names: readonly SlashName[]
  readonly chosen: number
  readonly onChoose: (name: SlashName) => void
  readonly onPoint: (at: number) => void
}

/** Id of one option, for `aria-activedescendant`: the focus stays in the text. */
export function slashOptionId(id: string, name: SlashName): string {
  return `${id}-${name}`
}

/** What `/` can do, above the composer. */
export function SlashList({ id, names, chosen, onChoose, onPoint }: SlashListProps) {
  const { t } = useTranslation('runtime')
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  return (
    <div ref={list} id={id} className="slash" role="listbox" aria-label={t('slash.label')}>
      {names.map((name, at) => (
        // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the text field keeps the focus and has the keys.
        <div
          key={name}
          id={slashOptionId(id, name)}
          role="option"
          aria-selected={at === chosen}
          className="slash-option"
          onMouseMove={() => onPoint(at)}
          // Before the field would lose the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(name)}
        >
          <span className="slash-name mono">/{name}</span>
          {name === 'compact' ? <span className="slash-argument">{t('slash.focus')}</span> : null}
          <span className="slash-words truncate">{t(`slash.${name}`)}</span>
        </div>
      ))}
    </div>
  )
}
