import type { Message, ToolCall } from '../../../shared/thread/message.ts'
import type { CallCard } from '../../../shared/thread/row.ts'
import { saysFailure } from '../../compaction/facts/said-failure.ts'
import { estimateMessageTokens } from '../../compaction/tokens/estimate-message.ts'
import { summarizeCall } from './call-summary.ts'
import { oneLine } from './one-line.ts'

const BARE: Message = {
  id: '',
  role: 'assistant',
  content: [],
  thinking: null,
  toolCalls: [],
  usage: null,
  durationMs: null,
  hasPrivateReasoning: false,
  metaFlag: null,
}

/** Tokens of one call with its result: by the one estimator, as what it adds to an empty message. */
function callTokens(call: ToolCall): number {
  return estimateMessageTokens({ ...BARE, toolCalls: [call] }) - estimateMessageTokens(BARE)
}

function firstLine(call: ToolCall): string {
  for (const part of call.output?.content ?? [])
    if (part.kind === 'text') {
      const line = /\S.*/.exec(part.text)?.[0]
      if (line !== undefined) return oneLine(line)
    }
  return ''
}

/** A call as a folded card. Arguments and results stay behind; `thread.call` brings them. */
export function toCallCard(call: ToolCall): CallCard {
  const { output } = call
  let resultChars = 0
  let imageCount = 0
  for (const part of output?.content ?? []) {
    if (part.kind === 'text') resultChars += part.text.length
    if (part.kind === 'image') imageCount += 1
  }
  const state = stateOf(call)
  return {
    id: call.id,
    name: call.name,
    summary: summarizeCall(call),
    state,
    failure: state === 'failed' ? firstLine(call) : '',
    resultChars,
    imageCount,
    tokens: callTokens(call),
  }
}

/** A failure that the record or the result tells for sure; success only where the record marks it. */
function stateOf(call: ToolCall): CallCard['state'] {
  if (call.output === null) return 'missing'
  if (saysFailure(call)) return 'failed'
  return call.output.isUnmarked ? 'answered' : 'ok'
}
