import { z } from 'zod'
import { oneLine } from './bound-text.ts'
import { planLines } from './plan-lines.ts'
import { defineTool } from './tool.ts'

/** The model's to-do list. Answers it with every status, so that a compaction can put it back (S-041). */
export const todoWriteTool = defineTool({
  name: 'todo_write',
  description: 'Records the to-do list: the whole list each time, every entry with its status.',
  input: z.strictObject({
    todos: z
      .array(
        z.strictObject({
          content: z.string().min(1).max(2_000),
          status: z.enum(['pending', 'in_progress', 'completed', 'cancelled']),
        }),
      )
      .max(200),
  }),
  subject: ({ todos }) => oneLine(todos.map(({ content }) => content).join(', '), 200),
  run: async ({ todos }) => planLines(todos.map(({ content, status }) => ({ text: content, status }))),
})
