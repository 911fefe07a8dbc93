import { z } from 'zod'
import type { ImportFrame, ScanFrame } from './import.ts'
import { route, stream, type } from './route.ts'

/** Taking over threads of other tools: part of the list in `routes.ts`. */
export const importRoutes = {
  /** Shows the file or the folder dialog; what was chosen may then be scanned. Empty = closed. */
  'import.choose': route({
    input: z.object({ kind: z.enum(['files', 'folder']) }),
    output: type<readonly string[]>(),
  }),
  /** Looks through files and folders that were chosen or dropped. Nothing is written. */
  'import.scan': stream({
    input: z.object({ paths: z.array(z.string().min(1).max(4096)).min(1).max(1000) }),
    frame: type<ScanFrame>(),
  }),
  /** Imports what a scan found into the open workspace. */
  'import.run': stream({
    input: z.object({
      scanId: z.string().min(1).max(100),
      options: z.object({
        folder: z.string().max(4096),
        toolOutput: z.boolean(),
        images: z.boolean(),
        branches: z.boolean(),
        changed: z.enum(['update', 'copy']),
      }),
    }),
    frame: type<ImportFrame>(),
  }),
} as const
