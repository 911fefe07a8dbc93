import fc from 'fast-check'
import type { JsonValue } from '../../../../shared/thread/message.ts'
import { runSteps } from '../../../compaction/steps.ts'
import { scanFiles } from '../open-transcript.ts'
import { entrySlices } from '../read-entry.ts'
import type { TranscriptFormat } from '../transcript.ts'
import { probe, sourceOf } from './read-transcript.ts'

/** The value with one place in it replaced by something else, or left out. */
function mutated(value: unknown, pick: (below: number) => number, odd: unknown): unknown {
  if (typeof value !== 'object' || value === null || pick(6) === 0) return odd
  if (Array.isArray(value)) {
    if (value.length === 0) return [odd]
    const at = pick(value.length)
    return value.map((item, index) => (index === at ? mutated(item, pick, odd) : item))
  }
  const entries = Object.entries(value)
  const at = pick(Math.max(1, entries.length))
  return Object.fromEntries(
    entries.map(([key, inner], index) => [key, index === at ? mutated(inner, pick, odd) : inner]),
  )
}

/** Checks that no mutation of the samples, and no cut of their text, makes a step of the format throw. */
export function expectTotal(
  format: TranscriptFormat,
  samples: fc.Arbitrary<unknown>,
  write: (value: unknown) => string = (value) => JSON.stringify(value),
): void {
  const odd = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom('', '\ud83e', -1, 1e300, null, [], {}, [[]], { type: 7 }),
  )
  fc.assert(
    fc.property(samples, odd, fc.infiniteStream(fc.nat()), fc.nat(), (value, strange, numbers, cut) => {
      const pick = (below: number) => (numbers.next().value ?? 0) % below
      const text = write(mutated(value, pick, strange as JsonValue)) ?? ''
      check(format, text)
      check(format, text.slice(0, cut % (text.length + 1)))
    }),
    { numRuns: 300 },
  )
}

function check(format: TranscriptFormat, text: string): void {
  format.recognizes(probe('file.json', text))
  const files = sourceOf([{ name: 'file.json', text }])
  for (const { entries, branches } of runSteps(scanFiles(format, files)))
    for (const entry of [...entries, ...branches.flatMap((branch) => branch.entries)])
      if (entry.kind !== 'broken') format.build(entrySlices(files, entry), entry)
}
