import type { ToolSchema } from '../../../shared/thread/message.ts'
import { wireToolName } from '../../compaction/request/wire-names.ts'
import { editFileTool } from './edit-file.ts'
import { globTool } from './glob.ts'
import { grepTool } from './grep.ts'
import { listDirTool } from './list-dir.ts'
import { readFileTool } from './read-file.ts'
import { runCommandTool } from './run-command.ts'
import { todoWriteTool } from './todo-write.ts'
import type { Tool } from './tool.ts'
import { updatePlanTool } from './update-plan.ts'
import { writeFileTool } from './write-file.ts'

/** The tools every thread of a workspace has. */
const BUILT_IN: readonly Tool[] = [
  readFileTool,
  listDirTool,
  globTool,
  grepTool,
  writeFileTool,
  editFileTool,
  runCommandTool,
  updatePlanTool,
  todoWriteTool,
]

/** What a turn's model may call, in a fixed order: the same bytes in each request. */
export interface ToolBox {
  readonly schemas: readonly ToolSchema[]
  /** By the name a reply gives it, which is the one it was offered under. */
  find(name: string): Tool | null
}

/** The built-in tools and the given ones; of two with one name the first counts. */
export function toolBox(more: readonly Tool[]): ToolBox {
  const byName = new Map<string, Tool>()
  for (const tool of [...BUILT_IN, ...more])
    if (!byName.has(wireToolName(tool.schema.name))) byName.set(wireToolName(tool.schema.name), tool)
  return {
    schemas: [...byName.values()].map(({ schema }) => schema),
    find: (name) => byName.get(name) ?? null,
  }
}
