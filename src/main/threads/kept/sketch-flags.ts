import type { MessageSketch } from '../../compaction/boundary/sketch.ts'

const USER = 1
const EMPTY_USER = 2
const CHECKPOINT = 4
const META = 8
const NOT_META = 16
const STANDS_FOR_EARLIER = 32

/** A sketch without its score as one byte. */
export function flagsOf(sketch: MessageSketch): number {
  return (
    (sketch.role === 'user' ? USER : 0) |
    (sketch.isEmptyUser ? EMPTY_USER : 0) |
    (sketch.isCheckpoint ? CHECKPOINT : 0) |
    (sketch.metaFlag === true ? META : sketch.metaFlag === false ? NOT_META : 0) |
    (sketch.standsForEarlier === true ? STANDS_FOR_EARLIER : 0)
  )
}

/** Most messages of a thread look the same: those share one sketch. */
const known: MessageSketch[] = []

/** The inverse of `flagsOf`. */
export function sketchOf(flags: number, metaTextScore: number): MessageSketch {
  const key = flags * 256 + metaTextScore
  known[key] ??= readSketch(flags, metaTextScore)
  return known[key]
}

function readSketch(flags: number, metaTextScore: number): MessageSketch {
  return {
    role: flags & USER ? 'user' : 'assistant',
    isEmptyUser: (flags & EMPTY_USER) !== 0,
    isCheckpoint: (flags & CHECKPOINT) !== 0,
    metaTextScore,
    metaFlag: flags & META ? true : flags & NOT_META ? false : null,
    ...(flags & STANDS_FOR_EARLIER ? { standsForEarlier: true } : {}),
  }
}
