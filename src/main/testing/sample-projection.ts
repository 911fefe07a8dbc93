import type { CompactionEvent } from '../../shared/compact/event.ts'
import type { ReductionSettings } from '../../shared/compact/policy.ts'
import type { Message, MessageRuntime, ModelOrigin, ToolCall } from '../../shared/thread/message.ts'
import type { ProjectionInput } from '../compaction/projection/build-projection.ts'
import type { Fact } from '../compaction/projection/projected-message.ts'
import { estimateMessageTokens } from '../compaction/tokens/estimate-message.ts'
import { sampleCall, sampleMessage } from './message-samples.ts'

/** Six hours, and a time to start from. */
export const HOUR_MS = 3_600_000
export const START_MS = 1_750_000_000_000

export const SAMPLE_ORIGIN: ModelOrigin = {
  protocol: 'openai-responses',
  host: 'one.test',
  model: 'm1',
  keyMark: '0011223344556677',
}

/** Reductions all on, with the numbers of the requirements. */
export const SAMPLE_REDUCTIONS: ReductionSettings = {
  collapse: { isOn: true, keepLastMessages: 12 },
  truncateArguments: { isOn: true, maxChars: 2_000, keepLastMessages: 12 },
  microcompact: { isOn: true, pauseMs: 6 * HOUR_MS, keepResults: 5 },
  snip: { isOn: true, maxChars: 2_000, budgetTokens: 50_000, preserveLastMessages: 12, isStrict: false },
}

/** A person's message. */
export function ask(text: string, more: Partial<Message> = {}): Message {
  return sampleMessage('user', text, more)
}

/** A reply with calls. */
export function reply(
  text: string,
  toolCalls: readonly ToolCall[] = [],
  more: Partial<Message> = {},
): Message {
  return sampleMessage('assistant', text === '' ? [] : text, { toolCalls, ...more })
}

/** A finished `read_file` call. */
export function read(path: string, result: string | null, isError = false): ToolCall {
  return sampleCall('read_file', { path }, result, isError)
}

/** What the agent writes beside a message. */
export function runtimeAt(
  atMs: number,
  more: Partial<MessageRuntime> = {},
): { readonly runtime: MessageRuntime } {
  return {
    runtime: { atMs, origin: SAMPLE_ORIGIN, ending: 'complete', privateItems: [], approvals: [], ...more },
  }
}

/** Messages as facts: places from `from` on, ids `m<place>` where the message has the sample id. */
export function factsOf(messages: readonly Message[], from = 0): readonly Fact[] {
  return messages.map((message, at) => {
    const named = message.id === 'm' ? { ...message, id: `m${from + at}` } : message
    return { index: from + at, message: named, tokens: estimateMessageTokens(named) }
  })
}

/** Input of a projection without event, overrides and marks. */
export function inputOf(facts: readonly Fact[], more: Partial<ProjectionInput> = {}): ProjectionInput {
  return {
    facts,
    event: null,
    overrides: [],
    marks: { pins: new Set(), excluded: new Set(), cleared: new Map() },
    summaryForm: 'reminder',
    layout: { metaPromptIndex: null, checkpointIndex: null },
    ...more,
  }
}

/** An event that folds everything before `cutoffIndex`. */
export function eventAt(cutoffIndex: number, more: Partial<CompactionEvent> = {}): CompactionEvent {
  return {
    cutoffIndex,
    cutoffMessageId: `m${cutoffIndex}`,
    summaryMessage: { text: '## Goal\n- finish the parser', sections: [] },
    filePath: null,
    strategy: 'partial',
    tokensBefore: 1000,
    tokensAfter: 100,
    id: 'e1',
    number: 1,
    kind: 'manual',
    state: 'active',
    createdMs: START_MS,
    prefixHash: '',
    segment: null,
    restoration: { files: [], plan: null },
    focus: '',
    summarizer: 'built-in',
    costUsd: null,
    durationMs: 0,
    requestStyle: { kind: 'built-in', reason: '' },
    isEdited: false,
    name: '',
    ...more,
  }
}
