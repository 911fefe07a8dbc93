import { readdir } from 'node:fs/promises'

/** Names of everything in a folder; empty when it cannot be read (the write will say why). */
export async function siblingNames(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => [])
}
