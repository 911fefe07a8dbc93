import type { FileHandle } from 'node:fs/promises'
import { createExclusive } from '../disk/create-exclusive.ts'
import { DISK, type Disk } from '../disk/temporary-file.ts'
import { ownFile } from './own-folder.ts'

/** Writes the complete output of one call. False = it could not be written, and nothing may point to it. */
export function writeToolOutput(
  root: string,
  output: { readonly filePath: string; readonly text: string },
  disk: Disk = DISK,
): Promise<boolean> {
  return keepToolOutput(root, output.filePath, (file) => file.writeFile(output.text), disk)
}

/**
 * Has the complete output of one call written piece by piece, once: what is there is never overwritten (C-06, S-121,
 * S-122). False = it could not be written, and nothing may point to it.
 */
export async function keepToolOutput(
  root: string,
  filePath: string,
  write: (file: FileHandle) => Promise<void>,
  disk: Disk = DISK,
): Promise<boolean> {
  try {
    const path = await ownFile(root, filePath)
    await createExclusive(path, write, { disk })
    return true
  } catch {
    return false
  }
}
