import { useTranslation } from 'react-i18next'
import type { CheckpointSection, SectionKey } from '../../shared/compact/checkpoint.ts'
import { isNothing } from '../../shared/compact/is-nothing.ts'
import { useSectionTitle } from '../i18n/section-title.ts'

/** Facts that belong to what a narrative section tells of: it is not silent where they stand. */
const FACTS_BESIDE: { readonly [key in SectionKey]?: readonly SectionKey[] } = {
  constraints: ['rules'],
  done: ['plan', 'files-modified', 'verified'],
  'in-progress': ['plan'],
  blocked: ['plan', 'errors'],
  'next-steps': ['plan'],
  context: ['files-modified', 'files-read', 'errors', 'verified', 'references'],
}

/** The fact sections that speak where a section says nothing, as a list in words; undefined = there are none. */
export function useFactsBeside(
  sections: readonly Pick<CheckpointSection, 'key' | 'text'>[],
): (key: SectionKey, text: string) => string | undefined {
  const { i18n } = useTranslation('wizard')
  const sectionTitle = useSectionTitle()
  return (key, text) => {
    const beside = isNothing(text) ? (FACTS_BESIDE[key] ?? []) : []
    const speaking = sections.filter((one) => beside.includes(one.key) && !isNothing(one.text))
    if (speaking.length === 0) return undefined
    return new Intl.ListFormat(i18n.language).format(speaking.map((one) => `“${sectionTitle(one.key)}”`))
  }
}
