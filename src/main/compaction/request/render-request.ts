import type { Message, ModelOrigin, ToolSchema } from '../../../shared/thread/message.ts'
import type { FamilyRules } from './families.ts'
import { orderTurns } from './order-turns.ts'
import type { JsonObject } from './private-layout.ts'
import { isObject } from './private-layout.ts'
import { renderAnthropic } from './render-anthropic.ts'
import { renderChat } from './render-chat.ts'
import { renderResponses } from './render-responses.ts'
import { wellFormedValue } from './well-formed.ts'
import { wireToolName } from './wire-names.ts'
import { type ImageData, type WireTurn, wireTurns } from './wire-turns.ts'

export interface RequestInput {
  /** Whom the request is for; its protocol decides the form. */
  readonly target: ModelOrigin
  /** `familyOf(target)`, or learned rules. */
  readonly family: FamilyRules
  /** Blank = none is sent. */
  readonly system: string
  readonly tools: readonly ToolSchema[]
  /** The projection's messages, already sanitized for `target`. */
  readonly messages: readonly Message[]
  /** Upper limit of the answer in tokens; null = the provider's own, where the protocol allows it. */
  readonly maxOutputTokens: number | null
  readonly imageData: ImageData
}

/** What all three forms are made of. */
export interface RequestParts {
  readonly model: string
  readonly family: FamilyRules
  /** Empty = none. */
  readonly system: string
  readonly tools: readonly {
    readonly name: string
    readonly description: string
    readonly schema: JsonObject
  }[]
  readonly turns: readonly WireTurn[]
  /** Whole and at least 1 (B-40); null = not limited. */
  readonly maxOutputTokens: number | null
}

/**
 * The exact body of the next request, as JSON, stream flags included. Total: any list of messages gives a body
 * that the protocol takes (I1, I2, I3, I10).
 *
 * Stable bytes: a message that is appended leaves what was rendered before as it is, but for (a) the joint, where
 * a family merges neighbours of one role, (b) replies that ended the shorter list, which are not sent at the end
 * (B-16), and (c) Anthropic's cache marks, which move with the end and are no part of what the provider caches.
 */
export function renderRequest(input: RequestInput): JsonObject {
  const { family, target } = input
  const parts: RequestParts = {
    model: target.model,
    family,
    system: input.system.trim() === '' ? '' : input.system.toWellFormed(),
    tools: wireTools(input.tools),
    turns: orderTurns(wireTurns(input.messages, family, input.imageData), family),
    maxOutputTokens:
      input.maxOutputTokens === null ? null : Math.max(1, Math.floor(input.maxOutputTokens) || 1),
  }
  if (target.protocol === 'anthropic') return renderAnthropic(parts)
  return target.protocol === 'openai-chat' ? renderChat(parts) : renderResponses(parts)
}

/** Names are unique, or the request is refused: the first of equal ones is offered. */
function wireTools(tools: readonly ToolSchema[]): RequestParts['tools'] {
  const byName = new Map<string, RequestParts['tools'][number]>()
  for (const tool of tools) {
    const name = wireToolName(tool.name)
    const parameters = wellFormedValue(tool.parameters)
    const schema = isObject(parameters) ? parameters : {}
    if (!byName.has(name))
      byName.set(name, {
        name,
        description: tool.description.toWellFormed(),
        schema: inputSchema(schema),
      })
  }
  return [...byName.values()]
}

/** What providers refuse at the top of a tool's input (one such tool and no request goes out), or do not know. */
const REFUSED_AT_TOP: readonly string[] = ['$schema', 'anyOf', 'oneOf', 'allOf', 'not', 'enum']

/** An object with properties, if none: servers leave out what goes without saying. The tool checks its input itself. */
function inputSchema(schema: JsonObject): JsonObject {
  const kept = Object.fromEntries(Object.entries(schema).filter(([key]) => !REFUSED_AT_TOP.includes(key)))
  return { ...kept, type: 'object', properties: isObject(kept.properties) ? kept.properties : {} }
}
