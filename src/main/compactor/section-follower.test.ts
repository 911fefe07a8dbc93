import { expect, test } from 'vitest'
import type { PreviewFrame } from '../../shared/compact/preview.ts'
import { parseNarrative } from '../compaction/checkpoint/narrative-parser.ts'
import { CHECKPOINT_TEMPLATE } from '../compaction/checkpoint/template.ts'
import { sectionFollower } from './section-follower.ts'

/** Follows an answer of so many pieces; tells how many characters were read in all, and the frames. */
function follow(pieces: number) {
  const frames: PreviewFrame[] = []
  let read = 0
  const push = sectionFollower(
    (frame) => frames.push(frame),
    CHECKPOINT_TEMPLATE,
    (text, template) => {
      read += text.length
      return parseNarrative(text, template)
    },
  )
  push('## Goal\n')
  for (let piece = 0; piece < pieces; piece += 1) push('Wordy text. '.repeat(10))
  return { frames, read }
}

test('a usual answer is shown piece by piece', () => {
  expect(follow(100).frames).toHaveLength(101)
})

test('what is read of a long answer grows with its length, not faster', () => {
  expect(follow(8_000).read).toBeLessThan(2.5 * follow(4_000).read)
})
