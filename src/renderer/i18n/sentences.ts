/** A text's sentences in their order, without the space between them. */
export function sentencesOf(text: string, language: string): readonly string[] {
  const segments = new Intl.Segmenter(language, { granularity: 'sentence' }).segment(text)
  return [...segments].map(({ segment }) => segment.trim())
}

/** The text without one of its sentences, where that says what does not hold here. */
export function withoutSentence(text: string, sentence: string, language: string): string {
  return joinSentences(
    sentencesOf(text, language).filter((one) => one !== sentence),
    language,
  )
}

/** Chinese has no space after its full stop. */
export function joinSentences(sentences: readonly string[], language: string): string {
  return sentences.join(language.startsWith('zh') ? '' : ' ')
}
