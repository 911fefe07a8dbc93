import { z } from 'zod'
import type { ImportFrame, ScanFrame, WatchedFolder } from './import.ts'
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
  /** Folders whose new transcripts are copied into a workspace. */
  'import.watched': route({ input: z.undefined(), output: type<readonly WatchedFolder[]>() }),
  /** Adds a folder that was chosen, for the open workspace; a known one is changed. `include` absent = as before, or all. */
  'import.watch': route({
    input: z.object({
      path: z.string().min(1).max(4096),
      folder: z.string().max(4096),
      include: z.object({ toolOutput: z.boolean(), images: z.boolean(), branches: z.boolean() }).optional(),
    }),
    output: type<readonly WatchedFolder[]>(),
  }),
  /** What was copied stays. */
  'import.unwatch': route({
    input: z.object({ path: z.string().min(1).max(4096) }),
    output: type<readonly WatchedFolder[]>(),
  }),
} as const
