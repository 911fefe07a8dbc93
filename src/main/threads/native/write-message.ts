import type {
  ImportedFrom,
  JsonValue,
  MessageRuntime,
  OtherPart,
  Role,
  TextPart,
  Usage,
} from '../../../shared/thread/message.ts'
import type { JsonObject } from './json-shape.ts'
import { toWellFormed } from './json-shape.ts'
import { RUNTIME_KEY } from './parse-runtime.ts'

/** A picture with its bytes as base64: stored in the block itself. */
export interface NewImage {
  readonly kind: 'image'
  readonly mimeType: string
  readonly base64: string
}

/** A part that is about to be stored. */
export type NewPart = TextPart | NewImage | OtherPart

/** What a tool answered, about to be stored. */
export interface NewOutput {
  readonly content: readonly NewPart[]
  readonly isError: boolean
  /** The source says nothing of how the call ended; nothing is stored then either. */
  readonly isUnmarked?: true
}

/** A call as the model made it. `output` is left out while the tool runs. */
export interface NewCall {
  readonly id: string
  readonly name: string
  readonly arguments: JsonValue
  /** Arguments that were cut while streaming, as raw text; null when complete. */
  readonly partialArguments: string | null
  readonly output?: NewOutput
}

/** A message that is about to become a fact. Its id is given by the thread it goes to. */
export interface NewMessage {
  readonly role: Role
  readonly content: readonly NewPart[]
  readonly thinking?: string | null
  readonly toolCalls?: readonly NewCall[]
  readonly usage?: Usage | null
  readonly durationMs?: number | null
  readonly runtime: MessageRuntime
}

/**
 * A message in LLM Space's shape, with what that has no place for under `palimpsest`. `parseMessage` reads it
 * back as the same message. Halves of surrogate pairs are stored as U+FFFD, never as they are (B-70).
 */
export function toRecord(id: string, message: NewMessage): JsonObject {
  const { thinking, usage, durationMs, runtime } = message
  const calls = message.toolCalls ?? []
  const record: { [key: string]: JsonValue } = {
    id,
    role: message.role,
    content: message.content.map(writePart),
  }
  if (thinking) record.thinking = thinking
  if (calls.length > 0) record.toolCalls = calls.map(writeCall)
  if (usage) record.usage = writeUsage(usage)
  if (durationMs != null) record.timing = { durationMs }
  record[RUNTIME_KEY] = {
    atMs: runtime.atMs,
    ...(runtime.origin === null ? {} : { origin: { ...runtime.origin } }),
    ending: runtime.ending,
    ...(runtime.privateItems.length === 0 ? {} : { privateItems: runtime.privateItems }),
    ...(runtime.imported == null ? {} : { imported: writeImported(runtime.imported) }),
    ...(runtime.approvals.length === 0 ? {} : { approvals: writeApprovals(runtime.approvals) }),
  }
  // An object in, an object out.
  return toWellFormed(record) as JsonObject
}

function writeImported({ format, checkpoint }: ImportedFrom): JsonValue {
  return { format, ...(checkpoint === null ? {} : { checkpoint: { ...checkpoint } }) }
}

/** The same as one line of JSON. */
export function writeRecord(id: string, message: NewMessage): string {
  return JSON.stringify(toRecord(id, message))
}

/** A result as it stands in `toolCalls[].output`. */
export function writeOutput(output: NewOutput): JsonValue {
  const { isError, isUnmarked } = output
  return toWellFormed({ content: output.content.map(writePart), ...(isUnmarked ? {} : { isError }) })
}

/** Questions and answers as they stand in the record. */
export function writeApprovals(approvals: MessageRuntime['approvals']): JsonValue {
  return approvals.map((approval) => ({ ...approval }))
}

function writePart(part: NewPart): JsonValue {
  switch (part.kind) {
    case 'text':
      return { type: 'text', text: part.text }
    case 'image':
      return { type: 'image', mimeType: part.mimeType, data: part.base64 }
    case 'other':
      return otherValue(part)
  }
}

/** A block no place is known for goes back as the value it was read from. */
function otherValue(part: OtherPart): JsonValue {
  try {
    return JSON.parse(part.json) as JsonValue
  } catch {
    return { type: 'text', text: part.json }
  }
}

function writeCall(call: NewCall): JsonValue {
  return {
    id: call.id,
    input: {
      name: call.name,
      arguments: call.arguments,
      ...(call.partialArguments === null ? {} : { partialArguments: call.partialArguments }),
    },
    ...(call.output === undefined ? {} : { output: writeOutput(call.output) }),
  }
}

function writeUsage(usage: Usage): JsonValue {
  const { input, output, cacheRead, cacheWrite, reasoning, cost } = usage
  return {
    input,
    output,
    cacheRead,
    cacheWrite,
    ...(reasoning === null ? {} : { reasoning }),
    totalTokens: input + output + cacheRead + cacheWrite,
    ...(cost === null ? {} : { cost: { total: cost } }),
  }
}
