import { aiSdk, aiSdkLines } from './ai-sdk/ai-sdk.ts'
import { aider } from './aider/aider.ts'
import { anthropicMessages, anthropicMessagesLines } from './anthropic-messages/anthropic-messages.ts'
import { chatgpt } from './chatgpt/chatgpt.ts'
import { claudeAi } from './claude-ai/claude-ai.ts'
import { claudeCode, claudeCodeArray } from './claude-code.ts'
import { cline } from './cline/cline.ts'
import { codex } from './codex.ts'
import { geminiDocument } from './gemini-cli/gemini-document.ts'
import { geminiLines } from './gemini-cli/gemini-lines.ts'
import { langChain, langChainLines, langChainStream } from './langchain/langchain.ts'
import { openAiChat, openAiChatLines } from './openai-chat/openai-chat.ts'
import { openAiResponses, openAiResponsesLines } from './openai-responses/openai-responses.ts'
import { opencode } from './opencode/opencode.ts'
import { openHands } from './openhands/openhands.ts'
import { pi } from './pi.ts'
import { shareGpt, shareGptLines } from './sharegpt/sharegpt.ts'
import { sweAgent } from './swe-agent/swe-agent.ts'
import type { Probe, TranscriptFormat } from './transcript.ts'

/** All formats in the order in which they are tried: the first that recognizes a file reads it. */
export const FORMATS: readonly TranscriptFormat[] = [
  codex,
  claudeCode,
  claudeCodeArray,
  pi,
  geminiDocument,
  geminiLines,
  opencode,
  chatgpt,
  claudeAi,
  langChain,
  langChainLines,
  langChainStream,
  aiSdk,
  aiSdkLines,
  cline,
  sweAgent,
  anthropicMessages,
  anthropicMessagesLines,
  openAiChat,
  openAiChatLines,
  openAiResponses,
  openAiResponsesLines,
  openHands,
  shareGpt,
  shareGptLines,
  aider,
]

/** The format of what was opened; null = none that is known. */
export function formatOf(probe: Probe): TranscriptFormat | null {
  return FORMATS.find((format) => format.recognizes(probe)) ?? null
}
