import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { sampleFolder } from '../../../testing/read-sample-thread.ts'
import type { Transcript } from '../transcript.ts'

/** Files of a sample as `readTranscript` takes them. */
export type SampleFiles = readonly { readonly name: string; readonly text: Uint8Array }[]

/** A file of the samples, or all files below a folder of it, by names relative to it. Only where samples are. */
export function sampleFiles(name: string): SampleFiles {
  const root = path.join(sampleFolder() ?? '', name)
  if (!statSync(root).isDirectory()) return [{ name: path.basename(name), text: readFileSync(root) }]
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => statSync(path.join(root, file)).isFile())
    .toSorted()
    .map((file) => ({ name: file.replaceAll('\\', '/'), text: readFileSync(path.join(root, file)) }))
}

/** The true counts of a sample, from the samples' `expected.json`. */
export function sampleCounts(name: string): { readonly [count: string]: number } {
  const all = JSON.parse(readFileSync(path.join(sampleFolder() ?? '', 'expected.json'), 'utf8')) as {
    readonly [file: string]: { readonly counts: { readonly [count: string]: number } }
  }
  const known = all[name]
  if (known === undefined) throw new Error(`expected.json does not know ${name}`)
  return known.counts
}

/** The counts named in `wanted`, summed over all threads. */
export function countsOf(
  threads: readonly { readonly transcript: Transcript }[],
  wanted: { readonly [count: string]: number },
): { readonly [count: string]: number | undefined } {
  const sum = (name: string) => {
    const known = threads.flatMap(({ transcript }) => transcript.tally[name] ?? [])
    return known.length === 0 ? undefined : known.reduce((total, more) => total + more, 0)
  }
  return Object.fromEntries(Object.keys(wanted).map((name) => [name, sum(name)]))
}

/** All samples of a folder, by the names that `expected.json` has for them. */
export function samplesIn(folder: string): readonly string[] {
  if (sampleFolder() === null) return []
  const all = JSON.parse(readFileSync(path.join(sampleFolder() ?? '', 'expected.json'), 'utf8')) as object
  return Object.keys(all).filter((name) => name.startsWith(`${folder}/`))
}
