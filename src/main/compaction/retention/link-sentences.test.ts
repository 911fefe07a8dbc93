import { expect, test } from 'vitest'
import { syntheticMessage } from '../projection/summary-message.ts'
import { runSteps } from '../steps.ts'
import { linkSentenceSteps, sentencesOf } from './link-sentences.ts'

const link = (messages: readonly string[], lines: string) =>
  runSteps(
    linkSentenceSteps(
      messages.map((text, at) => syntheticMessage(`m${at}`, 'user', text)),
      sentencesOf([{ key: 'done', lane: 'narrative', text: lines }]),
    ),
  )

test('a sentence that retells a message is linked to it, and one about something else is not', () => {
  const { sentenceOf, messageOf } = link(
    [
      'The resumed run uploads the third part a second time.',
      'Then we should mark a part before its first byte leaves.',
      'Thanks, good night.',
    ],
    '- A resumed run uploads the third part twice.\n- A part is marked before the first byte leaves.\n- The release is on Monday.',
  )
  expect(sentenceOf).toEqual([0, 1, null])
  expect(messageOf).toEqual([0, 1, null])
})

test('one ordinary word in common is chance; one path is a link', () => {
  expect(link(['The header is fine.'], '- header').sentenceOf).toEqual([null])
  expect(link(['I wrote src/header.ts.'], '- `src/header.ts`').sentenceOf).toEqual([0])
})

test('words without spaces between are linked by pairs of signs', () => {
  expect(link(['上传在恢复后重复了第三个分片。', '明天见'], '- 恢复后重复上传第三个分片').sentenceOf).toEqual(
    [0, null],
  )
})

test('the places of sentences are those of their lines, empty ones counted', () => {
  expect(sentencesOf([{ key: 'goal', lane: 'narrative', text: 'One.\n\n- Two.\n---' }])).toEqual([
    { section: 'goal', line: 0, text: 'One.' },
    { section: 'goal', line: 2, text: '- Two.' },
  ])
})
