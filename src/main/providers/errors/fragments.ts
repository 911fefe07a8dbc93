/**
 * Words by which a failure is recognised when no code says it. Matched without case, only in collected
 * messages. Facts from public reports and the providers' own pages; each line names where it is met.
 */
export const TIER_WORDS: readonly RegExp[] = [
  /extra usage.{0,80}long context/,
  /long context.{0,80}extra usage/,
]

export const MODERATION_WORDS: readonly RegExp[] = [
  /responsible ?ai/, // Azure
  /content management policy/, // Azure
  /input was flagged/, // OpenRouter
]

export const QUOTA_WORDS: readonly RegExp[] = [
  /credit balance is too low/, // Anthropic
  /all available credits|monthly spending limit/, // xAI
  /insufficient (?:balance|credits?|funds)/, // DeepSeek, gateways
  /requires more credits/, // OpenRouter
  /reached (?:your|its) (?:specified )?(?:api )?(?:usage|spend(?:ing)?) limit/, // Anthropic
  /billing hard limit/, // OpenAI
]
/** OpenAI says this for money, Gemini (with RESOURCE_EXHAUSTED) for requests per time. */
export const QUOTA_UNLESS_EXHAUSTED: readonly RegExp[] = [/exceeded your current quota/]

export const RATE_WORDS: readonly RegExp[] = [
  /per (?:min|minute|day|hour|second)\b|\((?:tpm|rpm|tpd|rpd)\)/,
  /rate.?limit/,
]

export const KEY_WORDS: readonly RegExp[] = [
  /incorrect api key/, // xAI at 400
  /api key not valid|api_key_invalid|invalid api key/, // Gemini at 400
  /api key (?:has )?expired/, // Gemini at 400
]

export const REASONING_KNOB_WORDS: readonly RegExp[] = [
  /reasoning is mandatory|reasoning.{0,60}cannot be disabled/,
]

export const REPLAY_WORDS: readonly RegExp[] = [
  /invalid `?signature`? in `?thinking/, // Anthropic
  /thinking\.signature: field required/, // Anthropic
  /`?thinking`? .{0,60}cannot be modified/, // Anthropic
  /expected `thinking` or `redacted_thinking`/, // Anthropic
  /thought.?signature/, // Gemini
  /encrypted content .{0,80}could not be verified/, // OpenAI Responses
  /reasoning_content.{0,80}must be passed back/, // DeepSeek
]

export const PROTOCOL_WORDS: readonly RegExp[] = [
  /role 'tool' must be a response/, // OpenAI
  /'?tool_calls'? must be followed by tool messages/, // OpenAI
  /no tool (?:output|call) found for function call/, // OpenAI Responses
  /without its required (?:following item|'reasoning' item)/, // OpenAI Responses
  /`?tool_use`? ids were found without/, // Anthropic
  /unexpected `?tool_use_id`?/, // Anthropic
  /`?tool_use`? ids must be unique/, // Anthropic
  /text content blocks must (?:be non-empty|contain non-whitespace)/, // Anthropic
  /must end with a user message|does not support assistant message prefill/, // Anthropic
  /roles must alternate/, // Anthropic, chat templates
  /function response parts/, // Gemini
  /function call turn comes immediately after/, // Gemini
  /unexpected role .{1,20} after role/, // Mistral
  /not the same number of function calls and responses/, // Mistral
  /expected last role/, // Mistral
]

export const PAYLOAD_WORDS: readonly RegExp[] = [/payload size exceeds/] // Gemini
export const WAIT_WORDS: readonly RegExp[] = [
  /too many tokens (?:per|processed)/, // Bedrock, Cerebras
  /please wait before/, // Bedrock
]

const MAX_TOKENS = "`?'?max_(?:completion_|output_)?tokens'?`?"
export const OUTPUT_WORDS: readonly RegExp[] = [
  new RegExp(`${MAX_TOKENS}.{0,60}(?:is )?too large`), // OpenAI, vLLM
  new RegExp(`${MAX_TOKENS} must be (?:at least|less than|greater than|positive)`), // Groq, vLLM
  new RegExp(`input length and ${MAX_TOKENS} exceed`), // Anthropic
  new RegExp(`${MAX_TOKENS}: \\d+ > \\d+`), // Anthropic, output limit of the model
  /supports at most \d+ completion tokens/, // OpenAI
]
export const MAX_TOKENS_WORD = new RegExp(MAX_TOKENS)

export const OVERFLOW_WORDS: readonly RegExp[] = [
  /prompt (?:is )?too long/, // Anthropic, Ollama cloud
  /exceeds (?:the|this|the model's|this model's) context window/, // OpenAI
  /maximum context length/, // OpenAI and most others
  /maximum prompt length is \d+/, // xAI
  /input token count.{0,40}exceeds the maximum/, // Gemini
  /input tokens exceed the configured limit/, // OpenAI
  /reduce the length of the messages/, // Groq, Cerebras
  /exceeds the available context size/, // llama.cpp
  /context size has been exceeded/, // llama.cpp
  /(?:greater|longer) than the (?:model's )?context length/, // LM Studio, Together, Ollama
  /tokens when context the overflows/, // LM Studio
  /reached context length/, // LM Studio
  /context length is only \d+/, // vLLM
  /longer than the maximum model length/, // vLLM
  /input length exceeds.{0,40}context length/, // Ollama
  /too large for model with \d+ maximum/, // Mistral
  /input_too_large|exceeds budget \(\d+ tokens\)/, // xAI
  /input is too long/, // Bedrock
  /context window exceeds limit/, // MiniMax
  /exceeded model token limit/, // Kimi
  /token count of \d+ exceeds the limit of \d+/, // Copilot
  /maximum allowed input length/, // Poolside
  /current length is \d+ while limit is/, // Cerebras
  /contextwindowexceeded/, // LiteLLM
  /model_context_window_exceeded/, // Anthropic, z.ai
  /`?inputs`? tokens \+ /, // TGI
  /上下文过长|上下文超出|上下文长度超|超出最大上下文/,
]

export const MEDIA_WORDS: readonly RegExp[] = [
  /image dimensions?|image exceeds|many-image/, // Anthropic
  /(?:could not|unable to|failed to) (?:process|decode|download) (?:the )?image/,
  /unsupported image|invalid image|image (?:url|data) is (?:invalid|not)/,
]
