import { byteOrderMarkLength } from '../../thread-fault.ts'
import { EMPTY_MESSAGE } from '../empty-message.ts'
import { textPart } from '../new-part.ts'
import { sliceText } from '../slice-value.ts'
import { sourceTimeMs } from '../source-time.ts'
import type { DocumentFormat, Entry, EntryKind, Probe, Transcript } from '../transcript.ts'
import { uniqueIds } from '../unique-id.ts'
import { aiderBlocks, aiderCounts, type Block, type BlockKind } from './aider-blocks.ts'

/** Aider's chat history: Markdown of many sessions, each of them a thread (formats.md section 20). */
export const aider: DocumentFormat = {
  kind: 'document',
  id: 'aider',
  label: 'Aider',
  recognizes,
  *scan(files) {
    const source = files[0]?.bytes
    if (source === undefined) return []
    const all = source.slice(0, source.length)
    const start = byteOrderMarkLength(all)
    const bytes = all.subarray(start)
    const keyOf = uniqueIds()
    const threads: Transcript[] = []
    for (const session of sessionsOf(yield* aiderBlocks(bytes))) {
      const { from, to } = rangeOf(session, threads.length === 0 ? 0 : null, bytes.length)
      const text = sliceText(bytes.subarray(from, to))
      threads.push(sessionThread(session, text, start, keyOf))
      yield
    }
    return threads
  },
  build(slices, entry) {
    const text = slices.map(sliceText).join('')
    return { ...EMPTY_MESSAGE, content: [textPart(entry.kind === 'reply' ? text.trim() : unmarked(text))] }
  },
}

function recognizes({ head, name }: Probe): boolean {
  if (/^\s*[[{]/.test(head)) return false
  if (/^# aider chat started at /m.test(head)) return true
  // An excerpt has prompts and program output, and no header.
  const isMarkdown = /\.(md|markdown|txt)$/i.test(name)
  return isMarkdown && /^#### \S/m.test(head) && /^> .*\baider\b/im.test(head)
}

/** Blocks of each session, headers included. What stands before the first header is a session of its own. */
function sessionsOf(blocks: readonly Block[]): readonly (readonly Block[])[] {
  const sessions: Block[][] = []
  for (const block of blocks) {
    const last = sessions.at(-1)
    if (last === undefined || block.kind === 'header') sessions.push([block])
    else last.push(block)
  }
  return sessions
}

/** Bytes of a session; the first one has what stands before its first block as well. */
function rangeOf(session: readonly Block[], start: number | null, end: number): { from: number; to: number } {
  return { from: start ?? session[0]?.from ?? 0, to: session.at(-1)?.to ?? end }
}

const KINDS: { readonly [Kind in BlockKind]: EntryKind } = {
  header: 'context',
  typed: 'prompt',
  output: 'context',
  said: 'reply',
}

function sessionThread(
  session: readonly Block[],
  text: string,
  start: number,
  keyOf: ReturnType<typeof uniqueIds>,
): Transcript {
  const started = /^# aider chat started at ([^\n]*?)\s*$/m.exec(text)?.[1] ?? ''
  const model = /^> (?:Main model|Models?): (\S+)/m.exec(text)?.[1] ?? ''
  const typed = /^#### (?!\/)(.*?)\s*$/m.exec(text)?.[1] ?? ''
  const placed = session.map(({ kind, from, to }) => ({
    kind,
    place: { file: 0, from: from + start, to: to + start },
  }))
  const firstPrompt = session.find(({ kind }) => kind === 'typed')?.from ?? Number.POSITIVE_INFINITY
  return {
    key: keyOf(started, 'excerpt'),
    head: {
      title: typed.slice(0, 120),
      model: model === '' ? null : { provider: '', id: model },
      systemPrompt: '',
      tools: [],
      startedMs: sourceTimeMs(started.replace(' ', 'T')),
      endedMs: null,
      folder: '',
    },
    entries: placed
      .filter(({ kind }) => kind !== 'header')
      .map(
        ({ kind, place }, index): Entry => ({
          id: `block-${index + 1}`,
          kind: kind === 'said' && place.from < firstPrompt + start ? 'context' : KINDS[kind],
          places: [place],
        }),
      ),
    branches: [],
    parentKey: null,
    tally: aiderCounts(text),
    asides: placed.filter(({ kind }) => kind === 'header').map(({ place }) => place),
  }
}

/** Without the marks at the beginning of its lines and the two spaces that Aider puts at their ends. */
function unmarked(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(/^(#### |> )/, '').replace(/ {2}\r?$/, ''))
    .join('\n')
    .trim()
}
