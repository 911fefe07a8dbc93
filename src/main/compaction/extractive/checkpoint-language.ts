import type { CheckpointSection } from '../../../shared/compact/checkpoint.ts'
import type { Message } from '../../../shared/thread/message.ts'
import { detectLanguage } from '../checkpoint/language.ts'
import { messageText } from '../facts/message-text.ts'
import { languageOfLabels } from './labels.ts'

/** Characters of one message, and of all, that are looked at to tell the language. */
const MESSAGE_CHARS = 2_000
const SAMPLE_CHARS = 20_000

/**
 * The language a checkpoint is written in, as a BCP 47 tag: an update keeps the one its former checkpoint was begun in,
 * whatever the turns since are in; a first one takes the language that the person writes. `und` = it cannot be told.
 */
export function checkpointLanguage(
  messages: readonly Message[],
  previous: readonly CheckpointSection[],
): string {
  const said = previous.flatMap(({ lane, text }) => (lane === 'narrative' ? [text] : [])).join('\n')
  const former = languageOfLabels(said) ?? detectLanguage(said)
  return former === 'und' ? detectLanguage(writtenBy(messages)) : former
}

function writtenBy(messages: readonly Message[]): string {
  let sample = ''
  for (const message of messages) {
    if (message.role === 'user') sample += `${messageText(message).slice(0, MESSAGE_CHARS)}\n`
    if (sample.length > SAMPLE_CHARS) break
  }
  return sample
}
