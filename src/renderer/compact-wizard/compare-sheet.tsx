import { type Ref, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { HeadedSection } from '../../shared/compact/checkpoint.ts'
import type { LinkedSentence, SentencePlace } from '../../shared/compact/comparison.ts'
import { isNothing } from '../../shared/compact/is-nothing.ts'
import { useSectionTitle } from '../i18n/section-title.ts'
import { ScrollRegion } from './scroll-region.tsx'
import { type LineLink, SectionText, type SectionTextProps } from './section-text.tsx'

export interface CompareSheetProps {
  readonly sections: readonly HeadedSection[]
  readonly sentences: readonly LinkedSentence[]
  readonly kinds: SectionTextProps['kinds']
  readonly shown: SentencePlace | null
  readonly scroller: Ref<HTMLElement>
  readonly onScroll: () => void
  readonly onFollow: (sentence: LinkedSentence) => void
}

/** The summary as it is sent, each sentence with the way to the message it tells of. */
export function CompareSheet(props: CompareSheetProps) {
  const { sections, sentences, kinds, shown, scroller, onScroll, onFollow } = props
  const { t } = useTranslation('wizard')
  const sectionTitle = useSectionTitle()
  const links = useMemo(() => {
    const bySection = new Map<string, LineLink[]>()
    for (const sentence of sentences) {
      const { section, line, turn, index } = sentence
      const link: LineLink = {
        line,
        label:
          turn === null ? t('stored.message', { number: index + 1 }) : t('compare.turn', { number: turn }),
        isShown: shown?.section === section && shown.line === line,
        onFollow: () => onFollow(sentence),
      }
      bySection.set(section, [...(bySection.get(section) ?? []), link])
    }
    return bySection
  }, [sentences, shown, onFollow, t])
  return (
    <ScrollRegion
      ref={scroller}
      className="wz-sheet-side cc-sheet-side"
      label={t('compare.checkpoint')}
      onScroll={onScroll}
    >
      <div className="wz-sheet">
        {sections
          .filter((section) => !isNothing(section.text))
          .map((section) => (
            <section key={section.key} data-section={section.key}>
              <h3>{sectionTitle(section.key, section.heading)}</h3>
              <SectionText text={section.text} kinds={kinds} links={links.get(section.key)} />
            </section>
          ))}
      </div>
    </ScrollRegion>
  )
}
