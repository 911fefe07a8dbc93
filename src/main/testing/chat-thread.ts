import type { ScriptedProvider } from '../../../e2e/provider/server.ts'
import type { ProviderSettings } from '../../shared/ipc/settings.ts'
import type { JsonValue, Message, ModelOrigin } from '../../shared/thread/message.ts'
import type { JsonObject } from '../compaction/request/private-layout.ts'
import { renderRequest } from '../compaction/request/render-request.ts'
import { sanitizeFor } from '../compaction/sanitize/private-state.ts'
import type { ChatAnswer, ChatModel } from '../providers/chat/chat-model.ts'
import { sampleMessage } from './message-samples.ts'

/** Settings of a scripted provider; for tests. */
export function chatSettings(
  provider: ScriptedProvider,
  kind: ModelOrigin['protocol'],
  model = 'scripted-model',
): ProviderSettings {
  return {
    id: 'p',
    kind,
    name: 'Scripted',
    baseUrl: kind === 'anthropic' ? provider.url : `${provider.url}/v1`,
    model,
    windowTokens: null,
    keyState: 'session-only',
  }
}

/** The body that a model is sent for a list of messages, sanitized for it; for tests. */
export function chatBody(
  model: ChatModel,
  messages: readonly Message[],
  maxOutputTokens = 4_000,
): JsonObject {
  return renderRequest({
    target: model.origin,
    family: model.family,
    system: 'You are a careful engineer.',
    tools: [
      {
        name: 'read_file',
        description: 'Reads a file.',
        parameters: { type: 'object', properties: { path: { type: 'string' } } },
      },
    ],
    messages: sanitizeFor(messages, model.origin),
    maxOutputTokens,
    imageData: () => null,
  })
}

/** An answer as the fact that is stored, its calls answered with `result`; for tests. */
export function storedReply(answer: ChatAnswer, origin: ModelOrigin, result = 'fine'): Message {
  return sampleMessage('assistant', answer.text, {
    thinking: answer.thinking === '' ? null : answer.thinking,
    hasPrivateReasoning: answer.privateItems.length > 0,
    toolCalls: answer.calls.map((call) => ({
      id: call.id,
      name: call.name,
      arguments: JSON.parse(call.argumentsText) as JsonValue,
      partialArguments: null,
      output: { content: [{ kind: 'text', text: result }], isError: false },
    })),
    runtime: {
      atMs: 1,
      origin,
      ending: 'complete',
      privateItems: answer.privateItems,
      approvals: [],
    },
  })
}
