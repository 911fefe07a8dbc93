import { expect } from 'vitest'
import type { TranscriptFormat } from '../transcript.ts'
import { probe, type ReadTranscript, readTranscript } from './read-transcript.ts'
import { countsOf, sampleCounts, sampleFiles } from './sample-source.ts'

/** Reads a sample to its end and checks that its format is known and that it has the counts of the manifest. */
export function expectCounts(format: TranscriptFormat, name: string): readonly ReadTranscript[] {
  const files = sampleFiles(name)
  const counts = sampleCounts(name)
  expect(format.recognizes(probe(name, files[0]?.text ?? ''))).toBe(true)
  const threads = readTranscript(format, files)
  expect(countsOf(threads, counts)).toEqual(counts)
  return threads
}

/** Text of a sample's only file. */
export function sampleText(name: string): string {
  return Buffer.from(sampleFiles(name)[0]?.text ?? '').toString()
}
