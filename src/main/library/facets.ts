import { foldText } from '../../shared/search/fold.ts'
import type { Message } from '../../shared/thread/message.ts'
import { saysFailure } from '../compaction/facts/said-failure.ts'
import type { RowRole } from './role-codes.ts'

/**
 * Words of the column `facet`: what a filter asks for, in a form that no filter value can be mistaken for another's.
 * `x` and the filter's name, then the value's letters and digits.
 */
export function facet(kind: 'thread' | 'role' | 'tool' | 'model' | 'has', value: string | number): string {
  const plain = foldText(String(value)).replace(/[^\p{L}\p{N}]+/gu, '')
  return `x${kind}x${plain}`
}

/** The facets of one message, `role` as its row has it; `model` is the thread's, used where the message names none. */
export function facetsOf(message: Message, role: RowRole, thread: number, model: string): readonly string[] {
  const found = new Set([facet('thread', thread), facet('role', role)])
  if (role === 'assistant') {
    const own = message.runtime?.origin?.model ?? model
    if (own !== '') found.add(facet('model', own))
  }
  let hasImage = message.content.some(({ kind }) => kind === 'image')
  for (const call of message.toolCalls) {
    const { name, output } = call
    found.add(facet('has', 'tool'))
    if (name !== '') found.add(facet('tool', name))
    if (saysFailure(call)) found.add(facet('has', 'error'))
    hasImage ||= output?.content.some(({ kind }) => kind === 'image') === true
  }
  if (message.runtime?.ending === 'failed') found.add(facet('has', 'error'))
  if (hasImage) found.add(facet('has', 'image'))
  return [...found]
}
