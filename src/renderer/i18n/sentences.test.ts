import { describe, expect, it } from 'vitest'
import { resources } from './resources.ts'
import { joinSentences, sentencesOf, withoutSentence } from './sentences.ts'

describe('sentences', () => {
  it('are told apart in both languages', () => {
    expect(sentencesOf('The limit was reached. Wait 1.5 s.', 'en')).toEqual([
      'The limit was reached.',
      'Wait 1.5 s.',
    ])
    expect(sentencesOf('已达到限制。请稍候重试。', 'zh-CN')).toEqual(['已达到限制。', '请稍候重试。'])
  })

  it('leave what they say about the thread out of a test of a provider, in both languages', () => {
    for (const [language, pack] of Object.entries(resources)) {
      const unchanged = pack.wizard['footer.failed']
      const shown = withoutSentence(pack.errors.network, unchanged, language)
      expect(pack.errors.network).toContain(unchanged)
      expect(shown).not.toContain(unchanged)
      expect(sentencesOf(shown, language)).toHaveLength(2)
    }
  })

  it('stand behind each other with a space in English and without one in Chinese', () => {
    expect(joinSentences(['Not sent.', 'Try again.'], 'en')).toBe('Not sent. Try again.')
    expect(joinSentences(['未发送。', '请重试。'], 'zh-CN')).toBe('未发送。请重试。')
  })
})
