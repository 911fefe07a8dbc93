import { AppError } from '../../../shared/ipc/errors.ts'
import type { JsonObject } from '../../compaction/request/private-layout.ts'
import { withoutPrivateState } from '../../compaction/request/without-private-state.ts'

/** A request body in words that the server takes. Learned from its refusal; kept for the next calls. */
export type BodyChange = (body: JsonObject) => JsonObject

/** Below this many tokens no answer is worth asking for. */
const MIN_OUTPUT_TOKENS = 1_000
const LIMITS = ['max_tokens', 'max_completion_tokens', 'max_output_tokens'] as const
const OPTIONAL: ReadonlySet<string> = new Set(['stream_options', 'store', 'include', 'reasoning'])

/** What a server would not take and how the body goes without it; null = nothing to learn. */
export function learnChange(failure: AppError, body: JsonObject): BodyChange | null {
  const most = failure.params.outputMostTokens
  if (failure.code === 'overflow-output' && typeof most === 'number') {
    const isOver = LIMITS.some((name) => Number(body[name]) > most)
    return isOver ? (current) => limited(current, most) : null
  }
  if (failure.code !== 'bad-request') return null
  const name = failure.params.parameter
  if (typeof name !== 'string' || body[name] === undefined) return null
  if (OPTIONAL.has(name)) return (current) => without(current, name)
  const other =
    name === 'max_tokens' ? 'max_completion_tokens' : name === 'max_completion_tokens' ? 'max_tokens' : null
  if (other === null) return null
  return (current) => {
    const limit = current[name]
    return limit === undefined ? current : { ...without(current, name), [other]: limit }
  }
}

/** The model gives no more than this, whatever it is asked. */
function limited(body: JsonObject, mostTokens: number): JsonObject {
  const entries = Object.entries(body).map(([key, value]) => {
    const isLimit = LIMITS.some((name) => name === key)
    return [key, isLimit && typeof value === 'number' ? Math.min(value, mostTokens) : value] as const
  })
  return Object.fromEntries(entries)
}

function without(body: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([key]) => key !== name))
}

/**
 * The body with its answer's limit lowered to what fits (B-40). Throws `overflow` when no room of
 * `MIN_OUTPUT_TOKENS` is left: then the input itself is too long.
 */
export function lowerOutputLimit(failure: AppError, body: JsonObject): JsonObject {
  const name = LIMITS.find((key) => typeof body[key] === 'number')
  const limit = name === undefined ? 0 : Number(body[name])
  const told = failure.params.outputRoomTokens
  const roomTokens = typeof told === 'number' ? told : Math.floor(limit / 2)
  if (name === undefined || roomTokens < MIN_OUTPUT_TOKENS || roomTokens >= limit)
    throw new AppError('overflow', 'The request leaves no room for an answer in the window of the model.', {
      params: failure.params,
      ...(failure.details === null ? {} : { details: failure.details }),
    })
  return { ...body, [name]: roomTokens }
}

/** The body without any private reasoning, for one more try (B-08); null = it has none. */
export function dropPrivateState(failure: AppError, body: JsonObject): JsonObject | null {
  if (failure.code !== 'replay-invalid') return null
  const bare = withoutPrivateState(body)
  return JSON.stringify(bare) === JSON.stringify(body) ? null : bare
}
