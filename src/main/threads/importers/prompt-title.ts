import type { Steps } from '../../compaction/steps.ts'
import { oneLine } from '../view/one-line.ts'
import { typedText } from './machine-text.ts'
import { entrySlices } from './read-entry.ts'
import type { Entry, SourceFile, Transcript, TranscriptFormat } from './transcript.ts'

/** Longest title that is made here, in UTF-16 units. */
const TITLE_CHARS = 80
/** Messages looked at for one title: the first ones may be pictures. */
const MAX_LOOKED = 4
/** A message above this size, such as one with a document in it, is not read for a title. */
const MAX_BYTES = 8 * 1024 * 1024

/** Wrappers that a harness puts around what a person typed. */
const WRAPPER = /<\/?(?:task|feedback|answer|user_message|user_query|user_request|query)>/g

/**
 * The same threads, those without a title called by what was said in them first: a person's words, in a side
 * conversation those it was started with. One without words stays without a title.
 */
export function* withTitles(
  format: Pick<TranscriptFormat, 'build'>,
  files: readonly SourceFile[],
  threads: readonly Transcript[],
): Steps<readonly Transcript[]> {
  const titled: Transcript[] = []
  for (const thread of threads) {
    const title = thread.head.title.trim() === '' ? promptTitle(format, files, thread) : ''
    titled.push(title === '' ? thread : { ...thread, head: { ...thread.head, title } })
    yield
  }
  return titled
}

function promptTitle(
  format: Pick<TranscriptFormat, 'build'>,
  files: readonly SourceFile[],
  { entries }: Transcript,
): string {
  for (const kind of ['prompt', 'context'] as const) {
    let looked = 0
    for (const entry of entries) {
      if (entry.kind !== kind || entry.isEmpty === true) continue
      const title = titleOf(textOf(format, files, entry))
      if (title !== '') return title
      looked += 1
      if (looked === MAX_LOOKED) break
    }
  }
  return ''
}

/** A text as a title: what was typed of it, without wrappers and marks of a heading, on one bounded line. */
function titleOf(text: string): string {
  return oneLine(
    typedText(text)
      .replace(WRAPPER, ' ')
      .replace(/^[\s#>*-]+/, ''),
    TITLE_CHARS,
  )
}

function textOf(format: Pick<TranscriptFormat, 'build'>, files: readonly SourceFile[], entry: Entry): string {
  if (entry.places.reduce((sum, { from, to }) => sum + to - from, 0) > MAX_BYTES) return ''
  try {
    const { content } = format.build(entrySlices(files, entry), entry)
    const texts = content.flatMap((part) => (part.kind === 'text' ? [part.text] : []))
    return texts.find((text) => titleOf(text) !== '') ?? ''
  } catch (error) {
    // Too deep or too long: shown as unreadable where it stands.
    if (error instanceof RangeError || error instanceof SyntaxError) return ''
    throw error
  }
}
