import type { JsonValue } from '../../shared/thread/message.ts'
import { type ByteRange, skipSpace } from './json/bytes.ts'
import { decodeText } from './json/decode-json.ts'
import { skipString } from './json/skip-string.ts'

/** How a file writes its JSON, so that what is added looks like what is there. */
export interface JsonStyle {
  /** One level of indentation; empty = everything on one line. */
  readonly unit: string
  readonly lineEnd: '\n' | '\r\n'
  /** What stands between a key and its value, `: ` as a rule. */
  readonly colon: string
}

/** White space between an opening bracket and what follows it. */
export function leadOf(bytes: Uint8Array, open: number): string {
  return decodeText(bytes, { from: open + 1, to: skipSpace(bytes, open + 1) })
}

/** Indentation of the line on which white space ends. */
export function indentOf(space: string): string {
  return space.slice(space.lastIndexOf('\n') + 1)
}

/** Reads the style from the first member of the root object. */
export function styleOf(bytes: Uint8Array, root: ByteRange): JsonStyle {
  const lead = leadOf(bytes, root.from)
  const unit = lead.includes('\n') ? indentOf(lead).slice(0, 8) || '  ' : ''
  const keyEnd = skipString(bytes, skipSpace(bytes, root.from + 1))
  const valueAt = skipSpace(bytes, skipSpace(bytes, keyEnd) + 1)
  const written = decodeText(bytes, { from: keyEnd, to: valueAt })
  const colon = unit === '' || written.includes('\n') ? ':' : written
  return { unit, lineEnd: lead.includes('\r\n') ? '\r\n' : '\n', colon: unit === '' ? ':' : colon }
}

/** A value in that style. `indent` is the indentation of the line it starts on. */
export function formatJson(value: JsonValue, style: JsonStyle, indent: string): string {
  if (style.unit === '') return JSON.stringify(value)
  // Line feeds inside strings are escaped, so every one that is left belongs to the layout.
  return JSON.stringify(value, null, style.unit).replaceAll('\n', `${style.lineEnd}${indent}`)
}

/** `"key": value` in that style. */
export function formatMember(key: string, value: JsonValue, style: JsonStyle, indent: string): string {
  return `${JSON.stringify(key)}${style.colon}${formatJson(value, style, indent)}`
}
