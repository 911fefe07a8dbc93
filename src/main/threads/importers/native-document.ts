import type { JsonValue } from '../../../shared/thread/message.ts'
import { LINEAGE_KEY } from '../lineage.ts'
import type { TranscriptHead } from './transcript.ts'

/** Where a thread that was imported comes from; stands in `meta` under the program's key. */
export interface ImportedOrigin {
  readonly format: string
  /** File name of the source. */
  readonly sourceName: string
  /** The source's id of the thread. */
  readonly key: string
  readonly branch: string | null
}

/** Pieces of a native thread file: head, one record after the other, tail. Never the whole thread at once. */
export function* nativeDocument(
  head: TranscriptHead,
  title: string,
  origin: ImportedOrigin,
  records: Iterable<string>,
): Generator<string> {
  const { model, systemPrompt, tools, startedMs, endedMs, folder } = head
  const meta: JsonValue = {
    [LINEAGE_KEY]: { imported: { ...origin, startedMs, endedMs, folder } },
  }
  yield `{\n  "title": ${JSON.stringify(title)},\n`
  if (model !== null) yield `  "model": ${JSON.stringify(model)},\n`
  yield `  "context": {\n    "systemPrompt": ${JSON.stringify(systemPrompt)},\n    "tools": ${JSON.stringify(tools)},\n    "messages": [`
  let separator = '\n      '
  for (const record of records) {
    yield `${separator}${record}`
    separator = ',\n      '
  }
  yield `\n    ]\n  },\n  "meta": ${JSON.stringify(meta)}\n}\n`
}
