import { z } from 'zod'
import { oneLine } from './bound-text.ts'
import { planLines } from './plan-lines.ts'
import { defineTool } from './tool.ts'

/** The model's plan. Answers it with every status, so that a compaction can put it back (S-041). */
export const updatePlanTool = defineTool({
  name: 'update_plan',
  description: 'Records the plan for the task: the whole list each time, every step with its status.',
  input: z.strictObject({
    explanation: z.string().max(4_000).optional(),
    plan: z
      .array(
        z.strictObject({
          step: z.string().min(1).max(2_000),
          status: z.enum(['pending', 'in_progress', 'completed', 'cancelled']),
        }),
      )
      .max(100),
  }),
  subject: ({ plan }) => oneLine(plan.map(({ step }) => step).join(', '), 200),
  run: async ({ plan }) => planLines(plan.map(({ step, status }) => ({ text: step, status }))),
})
