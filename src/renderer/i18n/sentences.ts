/** A text's sentences in their order, without the space between them. */
export function sentencesOf(text: string, language: string): readonly string[] {
  const segments = new Intl.Segmenter(language, { granularity: 'sentence' }).segment(text)
  return [...segments].map(({ segment }) => segment.trim())
}

/** The text without one of its sentences, where that says what does not hold here. */
export function withoutSentence(text: string, sentence: string, language: string): string {
  const rest = sentencesOf(text, language).filter((one) => one !== sentence)
  return rest.join(language.startsWith('zh') ? '' : ' ')
}
