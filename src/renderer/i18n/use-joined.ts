import { useTranslation } from 'react-i18next'
import { joinSentences } from './sentences.ts'

/** Puts whole sentences behind each other as the person's language does it. */
export function useJoined(): (...sentences: readonly string[]) => string {
  const { i18n } = useTranslation()
  return (...sentences) => joinSentences(sentences, i18n.language)
}
