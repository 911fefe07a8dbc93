import { asKey, asList, asObject, asText, type JsonObject } from '../../native/json-shape.ts'

/** What an event is to the conversation. `talk`: the agent says something; `aside`: the program's bookkeeping. */
export type EventRole =
  | 'system'
  | 'prompt'
  | 'context'
  | 'talk'
  | 'call'
  | 'result'
  | 'condensation'
  | 'aside'

/** What the order of a run has to know of one event. Ids are texts; an empty one is none. */
export interface EventFacts {
  readonly id: string
  readonly role: EventRole
  /** Id of the model's answer that the event comes from: several events share one. */
  readonly stepId: string
  readonly callId: string
  /** Of a result: the event that it answers, where it says so. */
  readonly causeId: string
}

/** Facts of an event in either layout. */
export function eventFacts(event: JsonObject): EventFacts {
  return typeof event.kind === 'string' ? sdkFacts(event) : v0Facts(event)
}

const SDK_ROLES: { readonly [kind: string]: EventRole } = {
  SystemPromptEvent: 'system',
  ActionEvent: 'call',
  ObservationEvent: 'result',
  AgentErrorEvent: 'result',
  UserRejectObservation: 'result',
  Condensation: 'condensation',
  CondensationRequest: 'aside',
  CondensationSummaryEvent: 'aside',
  ConversationStateUpdateEvent: 'aside',
  LLMCompletionLogEvent: 'aside',
  PauseEvent: 'aside',
  TokenEvent: 'aside',
}

function sdkFacts(event: JsonObject): EventFacts {
  const kind = asText(event.kind)
  return {
    id: asText(event.id),
    role: kind === 'MessageEvent' ? speakerRole(event.source) : (SDK_ROLES[kind] ?? 'context'),
    stepId: asText(event.llm_response_id),
    callId: asText(event.tool_call_id),
    causeId: asText(event.action_id),
  }
}

function speakerRole(source: JsonObject[string] | undefined): EventRole {
  return source === 'user' ? 'prompt' : source === 'agent' ? 'talk' : 'context'
}

/** Actions and observations that change the program, not the talk. */
const V0_ASIDES = [
  'change_agent_state',
  'agent_state_changed',
  'null',
  'recall',
  'pause',
  'resume',
  'condensation_request',
  'loop_detection_pause',
]

function v0Facts(event: JsonObject): EventFacts {
  const call = asObject(event.tool_call_metadata)
  return {
    id: asKey(event.id),
    role: 'action' in event ? actionRole(event) : observationRole(event),
    stepId: asText(asObject(call?.model_response)?.id),
    callId: asText(call?.tool_call_id),
    causeId: asKey(event.cause),
  }
}

function actionRole(event: JsonObject): EventRole {
  const action = asText(event.action)
  if (action === 'message') return speakerRole(event.source ?? 'agent')
  if (action === 'system') return 'system'
  if (action === 'condensation') return 'condensation'
  if (V0_ASIDES.includes(action) || event.source === 'environment') return 'aside'
  // A person may run a command too; the agent is told of it.
  return event.source === 'user' ? 'context' : 'call'
}

function observationRole(event: JsonObject): EventRole {
  const observation = asText(event.observation)
  if (observation === '') return 'context'
  if (observation === 'recall') return asText(event.content) === '' ? 'aside' : 'context'
  return V0_ASIDES.includes(observation) ? 'aside' : 'result'
}

/** Events that a condensation hides from the model: by id, or all from one number to another. */
export function forgottenOf(event: JsonObject): {
  readonly ids: readonly string[]
  readonly range: readonly [number, number] | null
} {
  const told = asObject(event.args) ?? event
  const { forgotten_events_start_id: from, forgotten_events_end_id: to } = told
  return {
    ids: asList(told.forgotten_event_ids).map(asKey),
    range: typeof from === 'number' && typeof to === 'number' ? [from, to] : null,
  }
}
