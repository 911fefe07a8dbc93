import type { JsonValue } from '../../../../shared/thread/message.ts'
import { asList, asObject, asText, type JsonObject } from '../../native/json-shape.ts'
import { sourceTimeMs } from '../source-time.ts'
import type { Place } from '../transcript.ts'

/** `none`: a node without a message, as the root has. `call`: the model writes to a tool. */
export type NodeKind = 'none' | 'system' | 'prompt' | 'context' | 'assistant' | 'call' | 'tool'

/** What the tree and the grouping have to know of one node of a conversation's `mapping`. */
export interface ChatNode {
  readonly id: string
  readonly parent: string | null
  readonly children: readonly string[]
  readonly place: Place
  readonly kind: NodeKind
  /** The tool that a call goes to or that a tool message comes from; empty otherwise. */
  readonly tool: string
  /** Addresses of pictures, as `file-service://…` or `sediment://…`. */
  readonly pictures: readonly string[]
  readonly isEmpty: boolean
  readonly isHidden: boolean
  readonly isThought: boolean
  readonly role: string
  readonly model: string
  readonly atMs: number | null
  /** Only of system messages: what they tell the model. */
  readonly systemText: string
}

const THOUGHTS = ['thoughts', 'reasoning_recap']

/** The node stored under `id`. Any value is a node: an odd one has no message. */
export function readNode(id: string, value: JsonValue, place: Place): ChatNode {
  const node = asObject(value)
  const message = asObject(node?.message)
  const content = asObject(message?.content)
  const metadata = asObject(message?.metadata)
  const role = asText(asObject(message?.author)?.role)
  const kind = nodeKind(message)
  return {
    id,
    parent: asText(node?.parent) || null,
    children: asList(node?.children).filter((child) => typeof child === 'string'),
    place,
    kind,
    tool: toolOf(message),
    pictures: pictureAddresses(content),
    isEmpty: kind === 'prompt' && isWithoutContent(content),
    isHidden: metadata?.is_visually_hidden_from_conversation === true,
    isThought: THOUGHTS.includes(asText(content?.content_type)),
    role,
    model: role === 'assistant' ? asText(metadata?.model_slug) : '',
    atMs: sourceTimeMs(message?.create_time),
    systemText: kind === 'system' ? systemText(content, metadata) : '',
  }
}

/** What a message is to the model. */
export function nodeKind(message: JsonObject | null): NodeKind {
  if (message === null) return 'none'
  const role = asText(asObject(message.author)?.role)
  if (role === 'system') return 'system'
  if (role === 'tool') return 'tool'
  if (role === 'assistant') return (asText(message.recipient) || 'all') === 'all' ? 'assistant' : 'call'
  const isHidden = asObject(message.metadata)?.is_visually_hidden_from_conversation === true
  const contentType = asText(asObject(message.content)?.content_type)
  return role === 'user' && !isHidden && !contentType.endsWith('_editable_context') ? 'prompt' : 'context'
}

/** The tool a message is for or from; empty for talk. */
export function toolOf(message: JsonObject | null): string {
  const kind = nodeKind(message)
  if (kind === 'call') return asText(message?.recipient)
  return kind === 'tool' ? asText(asObject(message?.author)?.name) : ''
}

/** Addresses of the pictures of a message, in order; the same one as often as it stands there. */
function pictureAddresses(content: JsonObject | null): readonly string[] {
  return asList(content?.parts).flatMap((part) => {
    const pointer = asObject(part)
    return pointer?.content_type === 'image_asset_pointer' ? [asText(pointer.asset_pointer)] : []
  })
}

function isWithoutContent(content: JsonObject | null): boolean {
  const hasNoParts = asList(content?.parts).every((part) => typeof part === 'string' && part.trim() === '')
  return hasNoParts && asText(content?.text).trim() === ''
}

/** Older exports keep custom instructions in the metadata of an empty system message. */
export function systemText(content: JsonObject | null, metadata: JsonObject | null): string {
  const own = asList(content?.parts).filter((part) => typeof part === 'string')
  const custom = asObject(metadata?.user_context_message_data)
  return [...own, asText(custom?.about_user_message), asText(custom?.about_model_message)]
    .filter((text) => text.trim() !== '')
    .join('\n\n')
}
