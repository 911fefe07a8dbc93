import type { Policy } from '../../../shared/compact/policy.ts'
import { AppError } from '../../../shared/ipc/errors.ts'
import type { Message, ModelOrigin, ToolSchema } from '../../../shared/thread/message.ts'
import type { ChosenWindow } from '../../compaction/model-window.ts'
import { familyOf } from '../../compaction/request/families.ts'
import type { JsonObject } from '../../compaction/request/private-layout.ts'
import { renderRequest } from '../../compaction/request/render-request.ts'
import { sanitizeFor } from '../../compaction/sanitize/private-state.ts'
import { readAddress } from '../../providers/provider-address.ts'
import { type PlacedMessage, pictureReader } from '../../threads/message-images.ts'
import type { ThreadFile } from '../../threads/thread-file.ts'
import type { NextRequest } from './next-request.ts'

/** Whom a request is for, as far as a person says. */
export interface TargetChoice {
  readonly protocol: ModelOrigin['protocol']
  readonly model?: string
  readonly baseUrl?: string
}

/** What a request body is made of. */
export interface RequestSource {
  readonly file: ThreadFile
  readonly system: string
  readonly tools: readonly ToolSchema[]
  /** The projection's messages, rendered; not yet sanitized. */
  readonly messages: readonly Message[]
  /** Where the projection's pictures stand. */
  readonly placed: readonly PlacedMessage[]
}

/** The exact body for a target. Private state of other origins is left out. */
export function requestBody(source: RequestSource, target: ModelOrigin): JsonObject {
  return renderRequest({
    target,
    family: familyOf(target),
    system: source.system,
    tools: source.tools,
    messages: sanitizeFor(source.messages, target),
    maxOutputTokens: null,
    imageData: pictureReader(source.file, source.placed),
  })
}

/** The next request of a thread file as the source of a body. */
export function requestSource(file: ThreadFile, next: NextRequest): RequestSource {
  return {
    file,
    system: next.systemPrompt,
    tools: file.head.tools,
    messages: next.messages,
    placed: next.facts.map((message, index) => ({ index, message })),
  }
}

/**
 * The model of the choice, else of the newest reply of this protocol with its account, else of the thread. Throws
 * AppError `bad-input` when nobody names one and there is no `fallback`.
 */
export function requestTarget(
  file: ThreadFile,
  facts: readonly Message[],
  choice: TargetChoice,
  fallback: string | null = null,
): ModelOrigin {
  const { protocol } = choice
  const { host } = readAddress(protocol, choice.baseUrl ?? '')
  const former = facts.findLast((message) => message.runtime?.origin?.protocol === protocol)?.runtime?.origin
  if (former && choice.model === undefined && choice.baseUrl === undefined) return former
  const model = (choice.model ?? file.head.model?.id ?? '').trim() || fallback
  if (model === null) throw new AppError('bad-input', 'The thread names no model. Give one with --model.')
  return { protocol, host, model, keyMark: '' }
}

/** An unknown window follows the preset's own rule (C-03). */
export function requestWindow(tokens: number | undefined, { unknownWindow }: Policy): ChosenWindow {
  if (tokens !== undefined) return { tokens, source: 'manual' }
  return unknownWindow.kind === 'assume'
    ? { tokens: unknownWindow.windowTokens, source: 'assumed' }
    : { tokens: null, source: null }
}
