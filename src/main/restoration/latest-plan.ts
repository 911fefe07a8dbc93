import type { Message } from '../../shared/thread/message.ts'
import type { PlanItem } from '../compaction/facts/facts.ts'
import { applyPlan, planOf } from '../compaction/facts/plan-items.ts'
import { closingsIn } from '../compaction/facts/plan-words.ts'
import { settlePlan } from '../compaction/facts/settle-plan.ts'

const MARKS: Readonly<Record<PlanItem['status'], string>> = {
  pending: '[ ]',
  'in-progress': '[~]',
  done: '[x]',
  blocked: '[!]',
  cancelled: '[-]',
  unanswered: '[ ]',
}

/**
 * Plan and to-do list as the successful plan calls and later words left them, with the status of each entry (S-041, B-51); null =
 * there was none. A call that failed or was never answered changed nothing.
 */
export function latestPlan(messages: readonly Message[]): string | null {
  let plan: readonly PlanItem[] = []
  messages.forEach((message, index) => {
    plan = settlePlan(plan, closingsIn(message))
    for (const call of message.toolCalls) {
      if (call.output === null || call.output.isError) continue
      const said = planOf(call, index)
      if (said !== null) plan = applyPlan(plan, said)
    }
  })
  if (plan.length === 0) return null
  return plan.map(({ status, text }) => `- ${MARKS[status]} ${text}`).join('\n')
}
