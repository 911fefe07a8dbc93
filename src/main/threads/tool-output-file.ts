import { createExclusive } from '../disk/create-exclusive.ts'
import { DISK, type Disk } from '../disk/temporary-file.ts'
import { ownFile } from './own-folder.ts'

/**
 * Writes the complete output of one call, once: what is there is never overwritten (C-06, S-121, S-122). False = it
 * could not be written, and nothing may point to it.
 */
export async function writeToolOutput(
  root: string,
  output: { readonly filePath: string; readonly text: string },
  disk: Disk = DISK,
): Promise<boolean> {
  try {
    const path = await ownFile(root, output.filePath)
    await createExclusive(path, (file) => file.writeFile(output.text), { disk })
    return true
  } catch {
    return false
  }
}
