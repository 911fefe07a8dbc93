import { z } from 'zod'
import type { HeadedSection } from '../compact/checkpoint.ts'
import { COMPARED_STATES, type ComparisonPage } from '../compact/comparison.ts'
import { route, type } from './route.ts'
import { sectionKey } from './section-key-schema.ts'
import type { CheckpointEdit, CheckpointEntry, Mark } from './turn.ts'

const thread = z.string().min(1).max(4096)
const index = z.int().min(0)
const id = z.string().min(1).max(200)

/** What is stored about a thread beside its file: part of the list in `routes.ts`. */
export const checkpointRoutes = {
  'checkpoint.list': route({ input: z.object({ thread }), output: type<readonly CheckpointEntry[]>() }),
  /** `entry` is null for the checkpoint that a copy begins with. */
  'checkpoint.get': route({
    input: z.object({ thread, id }),
    output: type<{ readonly entry: CheckpointEntry | null; readonly sections: readonly HeadedSection[] }>(),
  }),
  /** Only the active one; the one before it becomes active again, or none. */
  'checkpoint.undo': route({ input: z.object({ thread, id }), output: type<readonly CheckpointEntry[]>() }),
  'checkpoint.restore': route({
    input: z.object({ thread, id }),
    output: type<readonly CheckpointEntry[]>(),
  }),
  'checkpoint.rename': route({
    input: z.object({ thread, id, name: z.string().max(200) }),
    output: type<readonly CheckpointEntry[]>(),
  }),
  /** The same checkpoint with other words, stored as a new one on top. Sections that are not named stay. */
  'checkpoint.edit': route({
    input: z.object({
      thread,
      id,
      sections: z.array(z.object({ key: sectionKey, text: z.string().max(400_000) })).max(20),
    }),
    output: type<CheckpointEdit>(),
  }),
  /**
   * What became of the messages that a checkpoint stands for, those of one state or all, `offset` counted among them.
   * Rejects with `source-gone` when they stood in another thread that is not there any more.
   */
  'checkpoint.compare': route({
    input: z.object({
      thread,
      id,
      filter: z.enum(['all', ...COMPARED_STATES]),
      offset: z.int().min(0),
      limit: z.int().min(1).max(200),
    }),
    output: type<ComparisonPage>(),
  }),

  'mark.list': route({ input: z.object({ thread }), output: type<readonly Mark[]>() }),
  'mark.set': route({
    input: z.object({ thread, index, kind: z.enum(['pin', 'exclude', 'star']), isOn: z.boolean() }),
    output: type<readonly Mark[]>(),
  }),
  /** Takes the result of one call out of what the model sees, or puts it back. The thread itself stays as it is. */
  'mark.clearResult': route({
    input: z.object({ thread, index, call: index, isOn: z.boolean() }),
    output: type<readonly Mark[]>(),
  }),
} as const
