import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { HeadedSection, SectionKey } from '../../shared/compact/checkpoint.ts'
import { ScrollRegion } from './scroll-region.tsx'
import { SectionCard } from './section-card.tsx'
import { useFactsBeside } from './use-facts-beside.ts'

export interface CheckpointEditorProps {
  readonly sections: readonly HeadedSection[]
  readonly texts: ReadonlyMap<SectionKey, string>
  readonly writer: 'model' | 'built-in'
  readonly onText: (key: SectionKey, text: string) => void
}

/** A stored checkpoint as cards to be mended: the same as those of a preview, and nothing is stored by them. */
export function CheckpointEditor({ sections, texts, writer, onText }: CheckpointEditorProps) {
  const { t } = useTranslation('wizard')
  const [editing, setEditing] = useState<SectionKey | null>(null)
  const reset = useCallback(
    (key: SectionKey) => {
      setEditing(null)
      onText(key, sections.find((section) => section.key === key)?.text ?? '')
    },
    [onText, sections],
  )
  const besideOf = useFactsBeside(sections)
  return (
    <ScrollRegion className="wz-cards cc-cards" label={t('stored.editing')}>
      {sections.map(({ key, lane, text, heading }) => (
        <SectionCard
          key={key}
          card={{ key, lane, text: texts.get(key) ?? text, state: 'complete', tokens: null, heading }}
          writer={writer}
          beside={besideOf(key, texts.get(key) ?? text)}
          isEdited={texts.has(key) && texts.get(key) !== text}
          isEditable
          isEditing={editing === key}
          onEdit={setEditing}
          onCommit={onText}
          onInput={onText}
          onReset={reset}
        />
      ))}
    </ScrollRegion>
  )
}
