import type { JsonValue, Usage } from '../../../shared/thread/message.ts'
import { asCount, asObject } from '../native/json-shape.ts'

/** Usage of Chat Completions or Responses, whose input includes what came from the cache. */
export function openAiUsage(value: JsonValue | undefined): Usage | null {
  const usage = asObject(value)
  if (usage === null) return null
  const input = asCount(usage.prompt_tokens ?? usage.input_tokens, null)
  const output = asCount(usage.completion_tokens ?? usage.output_tokens, null)
  if (input === null && output === null) return null
  const inputDetails = asObject(usage.prompt_tokens_details ?? usage.input_tokens_details)
  const outputDetails = asObject(usage.completion_tokens_details ?? usage.output_tokens_details)
  const cacheRead = asCount(inputDetails?.cached_tokens, 0)
  const cacheWrite = asCount(inputDetails?.cache_write_tokens, 0)
  return {
    input: Math.max(0, (input ?? 0) - cacheRead - cacheWrite),
    output: output ?? 0,
    cacheRead,
    cacheWrite,
    reasoning: asCount(outputDetails?.reasoning_tokens, null),
    cost: asCount(usage.cost, null),
  }
}
