/** An entry of a plan or to-do list. */
interface PlanLine {
  readonly text: string
  readonly status: 'pending' | 'in_progress' | 'completed' | 'cancelled'
}

const BOXES = { pending: '[ ]', in_progress: '[>]', completed: '[x]', cancelled: '[-]' } as const

/** The list as lines with their status, and a count in front. */
export function planLines(lines: readonly PlanLine[]): string {
  if (lines.length === 0) return 'Recorded an empty list.'
  const done = lines.filter(({ status }) => status === 'completed').length
  const list = lines.map(({ text, status }) => `${BOXES[status]} ${text.replace(/\s*\n\s*/g, ' ')}`)
  return [`Recorded: ${done} of ${lines.length} completed.`, ...list].join('\n').toWellFormed()
}
