import type { JsonValue } from '../../../shared/thread/message.ts'
import { blockText, isPictureBlock } from './picture.ts'

/**
 * Text that a program put into the user's role (formats.md rule 4): a whole text inside one tag of a harness,
 * AGENTS.md, notes of interruption, summaries handed over by the tool.
 */
const MACHINE =
  /^\s*(?:<(?:system-reminder|environment_context|environment_details|user_instructions|permissions instructions|skills_instructions|collaboration_mode|turn_aborted|subagent_notification|command-name|command-message|command-args|local-command-stdout|local-command-stderr|local-command-caveat|bash-input|bash-stdout|bash-stderr|task-notification|session_context|file_content|user-prompt-submit-hook)\b|# AGENTS\.md instructions|\[Request interrupted by user|Caveat: The messages below were generated|This session is being continued from a previous conversation|Another language model started to solve this problem)/

/** True when a program wrote this text, not a person. */
export function isMachineText(text: string): boolean {
  if (!MACHINE.test(text.slice(0, 400))) return false
  // Something typed may stand behind a reminder.
  const behind = text.replace(/<system-reminder>[\s\S]*?(?:<\/system-reminder>|$)/g, '').trim()
  return behind === '' || MACHINE.test(behind.slice(0, 400))
}

/** What a message in the user's role is: a person's prompt, an empty one, or context that a program wrote. */
export function promptKind(content: JsonValue | undefined): 'prompt' | 'empty' | 'context' {
  const blocks: readonly JsonValue[] = Array.isArray(content) ? content : [content ?? '']
  let isTyped = false
  let isMachine = false
  let isPicture = false
  for (const block of blocks) {
    const text = blockText(block)
    if (text === null) isPicture ||= isPictureBlock(block)
    else if (text.trim() === '') continue
    else if (isMachineText(text)) isMachine = true
    else isTyped = true
  }
  if (isTyped) return 'prompt'
  if (isMachine) return 'context'
  return isPicture ? 'prompt' : 'empty'
}
