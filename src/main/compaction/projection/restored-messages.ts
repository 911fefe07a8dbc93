import type { CompactionEvent } from '../../../shared/compact/event.ts'
import type { Message } from '../../../shared/thread/message.ts'
import { syntheticMessage } from './summary-message.ts'

/**
 * What an event put back beside its summary, one user message each: the plan first, then the files in the stored
 * order, with the hash of the content they had on disk at that time (S-041, S-046). Text that holds the closing
 * tag cannot end its message early.
 */
export function restoredMessages(event: Pick<CompactionEvent, 'id' | 'restoration'>): readonly Message[] {
  const messages: Message[] = []
  const { files, plan } = event.restoration
  if (plan !== null && plan.trim() !== '') {
    const text = remind('The plan and to-do list as they stood before the checkpoint:', plan)
    messages.push(syntheticMessage(`restored-plan-${event.id}`, 'user', text))
  }
  files.forEach((file, position) => {
    const state = file.isCut ? 'its beginning' : 'whole'
    const head = `File ${file.path} as it was on disk at the checkpoint (${state}, sha256 ${file.sha256}):`
    messages.push(syntheticMessage(`restored-${position}-${event.id}`, 'user', remind(head, file.text)))
  })
  return messages
}

function remind(head: string, body: string): string {
  const safe = `${head}\n\n${body}`.toWellFormed().replace(/<(\\*)\/(system-reminder)/gi, '<\\$1/$2')
  return `<system-reminder>\n${safe}\n</system-reminder>`
}
