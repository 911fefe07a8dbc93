import { asObject, walkStrings } from './json.ts'
import { type Refusal, refuse } from './refusal.ts'
import type { JsonObject, Protocol, ScriptedProviderOptions } from './types.ts'

/** What every provider refuses, whatever the protocol. */
export function checkCommon(
  protocol: Protocol,
  body: JsonObject,
  inputTokens: number,
  options: ScriptedProviderOptions,
): Refusal | null {
  return (
    checkText(body) ??
    checkParameters(body, options) ??
    checkModel(protocol, body, options) ??
    checkOutput(protocol, body) ??
    checkWindow(protocol, body, inputTokens, options)
  )
}

function checkText(body: JsonObject): Refusal | null {
  let lone: string | null = null
  walkStrings(body, (path, text) => {
    if (lone === null && !text.isWellFormed()) lone = path
  })
  return lone === null
    ? null
    : refuse(`The request body is not valid JSON: no low surrogate in string: ${lone}`)
}

function checkParameters(body: JsonObject, options: ScriptedProviderOptions): Refusal | null {
  const param = options.refuses?.find((name) => body[name] !== undefined)
  return param === undefined
    ? null
    : refuse(`Unsupported parameter: '${param}' is not supported with this model.`, {
        code: 'unsupported_parameter',
        param,
      })
}

function checkModel(protocol: Protocol, body: JsonObject, options: ScriptedProviderOptions): Refusal | null {
  const model = typeof body.model === 'string' ? body.model : ''
  if (model === '') return refuse('you must provide a model parameter', { param: 'model' })
  if (options.models === undefined || options.models.includes(model)) return null
  return protocol === 'anthropic'
    ? refuse(`model: ${model}`, { status: 404, type: 'not_found_error' })
    : refuse(`The model \`${model}\` does not exist or you do not have access to it.`, {
        status: 404,
        code: 'model_not_found',
        param: 'model',
      })
}

const OUTPUT_KEYS = ['max_tokens', 'max_completion_tokens', 'max_output_tokens'] as const

/** The limit of the answer, in tokens; null = none was set. */
export function outputLimitOf(body: JsonObject): number | null {
  for (const key of OUTPUT_KEYS) if (typeof body[key] === 'number') return body[key]
  return null
}

function checkOutput(protocol: Protocol, body: JsonObject): Refusal | null {
  const limit = outputLimitOf(body)
  if (limit === null) return protocol === 'anthropic' ? refuse('max_tokens: Field required') : null
  if (Number.isInteger(limit) && limit >= 1) return null
  return refuse(`max_tokens must be at least 1, got ${limit}.`, { param: 'max_tokens' })
}

function checkWindow(
  protocol: Protocol,
  body: JsonObject,
  input: number,
  { windowTokens }: ScriptedProviderOptions,
): Refusal | null {
  if (windowTokens === undefined) return null
  const output = outputLimitOf(body) ?? 0
  if (input + output <= windowTokens) return null
  if (protocol === 'anthropic')
    return input > windowTokens
      ? refuse(`prompt is too long: ${input} tokens > ${windowTokens} maximum`)
      : refuse(
          `input length and \`max_tokens\` exceed context limit: ${input} + ${output} > ${windowTokens}, decrease input length or \`max_tokens\` and try again`,
        )
  if (protocol === 'openai-responses')
    return input > windowTokens
      ? refuse('Your input exceeds the context window of this model.', {
          code: 'context_length_exceeded',
          param: 'input',
        })
      : null
  return refuse(
    `This model's maximum context length is ${windowTokens} tokens. However, you requested ${input + output} tokens (${input} in the messages, ${output} in the completion).`,
    { code: 'context_length_exceeded', param: 'messages' },
  )
}

/** Fields of another provider's private state that have no place in a request of this protocol. */
export function findForeignField(value: unknown, names: readonly string[], path = ''): string | null {
  const entries = Array.isArray(value)
    ? value.map((item, index) => [`[${index}]`, item] as const)
    : Object.entries(asObject(value)).map(([key, item]) => [`${path === '' ? '' : '.'}${key}`, item] as const)
  for (const [key, item] of entries) {
    if (names.includes(key.replace(/^\./, ''))) return path + key
    const found = typeof item === 'object' ? findForeignField(item, names, path + key) : null
    if (found !== null) return found
  }
  return null
}
