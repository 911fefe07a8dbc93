import { z } from 'zod'
import { EXPORT_FORMATS, type ExportFrame, type ReviewFrame } from './export.ts'
import { route, stream, type } from './route.ts'

const thread = z.string().min(1).max(4096)

const scope = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('threads'), threads: z.array(thread).min(1).max(2000) }),
  z.object({ kind: z.literal('folder'), folder: z.string().max(4096) }),
  z.object({ kind: z.literal('checkpoint'), thread, id: z.string().min(1).max(200) }),
])

const choices = z.object({
  format: z.enum(EXPORT_FORMATS),
  toolCalls: z.boolean(),
  thinking: z.boolean(),
  checkpoints: z.boolean(),
  emails: z.boolean(),
  language: z.enum(['en', 'zh-CN']),
})

/** Writing threads in other forms: part of the list in `routes.ts`. */
export const exportRoutes = {
  /** Reads everything that would be written and tells what looks like a secret. Writes nothing. */
  'export.review': stream({ input: z.object({ scope, choices }), frame: type<ReviewFrame>() }),
  /** Writes what was reviewed; secrets that are not in `kept` are replaced. The folder was chosen in the dialog. */
  'export.write': stream({
    input: z.object({
      reviewId: z.string().min(1).max(100),
      folder: z.string().min(1).max(4096),
      kept: z.array(z.string().max(64)).max(2000),
    }),
    frame: type<ExportFrame>(),
  }),
  'export.chooseFolder': route({ input: z.undefined(), output: type<string | null>() }),
  /** Shows a folder that was chosen for an export. */
  'export.reveal': route({ input: z.object({ folder: z.string().max(4096) }), output: type<null>() }),
} as const
