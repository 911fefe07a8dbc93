import { stat } from 'node:fs/promises'
import { folderState } from './importers/read-folder.ts'

/** Size in bytes and time of the last change of what lies at a path. */
export interface SourceState {
  readonly sizeBytes: number
  readonly modifiedMs: number
  readonly isFolder: boolean
}

/** The state of a file, or of all files below a folder that is a transcript. Rejects when it cannot be read. */
export async function sourceState(path: string): Promise<SourceState> {
  const state = await stat(path)
  if (state.isDirectory()) return { ...(await folderState(path)), isFolder: true }
  return { sizeBytes: state.size, modifiedMs: state.mtimeMs, isFolder: false }
}
