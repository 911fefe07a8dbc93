import type { JsonValue } from '../../../shared/thread/message.ts'
import { blockText, isPictureBlock } from './picture.ts'

/** Tools with words of their own that mean nothing in other transcripts. */
type Harness = 'codex' | 'cline' | 'other'

/** Tags around what programs write into the user's role (formats.md rule 4). Behind one something typed may stand. */
const TAGS: { readonly [harness in Harness]: readonly string[] } = {
  other: [
    'system-reminder',
    'command-name',
    'command-message',
    'command-args',
    'command-contents',
    'local-command-stdout',
    'local-command-stderr',
    'local-command-caveat',
    'task-notification',
    'bash-input',
    'bash-stdout',
    'bash-stderr',
    'user-memory-input',
    'user-prompt-submit-hook',
    'new-diagnostics',
    'ide_opened_file',
    'ide_selection',
    'environment_context',
    'environment_details',
    'user_instructions',
    'user_shell_command',
    'permissions instructions',
    'skills_instructions',
    'collaboration_mode',
    'turn_aborted',
    'subagent_notification',
    'session_context',
    'file_content',
    'folder_content',
    'explicit_instructions',
    'SYSTEM_NOTICE',
  ],
  codex: ['skill', 'INSTRUCTIONS'],
  cline: [],
}

/** How texts begin that a program wrote to their end. */
const OPENINGS: { readonly [harness in Harness]: readonly string[] } = {
  other: [
    '# AGENTS.md instructions',
    '[Request interrupted by user',
    'Caveat: The messages below were generated',
    'This session is being continued from a previous conversation',
    'Another language model started to solve this problem',
    'This is the Gemini CLI. We are setting up the context',
    '[Function Response: ',
    'System: Please continue',
  ],
  codex: [],
  cline: ['[ERROR]', '[TASK RESUMPTION]'],
}

/** What a person typed of a text: the rest of it when the programs' own parts are taken away; empty = nothing. */
export function typedText(text: string, harness: Harness = 'other'): string {
  let rest = text.trimStart()
  for (;;) {
    const tag = tagAt(rest, TAGS.other) ?? tagAt(rest, TAGS[harness])
    if (tag === null) break
    const close = `</${tag}>`
    const end = rest.indexOf(close)
    // A tag that is never closed: the text was cut.
    if (end < 0) return ''
    rest = rest.slice(end + close.length).trimStart()
  }
  const isWhole = [...OPENINGS.other, ...OPENINGS[harness]].some((opening) => rest.startsWith(opening))
  return isWhole ? '' : rest.replace(REMINDER, '').trim()
}

/** A reminder may also stand behind what was typed. */
const REMINDER = /<system-reminder>[\s\S]*?(?:<\/system-reminder>|$)/g

function tagAt(text: string, tags: readonly string[]): string | null {
  if (!text.startsWith('<')) return null
  const found = tags.find((tag) => text.startsWith(tag, 1) && /[\s>]/.test(text[tag.length + 1] ?? ''))
  return found ?? null
}

/** True when a program wrote this text, not a person. */
export function isMachineText(text: string, harness: Harness = 'other'): boolean {
  return text.trim() !== '' && typedText(text, harness) === ''
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
