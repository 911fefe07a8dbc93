import type { Message } from '../../../../shared/thread/message.ts'
import { runSteps } from '../../../compaction/steps.ts'
import { heldBytes } from '../../byte-source.ts'
import { parseMessage } from '../../native/parse-message.ts'
import { scanFiles } from '../open-transcript.ts'
import { probeOf } from '../probe.ts'
import { readEntry } from '../read-entry.ts'
import type { Entry, Probe, SourceFile, Transcript, TranscriptFormat } from '../transcript.ts'

/** A transcript with its messages read as the app reads them: through the native record. */
export interface ReadTranscript {
  readonly transcript: Transcript
  readonly messages: readonly Message[]
}

/** Files in memory as a source. */
export function sourceOf(
  files: readonly { readonly name: string; readonly text: string | Uint8Array }[],
): readonly SourceFile[] {
  return files.map(({ name, text }) => ({ name, bytes: heldBytes(Buffer.from(text as string)) }))
}

/** What detection would see of them. */
export function probe(name: string, text: string | Uint8Array): Probe {
  return probeOf(sourceOf([{ name, text }]))
}

/** All threads of a source, read to their end. */
export function readTranscript(
  format: TranscriptFormat,
  files: readonly { readonly name: string; readonly text: string | Uint8Array }[],
): readonly ReadTranscript[] {
  const source = sourceOf(files)
  return runSteps(scanFiles(format, source)).map((transcript) => ({
    transcript,
    messages: transcript.entries.map((entry) => messageOf(format, source, entry)),
  }))
}

/** One message as the app reads it. */
export function messageOf(format: TranscriptFormat, files: readonly SourceFile[], entry: Entry): Message {
  return parseMessage(Buffer.from(readEntry(format, files, entry)), new Map()).message
}
