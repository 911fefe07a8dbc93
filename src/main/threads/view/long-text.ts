import { AppError } from '../../../shared/ipc/errors.ts'
import type { CallBody, TextPlace } from '../../../shared/ipc/thread.ts'
import type { Part, ToolCall } from '../../../shared/thread/message.ts'
import { saysFailure } from '../../compaction/facts/said-failure.ts'
import { decodeText } from '../json/decode-json.ts'
import type { ThreadFile } from '../thread-file.ts'
import { outputParts } from './row-parts.ts'
import { cutBody, safeEnd, sliceText } from './text-body.ts'

/** Longest text of the Raw view, in UTF-16 units. */
const RAW_CHARS = 200_000

/** Most characters per part of a call's body, so that many parts stay below 1 MB together. */
const CALL_CHARS = 400_000

function missing(): AppError {
  return new AppError('bad-input', 'There is no such place in this thread.')
}

/** Arguments as a person reads them: indented JSON, or the raw text when they were cut or are plain text. */
export function argumentsText(call: ToolCall): string {
  if (call.partialArguments !== null) return call.partialArguments
  if (typeof call.arguments === 'string') return call.arguments
  return JSON.stringify(call.arguments, null, 2)
}

function partText(part: Part | undefined): string {
  if (part?.kind === 'text') return part.text
  if (part?.kind === 'other') return part.json
  throw missing()
}

function callAt(file: ThreadFile, index: number, call: number): ToolCall {
  if (index >= file.count) throw missing()
  const found = file.readMessage(index).toolCalls[call]
  if (found === undefined) throw missing()
  return found
}

/** Arguments and result of one card. Throws AppError `bad-input` for a place that is not there. */
export function callBody(file: ThreadFile, thread: string, index: number, call: number): CallBody {
  const found = callAt(file, index, call)
  const parts = found.output?.content ?? []
  const maxChars = Math.max(400, Math.min(32_768, Math.floor(CALL_CHARS / Math.max(1, parts.length))))
  const context = { thread, index, blobs: file.scan.blobs, maxChars }
  return {
    arguments: cutBody(argumentsText(found)),
    output: found.output === null ? null : outputParts(parts, call, context),
    isError: saysFailure(found),
  }
}

function wholeText(file: ThreadFile, place: TextPlace): string {
  switch (place.kind) {
    case 'system':
      return file.head.systemPrompt
    case 'arguments':
      return argumentsText(callAt(file, place.index, place.call))
    case 'output':
      return partText(callAt(file, place.index, place.call).output?.content[place.part])
    case 'part':
      if (place.index >= file.count) throw missing()
      return partText(file.readMessage(place.index).content[place.part])
    case 'thinking':
      if (place.index >= file.count) throw missing()
      return file.readMessage(place.index).thinking ?? ''
  }
}

/** A slice of one long text, in UTF-16 units; never half a character. */
export function textAt(
  file: ThreadFile,
  place: TextPlace,
  offset: number,
  limit: number,
): { readonly text: string; readonly totalChars: number } {
  return sliceText(wholeText(file, place), offset, limit)
}

/** A message as it stands in the file, with its place there in bytes; text cut at 200,000 units. */
export function rawText(
  file: ThreadFile,
  index: number,
): { readonly text: string; readonly totalChars: number; readonly offset: number; readonly length: number } {
  if (index >= file.count) throw missing()
  const { from } = file.messageBytes(index)
  const slice = file.sourceSlice(index)
  const text = decodeText(slice, { from: 0, to: slice.length })
  return {
    text: text.slice(0, safeEnd(text, RAW_CHARS)),
    totalChars: text.length,
    offset: from,
    length: slice.length,
  }
}
