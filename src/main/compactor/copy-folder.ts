import { dirname } from 'node:path'
import type { ThreadFile } from '../threads/thread-file.ts'
import type { CompactorPorts } from './ports.ts'

/**
 * Where a copy goes: the folder the person chose, else beside the source. A transcript's own folder belongs to
 * another tool, so its copy goes into the workspace.
 */
export function copyFolder(
  file: Pick<ThreadFile, 'path' | 'foreign'>,
  chosen: string | null,
  ports: Pick<CompactorPorts, 'transcriptFolder'>,
): string {
  if (chosen !== null) return chosen
  return (file.foreign === null ? null : ports.transcriptFolder?.()) ?? dirname(file.path)
}
