import type { JsonValue, ToolCall, ToolOutput } from '../../../shared/thread/message.ts'
import { safeCutIndex } from '../checkpoint/cut-text.ts'
import { commandOf } from '../facts/tool-paths.ts'
import { isName } from './shorten-arguments.ts'

/** Longest subject of a call in a marker, in characters. */
const SUBJECT_CHARS = 160

/**
 * Of a text that arguments may be shortened in, only so much: it reads the same before and after, so that a record
 * is worth as much at the next look (see `shortenArguments`).
 */
const OPENING_CHARS = 24

const PATH_KEYS =
  /^(?:(?:target_|absolute_|relative_|notebook_)?(?:file_?)?path|file|file_?name|target_file|uri|paths|files)$/i
const PATTERN_KEYS = /^(?:pattern|regex|query|search|search_?term|glob|include|url|q)$/i
const FOLDER_KEYS = /^(?:path|dir|directory|folder|cwd)$/i

/** Tool and subject in one line: `read_file src/a.ts lines 10-40`, `grep "foo" in src`, `run_command npm test`. */
export function describeCall(call: ToolCall): string {
  const name = oneLine(call.name, 60)
  const subject = subjectOf(call)
  return subject === '' ? name : `${name} ${subject}`
}

/** How a call ended, in one word. */
export function describeStatus(output: ToolOutput): string {
  return output.isError ? 'failed' : 'ok'
}

/** How a call ended and how much it printed: `ok, 5321 chars`, `failed, 120 chars`. Pictures are counted. */
export function describeOutcome(output: ToolOutput): string {
  const images = output.content.filter((part) => part.kind === 'image').length
  const pictures = images === 0 ? '' : images === 1 ? ', 1 image' : `, ${images} images`
  return `${describeStatus(output)}, ${outputText(output).length} chars${pictures}`
}

/** The text of a result: its text parts and the blocks of other kinds as they are written, one line break between. */
export function outputText(output: ToolOutput): string {
  const texts: string[] = []
  for (const part of output.content) {
    if (part.kind === 'text') texts.push(part.text)
    else if (part.kind === 'other') texts.push(part.json)
  }
  return texts.length === 1 ? (texts[0] ?? '') : texts.join('\n')
}

/** A text in one line of at most `maxChars`, well-formed. */
export function oneLine(text: string, maxChars: number): string {
  const line = text
    .slice(0, maxChars * 4)
    .replace(/\s+/g, ' ')
    .trim()
    .toWellFormed()
  return line.length <= maxChars ? line : `${line.slice(0, safeCutIndex(line, maxChars - 1))}…`
}

function subjectOf(call: ToolCall): string {
  const command = commandOf(call)
  if (command !== null) return nameOf(command)
  const given = call.arguments
  if (!isRecord(given)) return ''
  const pattern = firstText(given, PATTERN_KEYS)
  if (pattern !== null) {
    const folder = firstText(given, FOLDER_KEYS)
    return `"${nameOf(pattern)}"${folder === null ? '' : ` in ${nameOf(folder)}`}`
  }
  const path = firstText(given, PATH_KEYS)
  if (path !== null) return `${nameOf(path)}${lineSpan(given)}`
  const folder = firstText(given, FOLDER_KEYS)
  return folder === null ? '' : nameOf(folder)
}

function nameOf(text: string): string {
  return oneLine(text, isName(text) ? SUBJECT_CHARS : OPENING_CHARS)
}

function firstText(record: { readonly [key: string]: JsonValue }, keys: RegExp): string | null {
  for (const [key, value] of Object.entries(record)) {
    if (!keys.test(key)) continue
    if (typeof value === 'string' && value.trim() !== '') return value
    if (isList(value)) {
      const texts = value.filter((one) => typeof one === 'string')
      if (texts.length > 0) return texts.join(', ')
    }
  }
  return null
}

/** ` lines 10-40` from the ways tools name a span; empty when the whole file was asked for. */
function lineSpan(record: { readonly [key: string]: JsonValue }): string {
  const range = record.view_range ?? record.line_range ?? record.range
  if (isList(range) && typeof range[0] === 'number') return span(range[0], numberOf(range[1]))
  const from = numberOf(
    record.offset ??
      record.start_line ??
      record.startLine ??
      record.line_start ??
      record.from_line ??
      record.line,
  )
  const to = numberOf(record.end_line ?? record.endLine ?? record.line_end ?? record.to_line)
  const count = numberOf(record.limit ?? record.line_count ?? record.max_lines)
  if (from === null && to === null && count === null) return ''
  const first = from ?? 1
  return span(first, to ?? (count === null ? null : first + count - 1))
}

function span(from: number, to: number | null): string {
  return to === null || to < 0 ? ` from line ${from}` : ` lines ${from}-${to}`
}

function numberOf(value: JsonValue | undefined): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

function isRecord(value: JsonValue): value is { readonly [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value)
}
